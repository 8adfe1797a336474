import { defineConfig } from 'vitest/config';

/** Tests against a real WordPress, started by the tests themselves; `npm run e2e:wordpress`. */
export default defineConfig({
  test: {
    include: ['tools/wordpress/*.real.ts'],
    root: '.',
    testTimeout: 120_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    fileParallelism: false,
  },
});
