import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { findTool } from '../scripts/tools.mjs';

const memory = '/dev/shm';
/** More than a run of all tests needs. */
const roomyBytes = 8 * 2 ** 30;

/** SQLite syncs every commit, and copies of databases are files: on a disk, tests would mostly wait for it. */
function keepTestDataInMemory(): void {
  const room = statfsSync(memory);
  if (room.bavail * room.bsize > roomyBytes) process.env.TMPDIR ??= memory;
}
if (process.platform === 'linux' && existsSync(memory)) keepTestDataInMemory();

const onServers = 'test/**/*.scaled.test.ts';
const onPartitions = 'test/**/*.partitioned.test.ts';
/** What happens before or after the store is asked, whichever it is. */
const withoutStore =
  'test/api/kernel/{bad-input,batch-references,compression,forgiving-input,ignored,invalid-fields,matrix.roles,protocol,public-pages,vocabularies}.test.ts';

/** How files are read, whichever store they are imported into. */
const readingOnly = 'test/guards/freeze-imports.test.ts';

export default defineConfig({
  test: {
    // Only a test that hangs should ever come near these, on a slow machine that is busy with other things, too.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    // Files share a worker's modules, which saves loading the program for each of them. Each has its own data.
    isolate: false,
    // Many tests start processes of their own. With more workers than cores, servers took so long that they shed load.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Said once a process, which here is once a file of tests.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    provide: { engines: 'embedded', postgresUrl: '', redisUrl: '', s3: { endpoint: '', directory: '' } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/guards/**', onServers, onPartitions],
        },
      },
      // The client against the program, in the same run so that one line counts all tests.
      {
        extends: true,
        root: '../client',
        test: { name: 'client', include: ['test/**/*.test.ts'] },
      },
      // The pure parts of the console; its pages are tested in a browser, with the built program.
      {
        extends: true,
        root: '../console',
        test: { name: 'console', include: ['src/**/*.test.ts'] },
      },
      // The same program on the engines for many nodes. Where their servers are missing, `npm test` says so.
      ...(['postgres', 'redis-server'].some((server) => findTool(server) === undefined)
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'scaled',
                include: [
                  'test/api/**/*.test.ts',
                  'test/workers/**/*.test.ts',
                  'test/guards/**/*.test.ts',
                  onServers,
                ],
                exclude: [withoutStore, readingOnly],
                globalSetup: ['test/e2e/build.ts', 'test/support/scaled.ts'],
                testTimeout: 240_000,
                provide: { engines: 'scaled' as const },
              },
            },
            // Large tables in partitions: the whole contract of the store, and of the API what asks it the most.
            {
              extends: true as const,
              test: {
                name: 'partitioned',
                include: [
                  onPartitions,
                  'test/contracts/store.scaled.test.ts',
                  'test/api/{feedback/posts.list,feedback/merging,people/users-erasure,kernel/test-mode}.test.ts',
                ],
                globalSetup: ['test/support/scaled.ts'],
                provide: { engines: 'partitioned' as const },
              },
            },
          ]),
      // The built program: built before the first of these, and only when one of them runs.
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts', 'test/guards/**/*.test.ts'],
          exclude: [onServers],
          globalSetup: ['test/e2e/build.ts'],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
