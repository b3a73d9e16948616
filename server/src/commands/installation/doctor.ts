// `earshot doctor`: says what is wrong with the surroundings of the program, before or while it serves.

import { defineCommand } from 'citty';
import { ConfigError, readConfig } from '../../config.ts';
import { type Clock, systemClock } from '../../domain/kernel/clock.ts';
import { type Finding, failed, ok } from '../../domain/kernel/finding.ts';
import { guarded } from '../command.ts';
import {
  checkAddresses,
  checkBucket,
  checkDatabase,
  checkDirectory,
  checkMail,
  checkNode,
  checkRedis,
} from './doctor-checks.ts';
import { jsonArg, report } from './findings.ts';

export const doctorCommand = defineCommand({
  meta: { name: 'doctor', description: 'Check configuration, engines, disk, clock, port and public URL' },
  args: jsonArg,
  run: guarded(({ args }) => report(examine(process.env, systemClock), args)),
});

async function* examine(environment: NodeJS.ProcessEnv, clock: Clock): AsyncGenerator<Finding> {
  yield checkNode(process.version);
  let config: ReturnType<typeof readConfig>;
  try {
    config = readConfig(environment);
    yield ok('configuration', 'every variable is valid');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Nothing else can be checked without it.
    for (const mistake of error.mistakes) yield failed('configuration', mistake);
    return;
  }
  yield* checkDirectory(config);
  yield* checkDatabase(config, clock);
  yield* checkBucket(config, clock);
  yield* checkRedis(config);
  yield* checkMail(config);
  yield* checkAddresses(config);
}
