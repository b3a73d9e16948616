// `npm start`: builds what changed, migrates, serves. In this same process, so that signals reach the server.

import { ensureBuilt } from './build.mjs';

ensureBuilt();
process.argv.splice(2, process.argv.length, 'serve');
await import('../server/dist/cli.js');
