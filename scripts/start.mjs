// `npm start`: builds what changed, migrates, serves.

import { ensureBuilt } from './build.mjs';

await ensureBuilt();
process.argv.splice(2, process.argv.length, 'serve');
await import('../server/dist/cli.js');
