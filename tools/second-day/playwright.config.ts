import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/**
 * The second day of a merchant, as one test: it takes minutes, so it has its own command. `-- --headed` shows the
 * browser.
 */
export default defineConfig(base, {
  projects: [{ name: 'second-day', testDir: import.meta.dirname }],
  globalSetup: '../../apps/console/e2e/prepare.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 3 * 3_600_000,
});
