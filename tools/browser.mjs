import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { ourNode, root } from './install.mjs';

const usualNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const debianPackages = ['chromium', 'fonts-noto-cjk', 'fonts-inter', 'fonts-jetbrains-mono'];

/**
 * Returns the browser for the tests: CHROMIUM_PATH, a usual name on the PATH, a usual location, or the test tool's own
 * download.
 */
export function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    return canRun(named) ? named : undefined;
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => usualNames.map((name) => join(folder, name)));
  return [...onPath, ...usualPlaces, downloaded()].find(canRun);
}

/** Finds or installs the browser. Returns undefined, after printing the remedy, if there is none in the end. */
export function ensureBrowser(say) {
  const found = findBrowser();
  if (found !== undefined) {
    return found;
  }
  if (process.env.CHROMIUM_PATH) {
    say(
      `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which is no program. Correct it, or leave it out.`,
    );
    return undefined;
  }
  const onDebian = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  say(`No browser is found; installing Chromium${onDebian ? ' and the fonts' : ''}.`);
  if (onDebian) {
    installOnDebian(say);
  } else {
    const tool = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
    report(spawnSync(ourNode, [tool, 'install', 'chromium'], { encoding: 'utf8' }), say);
  }
  const installed = findBrowser();
  if (installed === undefined) {
    say(
      'There is no browser for the browser tests. Install Chromium, or let CHROMIUM_PATH name one, and start again.',
    );
  }
  return installed;
}

function installOnDebian(say) {
  const options = { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  spawnSync('apt-get', ['update'], options);
  report(spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...debianPackages], options), say);
}

function report({ status, error, stderr }, say) {
  if (status !== 0) {
    say((stderr || error?.message || '').trim().split('\n').slice(-3).join('\n'));
  }
}

function downloaded() {
  try {
    return createRequire(import.meta.url)('playwright-core').chromium.executablePath();
  } catch {
    return undefined;
  }
}

function canRun(path) {
  try {
    accessSync(path ?? '', constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
