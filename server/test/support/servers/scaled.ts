// Global setup of the projects with servers: starts PostgreSQL and Redis, which their tests share.

import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../../src/engines/sql/dialects/postgres/postgres.ts';
import { migrate } from '../../../src/engines/sql/store.ts';
import { execute, partitionsInTests, startCluster, templateName } from './postgres.ts';
import { startRedis } from './redis.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster();
  await execute(cluster.urlOf('postgres'), `create database ${templateName} template template0`);
  const dialect = openPostgres({
    url: cluster.urlOf(templateName),
    poolSize: 2,
    prepare: true,
    partitions: project.config.provide.engines === 'partitioned' ? partitionsInTests : undefined,
  });
  await migrate(dialect);
  await dialect.close();
  const redis = await startRedis();
  project.provide('postgresUrl', cluster.urlOf('{}'));
  project.provide('redisUrl', redis.url);
  return async () => {
    await cluster.remove();
    await redis.close();
  };
}
