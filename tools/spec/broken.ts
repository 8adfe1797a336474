import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Break, breaks } from './breaks.ts';

/**
 * `npm run proof:spec [-- ids...]`: breaks the code behind some rules of the specification, one at a time in a copy of
 * the sources, and sees that a test which carries the rule's id turns red. Ends with 1 when one stays green.
 */
const root = join(import.meta.dirname, '../..');
const leftOut = new Set(['node_modules', 'dist', 'e2e']);

interface Ended {
  file: string;
  title: string;
  status: string;
}

const wanted = process.argv.slice(2);
const chosen = breaks.filter(({ rule }) => wanted.length === 0 || wanted.includes(rule));
const copy = copyOfSources();
let wrong = chosen.length === 0 ? 1 : 0;
try {
  const whole = endsOf([...new Set(chosen.map(({ test }) => test))]);
  for (const each of chosen) {
    const verdict = holds(each, whole) === true ? verdictOn(each) : `${each.test} does not pass as it is`;
    wrong += verdict === 'red' ? 0 : 1;
    console.log(`${each.rule.padEnd(22)} ${each.what.padEnd(56)} ${verdict}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(
  wrong === 0 ? `All ${chosen.length} turn their test red.` : `${wrong} of ${chosen.length} do not.`,
);
process.exitCode = wrong === 0 ? 0 : 1;

/** `red` when the rule's test fails on the broken code; else what was found. */
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
    const held = holds(broken, endsOf([broken.test]));
    // A file that no longer loads fails, too, but would prove nothing.
    return held === undefined ? 'does not run' : held ? 'STAYS GREEN' : 'red';
  } finally {
    writeFileSync(path, code);
  }
}

/** Whether every test in the file that carries the rule passed; undefined when there was none. */
function holds({ rule, test }: Break, ended: readonly Ended[]): boolean | undefined {
  const held = ended.filter(({ file, title }) => file.endsWith(test) && title.includes(`[${rule}]`));
  return held.length === 0 ? undefined : held.every(({ status }) => status === 'passed');
}

/** How the tests of these files end in the copy. */
function endsOf(tests: readonly string[]): Ended[] {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...tests];
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  spawnSync(process.execPath, [vitest, ...args], { cwd: copy, stdio: 'ignore' });
  if (!existsSync(report)) {
    return [];
  }
  // What vitest writes.
  const { testResults }: { testResults: { name: string; assertionResults: Omit<Ended, 'file'>[] }[] } =
    JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ title, status }) => ({ file: name.replaceAll('\\', '/'), title, status })),
  );
}

function copyOfSources(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-broken-'));
  for (const part of ['apps', 'packages', 'tools', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    const filter = (path: string) => !leftOut.has(basename(path));
    cpSync(join(root, part), join(folder, part), { recursive: true, filter });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}
