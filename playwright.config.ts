import { globSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tools/browser.mjs';

const browser = findBrowser();
if (browser !== undefined) {
  // The plugin's tests start their own browsers.
  process.env.CHROMIUM_PATH = browser;
}

/**
 * The main ways of merchants, which `npm test` runs, and what only `npm run test:slow` runs; `npm run e2e` runs all, and its
 * last result is in `docs/proofs.md`.
 */
const shares: Record<string, string[]> = {
  'main-ways': ['collecting', 'import', 'listing', 'main-way'],
  slow: [
    'frame',
    'public-pages',
    'recollect',
    'sign-in',
    'sign-up',
    'undo',
    'undo-practice',
    'uploaded-images',
  ],
};
const share = shares[process.env.BOWERBIRD_E2E ?? ''];
// A file that was given another name would run in no share, and nobody would notice.
const missing = Object.values(shares)
  .flat()
  .filter((name) => globSync(`apps/*/e2e/**/${name}.e2e.ts`, { cwd: import.meta.dirname }).length === 0);
if (missing.length > 0) {
  throw new Error(`No browser test is called ${missing.join(' or ')}.`);
}

export default defineConfig({
  projects: [
    { name: 'console', testDir: 'apps/console/e2e' },
    { name: 'plugin', testDir: 'apps/plugin/e2e' },
    { name: 'kinds', testDir: 'tools/kinds' },
  ],
  testMatch: share?.map((name) => `**/${name}.e2e.ts`) ?? '**/*.e2e.ts',
  globalSetup: './apps/console/e2e/prepare.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // As many as cores: a third worker made the same tests a fifth slower.
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // These limits only end what hangs: a busy machine is no failure.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  // Tests that pass only on the retry are listed as unsteady at the end of the run.
  retries: 1,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    actionTimeout: 120_000,
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(browser === undefined ? {} : { executablePath: browser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
