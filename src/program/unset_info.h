#ifndef PROGRAM_UNSET_INFO_H
#define PROGRAM_UNSET_INFO_H

/* What UNSET statements say of the memory of the compiled program, for those who run it as a run of this program goes (unset.h). */

#include "program/program.h"

/* What is needed to give an object of the compiled program the contents that it has in a run of this one. The arguments of the statement
 * are the object's address and size (Int; the address matters only to regions), whether it exists (Bool: an allocation may fail), and
 * then, for each cell, its value (Int or Bool) or the region it is in (an array over addresses). */
typedef struct unset_cell {
    uint64_t offset; /* bytes, from the object's start */
    uint64_t stride; /* of a region: the next such cell is so many bytes on, up to the object's end; 0: there is only one */
    uint32_t size; /* bytes */
    bool is_region; /* the argument is one */
    bool is_bytes; /* the region is one of bytes */
    bool is_unknown; /* a floating-point number: the argument says nothing */
    bool is_fixed; /* an address that the program has as a number */
    uint32_t pointee; /* what a pointer in it points to if that is no object of the program: index in program_pointees + 1; 0: it is none */
} unset_cell;

/* What is found where a pointer points to. Offsets are those from there, and may be below zero (as large numbers). */
typedef struct address_range {
    uint64_t low, high; /* from low to before high */
} address_range;
struct pointee {
    uint32_t node; /* pointers to different nodes never meet */
    const address_range *objects; /* the program's own that may be there: the address of another one is none of them here */
    size_t n_objects;
    bool moves; /* also some that are placed when they appear */
    const unset_cell *cells;
    const term *regions; /* by cell: a global */
    size_t n_cells;
};
enum { UNSET_ADDRESS, UNSET_SIZE, UNSET_EXISTS, UNSET_CELLS }; /* indices of arguments */

typedef enum unset_role {
    UNSET_APPEARS, /* an object, or a value from outside */
    UNSET_READ, /* no object: a pointer is read, at this address, from bytes of the node `site` */
    UNSET_RETURNED, /* a value that an unseen function returns: it may be the address of an object that it can reach ... */
    UNSET_GIVEN, /* ... and so may what it calls functions with. (Also, which it calls.) */
    UNSET_BEFORE, /* an unseen function is about to change memory: the cells are the variables and regions that it can reach ... */
    UNSET_CHANGE /* ... and it has changed them: the same cells again */
} unset_role;

/* Which variables and regions the cells of an object are in, if unseen functions may change it; of UNSET_BEFORE and UNSET_CHANGE: all of these. */
typedef struct unset_layout {
    const unset_cell *cells;
    const term *regions; /* by cell */
    size_t n;
} unset_layout;

struct unset_info {
    uint32_t site; /* the place in the compiled program, as its front end counts them */
    const unset_cell *cells;
    size_t n_cells;
    bool is_argv; /* of main */
    unset_role role;
    unset_layout layout;
};

#endif
