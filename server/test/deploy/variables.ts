// The environment variables that the program reads, to compare with what deployments set.

import { type Environment, readConfig } from '../../src/config.ts';

export function knownVariables(): Set<string> {
  const asked = new Set<string>();
  const recording = (given: Environment): Environment =>
    new Proxy(given, {
      get(values, name: string) {
        asked.add(name);
        return values[name];
      },
    });
  readConfig(recording({}));
  readConfig(recording({ S3_BUCKET: 'files', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }));
  readConfig(recording({ DATABASE_URL: 'postgres://localhost/feedback', DATABASE_PARTITIONS: '2' }));
  return asked;
}
