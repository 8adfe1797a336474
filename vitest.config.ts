import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** They end what hangs, and nothing else: a busy machine takes ten times as long, and is no failure. */
const limits = { testTimeout: 240_000, hookTimeout: 300_000, teardownTimeout: 120_000 };

/** What every project holds to. On two cores, two at once: a third gains 7 % where the database is waited for and loses more elsewhere. */
const each = { ...limits, pool: 'forks', maxWorkers: Math.max(2, availableParallelism() - 1) } as const;

const withStandIns = ['src/app/signed-in.test.tsx', 'src/features/dashboard/insight-pages.test.tsx'];

export default defineConfig({
  test: {
    ...each,
    // As patient: what is waited for comes at once, or not at all.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './tools/vitest-slowest.ts'],
    projects: [
      {
        test: {
          ...each,
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          setupFiles: ['tools/vitest-seed.ts'],
          // They touch nothing outside themselves; loading the same modules for each file took a third of the time.
          isolate: false,
          // Node's own loader: what is imported is called at once, not through an object of the runner; a fifth less of the processor.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          ...each,
          name: 'node',
          include: ['{apps/plugin,apps/server,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'],
          globalSetup: ['tools/vitest-database.ts'],
          setupFiles: ['tools/vitest-seed.ts'],
          // Each file has a database of its own and leaves nothing behind; loading the server again for each took longer than its tests.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        // What takes long and changes seldom: `npm run test:long`.
        test: {
          ...each,
          name: 'long',
          include: ['apps/server/**/*.long.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['tools/vitest-database.ts'],
          setupFiles: ['tools/vitest-seed.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: './apps/console/vitest.config.ts',
        root: './apps/console',
        // Each file has a page of its own; loading the components again for each took longer than its tests.
        test: {
          ...each,
          name: 'console',
          environment: 'happy-dom',
          isolate: false,
          include: ['src/**/*.test.{ts,tsx}', 'build/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withStandIns],
        },
      },
      {
        extends: './apps/console/vitest.config.ts',
        root: './apps/console',
        // Other files must not meet what these put in the place of a component.
        test: { ...each, name: 'console-stand-ins', environment: 'happy-dom', include: withStandIns },
      },
    ],
  },
});
