// The command line: serve, and what an operator does beside a running server.

import { type CommandDef, defineCommand, runMain } from 'citty';
import { moveCommand } from './commands/move.ts';
import { printOpenapi } from './commands/openapi.ts';
import { seedCommand } from './commands/seed.ts';
import { serve } from './commands/serve.ts';
import { sweepCommand } from './commands/sweep.ts';
import { setupUrl } from './commands/welcome.ts';
import { openEngines, openMigrated, operatorOf, unusable } from './compose.ts';
import { ConfigError, readConfig, version } from './config.ts';
import { type KeyMode, keyModes } from './domain/api-key.ts';
import { givenInstant, systemClock, toIso } from './domain/clock.ts';
import { badField, conflict, Failure } from './domain/failure.ts';
import { mintToken } from './domain/token.ts';
import { argon2Passwords } from './engines/passwords/argon2.ts';
import { addressOf, CannotServe } from './http/listening.ts';

const badConfiguration = 78;

/** Runs a command on the engines, and closes them whatever happens. */
async function withOperator(work: (operator: ReturnType<typeof operatorOf>) => Promise<void>): Promise<void> {
  const { store } = await openMigrated(readConfig(process.env));
  try {
    await work(operatorOf(store, systemClock));
  } finally {
    await store.close();
  }
}

/** Mistakes of the person at the keyboard get a sentence; anything else is a bug and keeps its stack. */
const guarded =
  <T>(run: (context: T) => Promise<void>) =>
  async (context: T): Promise<void> => {
    try {
      await run(context);
    } catch (thrown) {
      const error = unusable(thrown);
      if (error instanceof ConfigError || error instanceof CannotServe || error instanceof Failure) {
        process.stderr.write(`${error.message}\n`);
        process.exit(error instanceof ConfigError ? badConfiguration : 1);
      }
      throw error;
    }
  };

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const table = (rows: string[][]): void => {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
const when = (instant: number | null): string => (instant === null ? '-' : toIso(instant));

const workspaceArg = {
  workspace: { type: 'string', default: 'default', description: 'Slug of the workspace', valueHint: 'SLUG' },
} as const;

const keys = defineCommand({
  meta: { name: 'keys', description: 'Create, list and revoke API keys' },
  subCommands: {
    create: defineCommand({
      meta: {
        name: 'create',
        description: 'Create a key; prints its secret, this once, alone on standard output',
      },
      args: {
        mode: { type: 'string', required: true, description: 'live or test', valueHint: 'live|test' },
        name: { type: 'string', required: true, description: 'What the key is for' },
        expires: { type: 'string', description: 'When it stops working, ISO 8601', valueHint: 'TIME' },
        ...workspaceArg,
      },
      run: guarded(async ({ args }) => {
        const mode = keyModes.find((known): known is KeyMode => known === args.mode);
        if (mode === undefined) throw badField('mode', 'must be live or test.');
        const expiresAt = args.expires === undefined ? undefined : givenInstant(args.expires, 'expires');
        await withOperator(async (operator) => {
          const { id } = await operator.getBySlug(args.workspace);
          const wanted = { mode, name: args.name, ...(expiresAt !== undefined && { expiresAt }) };
          print((await operator.createKey(id, wanted)).secret);
        });
      }),
    }),
    list: defineCommand({
      meta: { name: 'list', description: 'List the keys of a workspace' },
      args: workspaceArg,
      run: guarded(({ args }) =>
        withOperator(async (operator) => {
          const { id } = await operator.getBySlug(args.workspace);
          table([
            ['ID', 'MODE', 'LAST4', 'NAME', 'CREATED', 'LAST USED', 'EXPIRES', 'REVOKED'],
            ...(await operator.listKeys(id)).map((key) => [
              key.id,
              key.mode,
              key.last4,
              key.name,
              when(key.createdAt),
              when(key.lastUsedAt),
              when(key.expiresAt),
              when(key.revokedAt),
            ]),
          ]);
        }),
      ),
    }),
    revoke: defineCommand({
      meta: { name: 'revoke', description: 'Revoke a key at once' },
      args: { id: { type: 'positional', required: true, description: 'Id of the key' }, ...workspaceArg },
      run: guarded(({ args }) =>
        withOperator(async (operator) => {
          const { id } = await operator.getBySlug(args.workspace);
          await operator.revokeKey(id, args.id);
          print(`Revoked ${args.id}.`);
        }),
      ),
    }),
  },
});

const workspaces = defineCommand({
  meta: { name: 'workspaces', description: 'Create and list workspaces' },
  subCommands: {
    create: defineCommand({
      meta: { name: 'create', description: 'Create a workspace with the default statuses and post types' },
      args: {
        slug: { type: 'positional', required: true, description: 'Lower-case name without spaces' },
        name: { type: 'string', description: 'Name to show; the slug when absent' },
      },
      run: guarded(({ args }) =>
        withOperator(async (operator) =>
          print((await operator.create(args.slug, args.name ?? args.slug)).id),
        ),
      ),
    }),
    list: defineCommand({
      meta: { name: 'list', description: 'List all workspaces' },
      run: guarded(() =>
        withOperator(async (operator) => {
          const all = await operator.list();
          const rows = all.map(({ id, slug, name, createdAt }) => [id, slug, name, when(createdAt)]);
          table([['ID', 'SLUG', 'NAME', 'CREATED'], ...rows]);
        }),
      ),
    }),
  },
});

const setupLink = defineCommand({
  meta: {
    name: 'setup-link',
    description: 'Print a link by which somebody becomes the owner of a workspace that has none',
  },
  args: workspaceArg,
  run: guarded(async ({ args }) => {
    const { publicUrl, host, port } = readConfig(process.env);
    await withOperator(async (operator) => {
      const { id } = await operator.getBySlug(args.workspace);
      const token = await operator.setupToken(id);
      if (token === undefined)
        throw conflict('The workspace has an owner already, who can invite others in the console.');
      print(setupUrl(publicUrl ?? addressOf(host, port), token));
    });
  }),
});

const resetPassword = defineCommand({
  meta: {
    name: 'reset-password',
    description:
      'Give somebody another password for the console; prints it, this once, alone on standard output',
  },
  args: { email: { type: 'positional', required: true, description: 'Their email address' } },
  run: guarded(async ({ args }) => {
    const password = mintToken();
    const hash = await argon2Passwords().hash(password);
    await withOperator((operator) => operator.resetPassword(args.email, hash));
    print(password);
  }),
});

const main: CommandDef = defineCommand({
  meta: { name: 'earshot', version, description: 'A self-hosted feedback service' },
  subCommands: {
    serve: defineCommand({
      meta: { name: 'serve', description: 'Migrate and serve' },
      run: guarded(() => serve(readConfig(process.env))),
    }),
    migrate: defineCommand({
      meta: { name: 'migrate', description: 'Bring the database up to date' },
      run: guarded(async () => {
        const { store, migrated } = await openEngines(readConfig(process.env));
        await store.close();
        print(migrated.length === 0 ? 'Nothing to migrate.' : `Migrated: ${migrated.join(', ')}`);
      }),
    }),
    keys,
    workspaces,
    'setup-link': setupLink,
    'reset-password': resetPassword,
    seed: seedCommand(guarded),
    move: moveCommand(guarded),
    sweep: sweepCommand(guarded),
    openapi: defineCommand({
      meta: { name: 'openapi', description: 'Print the OpenAPI document' },
      run: guarded(printOpenapi),
    }),
  },
});

await runMain(main);
