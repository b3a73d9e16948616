// The real program behind real HTTP, and clients with its keys.

import { type Planted, plant } from '../../../server/test/support/plant.ts';
import { type ProgramOptions, startProgram } from '../../../server/test/support/program.ts';
import { Earshot, type EarshotOptions } from '../../src/index.ts';

export interface Installation {
  baseUrl: string;
  live: Earshot;
  test: Earshot;
  secrets: { live: string; test: string };
  /** Another client of the installation, with the live key by default. */
  client(options?: Partial<EarshotOptions>): Earshot;
  /** Advances the server's clock. */
  advance(milliseconds: number): void;
  /** Things that only visitors can make. */
  plant(userId: string, postId: string): Promise<Planted>;
  close(): Promise<void>;
}

export async function startInstallation(options: ProgramOptions = {}): Promise<Installation> {
  const program = await startProgram(options);
  program.exporting.start();
  program.importing.start();
  const port = await program.listen();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { secrets } = program;
  const client = (more: Partial<EarshotOptions> = {}) =>
    new Earshot({ apiKey: secrets.live, baseUrl, maxRetries: 0, ...more } as EarshotOptions);
  return {
    baseUrl,
    secrets,
    client,
    live: client(),
    test: client({ apiKey: secrets.test }),
    advance: (milliseconds) => program.clock.advance(milliseconds),
    plant: (userId, postId) =>
      plant(program.engines.store, program.workspaceId, 'planted', { userId, postId }),
    close: () => program.close(),
  };
}
