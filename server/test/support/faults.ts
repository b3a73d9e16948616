// Database faults injected from outside the program: rows that temporarily cannot be stored.

import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { TestProgram } from './program.ts';
import { execute } from './servers/postgres.ts';

/**
 * Storing a post with this title fails until `mend` is called: as a bug on SQLite, as a lost connection on
 * PostgreSQL.
 */
export async function breakTitle(
  { dataDir, environment }: TestProgram,
  title: string,
): Promise<{ mend(): Promise<void> }> {
  const url = environment.DATABASE_URL;
  const run = async (statement: string): Promise<void> => {
    if (url !== undefined) return void (await execute(url, statement));
    const db = new DatabaseSync(join(dataDir, 'earshot.db'));
    try {
      db.exec(statement);
    } finally {
      db.close();
    }
  };
  if (url === undefined) {
    await run(`create trigger broken before insert on posts when new.title = '${title}'
      begin select raise(abort, 'disk trouble'); end`);
    return { mend: () => run('drop trigger broken') };
  }
  await run(`create function broken() returns trigger language plpgsql as
    $$ begin raise exception 'going away' using errcode = '57P01'; end $$`);
  await run(`create trigger broken before insert on posts for each row
    when (new.title = '${title}') execute function broken()`);
  return { mend: () => run('drop trigger broken on posts') };
}
