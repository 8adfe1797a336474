import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Step, stepsOf, withAddition } from './adding.ts';

const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'bowerbird-platform-'));
const steps = stepsOf(readFileSync(join(root, 'docs/adding-a-platform.md'), 'utf8'));

beforeAll(() => {
  cpSync(join(root, 'packages'), join(copy, 'packages'), {
    recursive: true,
    filter: (path) => !/[/\\](?:node_modules|dist)$/.test(path),
  });
  linkModules();
  const options = JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8'));
  write('tsconfig.json', JSON.stringify({ ...options, include: ['packages'] }));
  write(
    'vitest.config.mjs',
    'export default { test: { include: ["packages/**/*.test.ts"], testTimeout: 240_000, tags: [{ name: "slow" }] } };\n',
  );
  write('package.json', '{ "type": "module" }\n');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The packages that are installed, with our own from the copy. */
function linkModules(): void {
  const modules = join(copy, 'node_modules');
  mkdirSync(join(modules, '@bowerbird'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '@bowerbird' && name !== '.vite') {
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }
  }
  for (const name of readdirSync(join(copy, 'packages'))) {
    symlinkSync(join(copy, 'packages', name), join(modules, '@bowerbird', name));
  }
}

function write(path: string, content: string): void {
  mkdirSync(dirname(join(copy, path)), { recursive: true });
  writeFileSync(join(copy, path), content);
}

function follow(step: Step): void {
  write(
    step.path,
    step.kind === 'file' ? step.content : withAddition(readFileSync(join(copy, step.path), 'utf8'), step),
  );
}

function run(module: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules', module), ...args],
    { cwd: copy, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  );
  return { status, output: `${stdout}${stderr}` };
}

const suites = [
  'packages/platforms/src/all.test.ts',
  'packages/platforms/src/listing/features.test.ts',
  'packages/platforms/src/lumen',
];

it('a platform that is registered nowhere is named', () => {
  for (const step of steps.filter(({ kind }) => kind === 'file')) {
    follow(step);
  }

  const { status, output } = run('vitest/vitest.mjs', 'run', '--root', copy, suites[0] ?? '');

  expect([status, output]).toEqual([1, expect.stringContaining('lumen is registered in all.ts')]);
});

it('the document’s steps, and nothing more, add a platform that recognises, previews, collects and lists', () => {
  for (const step of steps.filter(({ kind }) => kind === 'addition')) {
    follow(step);
  }

  const types = run('ts7/bin/tsc', '--noEmit', '-p', '.', '--checkers', '2');
  const tests = run('vitest/vitest.mjs', 'run', '--root', copy, ...suites);

  expect(types).toEqual({ status: 0, output: '' });
  expect(tests, tests.output).toMatchObject({ status: 0 });
  expect(tests.output).toMatch(/Tests {2}\d+ passed/);
});
