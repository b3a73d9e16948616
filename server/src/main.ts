// The command line: every command has a file of its own in `commands/`.

import { type CommandDef, defineCommand, runMain } from 'citty';
import { listenCommand } from './commands/events/listen.ts';
import { backupCommand } from './commands/installation/backup.ts';
import { doctorCommand } from './commands/installation/doctor.ts';
import { moveCommand } from './commands/installation/move.ts';
import { restoreCommand } from './commands/installation/restore.ts';
import { verifyCommand } from './commands/installation/verify.ts';
import { migrateCommand } from './commands/migrate.ts';
import { openapiCommand } from './commands/openapi.ts';
import { exportCommand } from './commands/porting/export.ts';
import { importCommand } from './commands/porting/import.ts';
import { seedCommand } from './commands/seed.ts';
import { serveCommand } from './commands/serve.ts';
import { sweepCommand } from './commands/sweep.ts';
import { keysCommand } from './commands/team/keys.ts';
import { resetPasswordCommand } from './commands/team/reset-password.ts';
import { setupLinkCommand } from './commands/team/setup-link.ts';
import { workspacesCommand } from './commands/team/workspaces.ts';
import { version } from './config.ts';

const main: CommandDef = defineCommand({
  meta: { name: 'earshot', version, description: 'A self-hosted feedback service' },
  default: 'serve',
  subCommands: {
    serve: serveCommand,
    migrate: migrateCommand,
    keys: keysCommand,
    workspaces: workspacesCommand,
    'setup-link': setupLinkCommand,
    'reset-password': resetPasswordCommand,
    seed: seedCommand,
    move: moveCommand,
    backup: backupCommand,
    restore: restoreCommand,
    verify: verifyCommand,
    doctor: doctorCommand,
    export: exportCommand,
    import: importCommand,
    sweep: sweepCommand,
    listen: listenCommand,
    openapi: openapiCommand,
  },
});

// A reader that has gone away must not end a server, or a command that is half done.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

void runMain(main);
