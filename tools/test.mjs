import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureConsole, tellBudgets } from './build.mjs';
import { ensurePlugin } from './build-plugin.mjs';
import { CannotGoOn, cache, ensureInstalled, keepsCompiled, main, ourNode, root } from './install.mjs';
import { ensureShopifySchema } from './shopify-schema.mjs';

/** What each part runs; each answers how many passed and failed. */
const parts = { types, unit, long, e2e };
/** Of the browser tests, `npm test` runs those of every day; see `playwright.config.ts`. */
const everyDay = { BOWERBIRD_E2E: 'every-day' };
const names = { check: ['types'], all: ['types', 'unit', 'e2e'] };

main(async () => {
  const [first = 'all', ...rest] = process.argv.slice(2);
  const named = first.startsWith('-') ? 'all' : first;
  const wanted = names[named] ?? (named in parts ? [named] : undefined);
  if (wanted === undefined) {
    throw new CannotGoOn(
      `There is no part "${named}". The parts are: ${Object.keys(parts).join(', ')}, check, all.`,
    );
  }
  await ensureInstalled(console.log);
  mkdirSync(cache, { recursive: true });

  const counts = [];
  for (const part of wanted) {
    counts.push(await (named === 'all' ? runPart(part, [], everyDay) : runPart(part, rest)));
  }
  const passed = sum(counts.map((count) => count.passed));
  const failed = sum(counts.map((count) => count.failed));
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});

/** A part that could not even begin has failed; the others still run. */
async function runPart(part, args, env = {}) {
  try {
    return await parts[part](args, env);
  } catch (thrown) {
    console.error(thrown instanceof CannotGoOn ? thrown.message : thrown);
    return { passed: 0, failed: 1 };
  }
}

function types() {
  heading('Types and lint');
  const ok = [
    // What several checkers need is worked out in each: as many as cores.
    run([moduleFile('ts7/bin/tsc'), '--noEmit', '-p', '.', '--checkers', '2']),
    run([moduleFile('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']),
  ];
  return { passed: ok.filter(Boolean).length, failed: ok.filter((each) => !each).length };
}

function unit(args, env = {}) {
  ensureShopifySchema(console.log);
  heading('Tests');
  const file = join(cache, 'bowerbird-vitest.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=./tools/vitest-slowest.ts', '--reporter=json'];
  const ok = run(
    [
      moduleFile('vitest/vitest.mjs'),
      'run',
      ...reporters,
      `--outputFile.json=${file}`,
      // A test that is asked for by name is run wherever it stands.
      ...(args.length > 0 || env.BOWERBIRD_TESTS === 'all' ? args : ['--project=!long']),
    ],
    env,
  );
  const results = readJson(file);
  const broken = (results?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return settle(ok, results?.numPassedTests ?? 0, (results?.numFailedTests ?? 0) + broken.length);
}

/** Every test with all of its cases, and those of whole processes that take long (`*.long.test.ts`). */
function long(args) {
  return unit(args, { BOWERBIRD_TESTS: 'all' });
}

async function e2e(args, env) {
  heading('Tests in the browser');
  const browser = ensureBrowser(console.log);
  if (browser === undefined) {
    return { passed: 0, failed: 1 };
  }
  await ensureConsole(console.log);
  await ensurePlugin(console.log);
  tellBudgets(console.log);
  const file = join(cache, 'bowerbird-e2e.json');
  rmSync(file, { force: true });
  const ok = run([moduleFile('@playwright/test/cli.js'), 'test', '--reporter=list,json', ...args], {
    ...env,
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const stats = readJson(file)?.stats;
  return settle(
    ok,
    stats?.expected ?? 0,
    (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + (stats?.skipped ?? 0),
  );
}

/** A run that ended badly has failed, also when no test of it did. */
function settle(ok, passed, failed) {
  return { passed, failed: ok ? failed : Math.max(1, failed) };
}

function run(args, env = {}) {
  return (
    spawnSync(ourNode, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...keepsCompiled, ...env },
    }).status === 0
  );
}

function moduleFile(path) {
  return join(root, 'node_modules', path);
}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function heading(text) {
  console.log(`\n== ${text}`);
}

function sum(numbers) {
  return numbers.reduce((total, each) => total + each, 0);
}
