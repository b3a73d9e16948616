// A folder like a clone of the repository, for a program that is not the one of this clone.

import { existsSync } from 'node:fs';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../support/documents/markdown.ts';

/** Returns the place of `server/dist` in it: a program there finds its packages and its version. */
export async function distInClone(clone: string): Promise<string> {
  const dist = join(clone, 'server/dist');
  await mkdir(dist, { recursive: true });
  await cp(join(root, 'server/package.json'), join(clone, 'server/package.json'));
  for (const modules of ['node_modules', 'server/node_modules'])
    if (existsSync(join(root, modules))) await symlink(join(root, modules), join(clone, modules));
  return dist;
}
