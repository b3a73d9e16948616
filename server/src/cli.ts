// The entry of the built program.

import { loadProgram } from './load.ts';

loadProgram(import.meta.dirname);
