import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** These limits only end what hangs: a busy machine takes ten times as long, and is no failure. */
const limits = { testTimeout: 240_000, hookTimeout: 300_000, teardownTimeout: 120_000 };

/**
 * Settings of every project. Two workers at once on two cores: a third gains 7 % where tests wait for the database and
 * loses more elsewhere.
 */
const each = { ...limits, pool: 'forks', maxWorkers: Math.max(2, availableParallelism() - 1) } as const;

const withStandIns = ['src/app/signed-in.test.tsx', 'src/features/dashboard/insight-pages.test.tsx'];

export default defineConfig({
  test: {
    ...each,
    tags: [
      {
        name: 'slow',
        description:
          'Takes more than about half a second on two quiet cores. `npm test` leaves it out; `npm run test:slow` and `.ci/run` run it.',
      },
    ],
    // Equally patient: an awaited result comes at once, or not at all.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default', './tools/vitest/vitest-slowest.ts'],
    projects: [
      {
        test: {
          ...each,
          name: 'packages',
          include: ['packages/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          setupFiles: ['tools/vitest/vitest-seed.ts'],
          // They touch nothing outside themselves; loading the same modules for each file took a third of the time.
          isolate: false,
          // Node's own loader: imports are called directly, not through an object of the runner; this uses a fifth less
          // processor time.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        test: {
          ...each,
          name: 'node',
          include: ['{apps/plugin,apps/server,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.long.test.ts'],
          globalSetup: ['tools/vitest/vitest-database.ts'],
          setupFiles: ['tools/vitest/vitest-seed.ts'],
          // Each file has its own database and leaves nothing behind; loading the server again for each took longer
          // than its tests.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        // Tests that take long and cover what changes seldom: `npm run test:long`.
        test: {
          ...each,
          name: 'long',
          include: ['{apps/server,tools}/**/*.long.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['tools/vitest/vitest-database.ts'],
          setupFiles: ['tools/vitest/vitest-seed.ts'],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: './apps/console/vitest.config.ts',
        root: './apps/console',
        // Each file has its own page; loading the components again for each took longer than its tests.
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
        // Other files must not get the stand-ins that these use in place of a component.
        test: { ...each, name: 'console-stand-ins', environment: 'happy-dom', include: withStandIns },
      },
    ],
  },
});
