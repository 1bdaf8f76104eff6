#include "base/vec.h"

#include <stdlib.h>

void free_vec_storage(void *storage) { free(storage); }
