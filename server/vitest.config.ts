import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/e2e/**'],
        },
      },
      // The client against the program, in the same run so that one line counts all tests.
      {
        extends: true,
        root: '../client',
        test: { name: 'client', include: ['test/**/*.test.ts'] },
      },
      // The built program: built before the first of these, and only when one of them runs.
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/e2e/build.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
