#include "base/vec.h"

#include <stdlib.h>

void vec_free_storage(void *storage) { free(storage); }
