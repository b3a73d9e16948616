// Loaded into the server with `--import`: appends each SQLite statement that it runs, with its values, to the file
// named by BENCH_STATEMENTS. Only for recording; the measured server runs without it.

import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// As the program does: what `import` loads is another copy of it.
const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');

const file = process.env.BENCH_STATEMENTS;
const asJson = (_key, value) => (typeof value === 'bigint' ? Number(value) : value);
const record = (text, values) => appendFileSync(file, `${JSON.stringify({ text, values }, asJson)}\n`);

const native = DatabaseSync.prototype;

/** The native methods are read-only, so they are shadowed. */
DatabaseSync.prototype = Object.create(native, {
  exec: {
    value(text) {
      record(text, []);
      return native.exec.call(this, text);
    },
  },
  prepare: {
    value(text, ...options) {
      const statement = native.prepare.call(this, text, ...options);
      for (const name of ['all', 'get', 'run', 'iterate']) {
        const run = statement[name].bind(statement);
        const recorded = (...values) => {
          record(text, values);
          return run(...values);
        };
        Object.defineProperty(statement, name, { value: recorded });
      }
      return statement;
    },
  },
});
