import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Break } from './breaks/break.ts';
import { breaks } from './breaks.ts';

/**
 * `npm run proof:spec [-- ids...] [--all] [--draw 10] [--seed 1] [--unit]`: breaks the code behind requirements of the
 * specification, one at a time in a copy of the sources, and checks that the test with the id fails. Without ids it
 * draws ten of all; `--unit` leaves out those that need a browser. Exits with 1 when a test still passes.
 */
const root = join(import.meta.dirname, '../..');
const leftOut = new Set(['node_modules', 'dist', 'test-results']);

/** Result of one test. */
interface Ended {
  file: string;
  title: string;
  passed: boolean;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    unit: { type: 'boolean', default: false },
    draw: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
  },
});
const open = breaks.filter(({ test }) => !values.unit || !isInBrowser(test));
const chosen =
  positionals.length > 0
    ? open.filter(({ rule }) => positionals.includes(rule))
    : values.all
      ? open
      : drawn(Number(values.draw), Number(values.seed));
console.log(`${chosen.length} of ${breaks.length} breaks, seed ${values.seed}.`);

const copy = copyOfSources();
let wrong = chosen.length === 0 ? 1 : 0;
try {
  for (const each of chosen) {
    const verdict = holds(each) === true ? verdictOn(each) : `${each.test} does not pass as it is`;
    wrong += verdict === 'red' ? 0 : 1;
    console.log(`${each.rule.padEnd(44)} ${each.what.padEnd(56)} ${verdict}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(
  wrong === 0 ? `All ${chosen.length} turn their test red.` : `${wrong} of ${chosen.length} do not.`,
);
process.exitCode = wrong === 0 ? 0 : 1;

/** Draws the same breaks for the same seed. */
function drawn(count: number, seed: number): Break[] {
  const length = Math.min(count, open.length);
  const some = fc.shuffledSubarray([...open], { minLength: length, maxLength: length });
  return fc.sample(some, { seed, numRuns: 1 })[0] ?? [];
}

/** Returns `red` when the requirement's test fails on the broken code; else what was found. */
function verdictOn(broken: Break): string {
  const path = join(copy, broken.file);
  const code = readFileSync(path, 'utf8');
  if (code.split(broken.find).length !== 2) {
    return `the code to break is not once in ${broken.file}`;
  }
  writeFileSync(
    path,
    code.replace(broken.find, () => broken.replace),
  );
  try {
    const held = holds(broken);
    // A file that no longer loads also fails, but would prove nothing.
    return held === undefined ? 'does not run' : held ? 'STAYS GREEN' : 'red';
  } finally {
    writeFileSync(path, code);
  }
}

/** Returns whether every test in the file with the id passed; undefined when there was none. */
function holds({ rule, test }: Break): boolean | undefined {
  const ended = isInBrowser(test) ? endsInBrowser(test, rule) : endsOf(test);
  const held = ended.filter(
    ({ file, title }) => file.endsWith(basename(test)) && title.includes(`[${rule}]`),
  );
  return held.length === 0 ? undefined : held.every(({ passed }) => passed);
}

function isInBrowser(test: string): boolean {
  return test.endsWith('.e2e.ts');
}

/** Returns the results of a file's unit tests in the copy. */
function endsOf(test: string): Ended[] {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  run([vitest, 'run', '--reporter=json', `--outputFile=${report}`, test], copy);
  // The output of vitest.
  const {
    testResults,
  }: { testResults: { name: string; assertionResults: { title: string; status: string }[] }[] } = readReport(
    report,
  ) ?? { testResults: [] };
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({
      file: name.replaceAll('\\', '/'),
      title,
      passed: status === 'passed',
    })),
  );
}

/** Returns the results of a file's tests with an id in a browser, on a console built from the copy. */
function endsInBrowser(test: string, rule: string): Ended[] {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  run([join(root, 'node_modules/vite/bin/vite.js'), 'build'], join(copy, 'apps/console'));
  run(
    [
      join(root, 'node_modules/@playwright/test/cli.js'),
      'test',
      '--reporter=json',
      '--grep',
      `\\[${rule.replaceAll('.', '\\.')}\\]`,
      test,
    ],
    copy,
    { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  type Suite = { file: string; specs: { title: string; ok: boolean }[]; suites?: Suite[] };
  const { suites }: { suites: Suite[] } = readReport(report) ?? { suites: [] };
  const endsIn = ({ file, specs, suites: inner = [] }: Suite): Ended[] => [
    ...specs.map(({ title, ok }) => ({ file, title, passed: ok })),
    ...inner.flatMap(endsIn),
  ];
  return suites.flatMap(endsIn);
}

function run(args: string[], folder: string, env: Record<string, string> = {}): void {
  spawnSync(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, ...env } });
}

function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

function copyOfSources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-broken-'));
  const parts = ['apps', 'packages', 'tools', 'package.json', 'tsconfig.json'];
  for (const part of [...parts, 'vitest.config.ts', 'playwright.config.ts']) {
    const filter = (path: string) => !leftOut.has(basename(path));
    cpSync(join(root, part), join(folder, part), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
