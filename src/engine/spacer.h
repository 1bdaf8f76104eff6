#include "engine/engine.h"
void spacer_run(const horn *h, const engine_context *context, result *out);
