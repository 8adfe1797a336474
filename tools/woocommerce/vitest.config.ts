import { defineConfig } from 'vitest/config';

/** Tests against real WooCommerce stores that the setup installs and starts; `npm run e2e:woocommerce`. */
export default defineConfig({
  test: {
    include: ['tools/woocommerce/*.real.ts'],
    root: '.',
    globalSetup: ['tools/vitest/vitest-database.ts', 'tools/woocommerce/set-up.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 900_000,
    teardownTimeout: 60_000,
    fileParallelism: false,
  },
});
