// PostgreSQL's own programs, for backups. The connection is passed in the environment: arguments are visible to every
// user of the machine, and the URL has a password.

import { spawn } from 'node:child_process';
import pg from 'pg';
import { conflict } from '../../../../domain/kernel/failure.ts';

/** Options of the URL that libpq takes as variables. */
const variables: Record<string, string> = {
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  options: 'PGOPTIONS',
};

function environmentFor(url: string): Record<string, string> {
  const { host, port, user, password, database } = new pg.Client({ connectionString: url });
  const options = [...new URL(url).searchParams].flatMap(([name, value]) => {
    const variable = variables[name];
    // Only the Node driver knows `no-verify`.
    return variable === undefined ? [] : [[variable, value === 'no-verify' ? 'require' : value]];
  });
  return {
    PGHOST: host,
    PGPORT: String(port),
    PGDATABASE: database ?? '',
    ...(user !== undefined && { PGUSER: user }),
    ...(typeof password === 'string' && { PGPASSWORD: password }),
    PGCONNECT_TIMEOUT: '10',
    PGAPPNAME: 'earshot backup',
    ...Object.fromEntries(options),
  };
}

const shownCharacters = 1000;

export interface Surroundings {
  url: string;
  /** That of this process: PATH, locale, `~/.pgpass`. */
  environment: Readonly<Record<string, string | undefined>>;
  /** Ends the program. */
  signal?: AbortSignal | undefined;
}

/** Runs a program to its end; CONFLICT with what it complained about if it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { url, environment, signal }: Surroundings,
): Promise<void> {
  const child = spawn(program, args, {
    signal,
    env: { ...environment, ...environmentFor(url) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-shownCharacters);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) => {
      // It is over when it has ended.
      if (signal?.aborted !== true) reject(error.code === 'ENOENT' ? missing(program) : error);
    });
    child.on('close', resolve);
  });
  if (code === 0) return;
  signal?.throwIfAborted();
  throw conflict(`${program} failed: ${complaints.trim().replaceAll('\n', ' ') || `exit ${code}`}`);
}

const advice: Record<string, string> = {
  pg_dump: 'pg_dump --format=custom --file=database.dump "$DATABASE_URL"',
  pg_restore: 'pg_restore --no-owner --dbname="$DATABASE_URL" database.dump',
};

const missing = (program: string) =>
  conflict(
    `"${program}" is not on the PATH: install the client programs of PostgreSQL here, or run ` +
      `'${advice[program]}' where they are and copy the files yourself.`,
  );
