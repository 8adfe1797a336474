import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureConsole, tellBudgets } from './build.mjs';
import { ensurePlugin } from './build-plugin.mjs';
import { CannotGoOn, cache, ensureInstalled, keepsCompiled, main, ourNode, root } from './install.mjs';
import { closingLines, outcomeOfPlaywright, outcomeOfVitest } from './outcome.mjs';
import { ensureShopifySchema } from './shopify-schema.mjs';

/** What each part runs; each returns its result (`Outcome` of `outcome.mjs`). */
const parts = { types, unit, long, e2e };
/**
 * `npm test` leaves out the tests that are tagged as slow and the browser tests beside the main ways
 * (`playwright.config.ts`); `npm run test:slow` runs just these, and `.ci/run` both.
 */
const sets = {
  check: [['types']],
  all: [
    ['types'],
    ['unit', ['--project=!long', '--tags-filter=!slow']],
    ['e2e', [], { BOWERBIRD_E2E: 'main-ways' }],
  ],
  slow: [
    ['unit', ['--project=!long', '--tags-filter=slow']],
    ['e2e', [], { BOWERBIRD_E2E: 'slow' }],
  ],
};

main(async () => {
  const [first = 'all', ...rest] = process.argv.slice(2);
  const named = first.startsWith('-') ? 'all' : first;
  const wanted = sets[named] ?? (named in parts ? [[named, rest]] : undefined);
  if (wanted === undefined) {
    const known = [...Object.keys(parts), ...Object.keys(sets)].join(', ');
    throw new CannotGoOn(`There is no part "${named}". The parts are: ${known}.`);
  }
  await ensureInstalled(console.log);
  mkdirSync(cache, { recursive: true });

  const outcomes = [];
  for (const [part, args, env] of wanted) {
    outcomes.push(await runPart(part, args, env));
  }
  console.log(`\n${closingLines(outcomes).join('\n')}`);
  return outcomes.every(({ failed }) => failed === 0) ? 0 : 1;
});

/** A part that could not even start has failed; the others still run. */
async function runPart(part, args = [], env = {}) {
  try {
    return await parts[part](args, env);
  } catch (thrown) {
    console.error(thrown instanceof CannotGoOn ? thrown.message : thrown);
    return brokenOff(part);
  }
}

function types() {
  heading('Types and lint');
  const checks = [
    // What several checkers need is computed in each: as many as cores.
    ['types', [moduleFile('ts7/bin/tsc'), '--noEmit', '-p', '.', '--checkers', '2']],
    ['lint', [moduleFile('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.']],
  ];
  const failures = checks.filter(([, args]) => !run(args)).map(([name]) => name);
  return { passed: checks.length - failures.length, failed: failures.length, failures, unsteady: [] };
}

/**
 * Maximum number of files with failures that are run once more by themselves; if more fail, chance is not the cause.
 */
const runOnceMore = 3;

function unit(args, env = {}) {
  ensureShopifySchema(console.log);
  heading('Tests');
  // A test that is requested by name is run in whichever project it is.
  const chosen = args.length > 0 || env.BOWERBIRD_TESTS === 'all' ? args : ['--project=!long'];
  const first = vitest(chosen, env);
  const namedTests = first.files.length > 0 && first.failed === first.failures.length;
  if (!namedTests || first.files.length > runOnceMore) {
    return first;
  }
  heading('What failed, once more by itself');
  const second = vitest([...args.filter((arg) => arg.startsWith('--')), ...first.files], env);
  const still = second.failed === 0 ? [] : second.failures;
  return {
    passed: first.passed + first.failed - second.failed,
    failed: second.failed,
    failures: still,
    unsteady: first.failures.filter((text) => !still.some((each) => nameOf(each) === nameOf(text))),
  };
}

function nameOf(failure) {
  return failure.split(': ', 1)[0];
}

function vitest(args, env) {
  const file = join(cache, 'bowerbird-vitest.json');
  rmSync(file, { force: true });
  const reporters = ['--reporter=default', '--reporter=./tools/vitest/vitest-slowest.ts', '--reporter=json'];
  const ok = run(
    [moduleFile('vitest/vitest.mjs'), 'run', ...reporters, `--outputFile.json=${file}`, ...args],
    env,
  );
  return settle(ok, 'tests', outcomeOfVitest(file, root));
}

/** Runs every test with all of its cases, and the long tests of whole processes (`*.long.test.ts`). */
function long(args) {
  return unit(args, { BOWERBIRD_TESTS: 'all' });
}

async function e2e(args, env) {
  heading('Tests in the browser');
  const browser = ensureBrowser(console.log);
  if (browser === undefined) {
    return brokenOff('no browser');
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
  return settle(ok, 'browser tests', outcomeOfPlaywright(file));
}

/** A run that ended badly has failed, even if none of its tests did. */
function settle(ok, what, outcome) {
  return ok || outcome.failed > 0
    ? outcome
    : { ...outcome, failed: 1, failures: [`${what}: the run itself ended badly`] };
}

function brokenOff(what) {
  return { passed: 0, failed: 1, failures: [`${what}: could not run`], unsteady: [] };
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

function heading(text) {
  console.log(`\n== ${text}`);
}
