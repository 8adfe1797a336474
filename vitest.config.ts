import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 30_000, hookTimeout: 60_000, teardownTimeout: 60_000 };

export default defineConfig({
  test: {
    ...limits,
    reporters: ['default', './tools/vitest-slowest.ts'],
    pool: 'forks',
    // Half of a database test is waiting for the database: on two cores, two at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        test: {
          ...limits,
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          setupFiles: ['tools/vitest-seed.ts'],
          // They touch nothing outside themselves; loading the same modules for each file took a third of the time.
          isolate: false,
        },
      },
      {
        test: {
          ...limits,
          name: 'node',
          include: ['{apps/plugin,apps/server,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['tools/vitest-database.ts'],
          setupFiles: ['tools/vitest-seed.ts'],
        },
      },
      {
        extends: './apps/console/vitest.config.ts',
        root: './apps/console',
        test: { ...limits, name: 'console', environment: 'happy-dom' },
      },
    ],
  },
});
