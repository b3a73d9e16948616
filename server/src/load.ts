// Loads the built program together with what V8 compiled of it during the build, which saves compiling it at every
// start. What was compiled by another version of Node or with other V8 flags has another name, and V8 itself refuses
// what does not belong to the program. Then it compiles as usual.

import { readFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

/** The file that fits this process. */
export const compiledName = (): string => `program-${cachedDataVersionTag()}.cache`;

/** Runs the program in a folder. */
export function loadProgram(folder: string): Script {
  const path = join(folder, 'program.cjs');
  const cachedData = readIfThere(join(folder, compiledName()));
  const script = new Script(Module.wrap(readFileSync(path, 'utf8')), {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  const require = createRequire(path);
  // Registered, since its parts that are loaded later require it.
  const program = new Module(path);
  require.cache[path] = program;
  script.runInThisContext()(program.exports, require, program, path, dirname(path));
  return script;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
