import { defineConfig } from 'vitest/config';

const limits = { testTimeout: 30_000, hookTimeout: 60_000, teardownTimeout: 60_000 };

export default defineConfig({
  test: {
    ...limits,
    reporters: ['default', './tools/vitest-slowest.ts'],
    pool: 'forks',
    projects: [
      {
        test: {
          ...limits,
          name: 'node',
          include: ['{packages,apps/plugin,apps/server,tools}/**/*.test.ts'],
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
