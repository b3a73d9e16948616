// The built program on the engines, keys and data of the test's program.

import { type Serving, serve } from '../e2e/processes.ts';
import { unreachableMail } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { dataOf } from './sending.ts';
import { makeWorld, type World } from './world.ts';

export interface BuiltProgram {
  program: TestProgram;
  /** The current or last server process. */
  serving: Serving;
  /** Restarts it. */
  restart(environment?: Record<string, string>): Promise<void>;
  /** Another set of objects, created through the server. */
  newWorld(marker: string): Promise<World>;
}

/** `prepare` fills the workspace before the built program starts. */
export async function startBuiltProgram(
  environment: Record<string, string> = {},
  prepare: (program: TestProgram) => Promise<void> = async () => undefined,
): Promise<BuiltProgram> {
  const allowed = { WEBHOOK_ALLOW_PRIVATE: 'true', ...unreachableMail };
  const program = await startProgram({ environment: allowed });
  await prepare(program);
  const start = (more: Record<string, string>) =>
    serve(program.dataDir, { ...program.environment, ...allowed, LOG_LEVEL: 'error', ...more });
  const built: BuiltProgram = {
    program,
    serving: await start(environment),
    async restart(more = environment) {
      built.serving = await start(more);
    },
    newWorld: (marker) =>
      makeWorld(
        (asked) => dataOf(built.serving.address, program.secrets.live, asked),
        marker,
        program.engines.store,
      ),
  };
  return built;
}
