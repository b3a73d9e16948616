// The entry of the built program. From Node.js 22 on, what V8 compiles of the program is kept next to it for the next
// start (docs/adr: building, starting, and memory).

import module, { createRequire } from 'node:module';
import { join } from 'node:path';

/** Node.js 20 doesn't have it. */
const { enableCompileCache } = module as typeof module & { enableCompileCache?(directory: string): unknown };

enableCompileCache?.(join(import.meta.dirname, 'compiled'));
createRequire(import.meta.url)('./program.cjs');
