import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
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

/**
 * Two parts, so that `npm test` takes minutes; each test is in one of them. For a single file, and without a word, all
 * tests are there.
 */
const part = process.env.EARSHOT_TESTS;
const isEveryday = part === 'everyday';

interface Files {
  all: string[];
  /** Never, although `all` has them. */
  except?: string[];
  /** Those that `npm test` runs; the rest is the rest. */
  everyday: string[];
  /** Of those, what it leaves to the rest. */
  later?: string[];
}

/** What a project runs of its files. */
function inPart({ all, except = [], everyday, later = [] }: Files) {
  if (part === 'everyday') return { include: everyday, exclude: [...except, ...later] };
  if (part !== 'rest') return { include: all, exclude: except };
  return later.length > 0
    ? { include: later, exclude: except }
    : { include: all, exclude: [...except, ...everyday] };
}

const onServers = 'test/**/*.scaled.test.ts';
const onPartitions = 'test/**/*.partitioned.test.ts';

/**
 * Of the tests that need no server and no build: databases of earlier releases, the S3 double, which is a package of
 * `tools/`, and what takes long because it sends megabytes, or asks for every page after every write.
 */
const restOfServer = [
  'test/upgrade/**/*.test.ts',
  'test/contracts/files.s3.test.ts',
  'test/api/backup/restore.test.ts',
  'test/http/{files-away,refused-bodies}.test.ts',
  'test/site/{browser,internal-posts,revision}.test.ts',
];
const storeOnPostgres = ['test/contracts/store/store.scaled.test.ts'];
/** One way through each area of the console, and everything in the documentation that runs. */
const journeys = ['test/e2e/console/**/*.journey.test.ts', 'test/e2e/documentation/*.test.ts'];

/**
 * Of the API, what the engines could do differently: lists, their orders and pages, search, transactions that end or
 * roll back, what must be unique, locks, revisions, limits in Redis, files in S3, copies of all data, and the matrices over every operation.
 * The others prove rules above the store, whose queries the store contract asks on every engine.
 */
const apiOnServers = [
  'test/api/{backup,files,porting}/**/*.test.ts',
  'test/api/events/{deletions,events,events.writers,ledger}.test.ts',
  'test/api/catalog/{slugs,tags}.test.ts',
  'test/api/feedback/{duplicates,followers,merging,visibility,votes}.test.ts',
  'test/api/feedback/comments.{bulk,files,list,mentions,upsert}.test.ts',
  'test/api/feedback/posts.{answers,by-external-id,create,delete,filters,list*,text,written}.test.ts',
  'test/api/kernel/{lists,writes}/*.test.ts',
  'test/api/kernel/cache/{cached-answers,freshness}.test.ts',
  'test/api/kernel/matrix/{tenancy,test-mode}.test.ts',
  'test/api/kernel/{input/batch,load/rate-limits}.test.ts',
  'test/api/people/{own-ids,users,users-erasure}.test.ts',
  'test/api/site/site.test.ts',
  'test/api/team/{activity,post-history,requests,sign-in}.test.ts',
  'test/site/{mail-sign-in,visiting}.test.ts',
];

/** How files are read, whichever store they are imported into. */
const readingOnly = 'test/guards/freeze/freeze-imports.test.ts';

const serversAreMissing = ['postgres', 'redis-server'].some((server) => findTool(server) === undefined);

export default defineConfig({
  test: {
    // Only a test that hangs should ever come near these, on a slow machine that is busy with other things, too.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000, interval: 50 } },
    // Files share a worker's modules, which saves loading the program for each of them. Each has its own data.
    isolate: false,
    // One more than cores: many tests wait for a process, a claim or a browser.
    maxWorkers: availableParallelism() + 1,
    // Said once a process, which here is once a file of tests.
    env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
    provide: { engines: 'embedded', postgresUrl: '', redisUrl: '', s3: { endpoint: '', directory: '' } },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          ...inPart({
            all: ['src/**/*.test.ts', 'test/**/*.test.ts'],
            except: ['test/e2e/**', 'test/guards/**', onServers, onPartitions],
            everyday: ['src/**/*.test.ts', 'test/**/*.test.ts'],
            later: restOfServer,
          }),
        },
      },
      // The client against the program, in the same run so that one line counts all tests.
      {
        extends: true,
        root: '../client',
        test: {
          name: 'client',
          ...inPart({
            all: ['test/**/*.test.ts'],
            everyday: ['test/**/*.test.ts'],
            later: ['test/generators/*.test.ts'],
          }),
        },
      },
      // The pure parts of the console; its pages are tested in a browser, with the built program.
      {
        extends: true,
        root: '../console',
        // As in its build: the client's own build may not be there yet.
        resolve: {
          alias: { '@earshot/client': fileURLToPath(new URL('../client/src/index.ts', import.meta.url)) },
        },
        test: {
          name: 'console',
          ...inPart({ all: ['src/**/*.test.ts'], everyday: ['src/**/*.test.ts'] }),
        },
      },
      // The same program on the engines for many nodes. Where their servers are missing, `npm test` says so.
      ...(serversAreMissing
        ? []
        : [
            {
              extends: true as const,
              test: {
                name: 'scaled',
                ...inPart({
                  all: [...apiOnServers, 'test/workers/**/*.test.ts', 'test/guards/**/*.test.ts', onServers],
                  except: [readingOnly],
                  everyday: storeOnPostgres,
                }),
                globalSetup: isEveryday
                  ? ['test/support/servers/scaled.ts']
                  : [
                      'test/e2e/build.ts',
                      'test/support/servers/scaled.ts',
                      'test/support/servers/scaled-files.ts',
                    ],
                testTimeout: 240_000,
                provide: { engines: 'scaled' as const },
              },
            },
            // Large tables in partitions: the whole contract of the store, and of the API what writes to every table.
            {
              extends: true as const,
              test: {
                name: 'partitioned',
                ...inPart({
                  all: [
                    onPartitions,
                    'test/contracts/store/store.scaled.test.ts',
                    'test/api/people/users-erasure.test.ts',
                  ],
                  everyday: [],
                }),
                globalSetup: ['test/support/servers/scaled.ts', 'test/support/servers/scaled-files.ts'],
                provide: { engines: 'partitioned' as const },
              },
            },
          ]),
      // The built program: built before the first of these, and only when one of them runs.
      {
        extends: true,
        test: {
          name: 'e2e',
          ...inPart({
            all: ['test/e2e/**/*.test.ts', 'test/guards/**/*.test.ts'],
            except: [onServers],
            everyday: journeys,
          }),
          globalSetup: ['test/e2e/build.ts'],
          testTimeout: 240_000,
        },
      },
    ],
  },
});
