import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');

/** A folder with only our rules: custom rules do not see text on standard input. */
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bowerbird-lint-'));
  cpSync(join(root, 'tools', 'lint'), join(folder, 'tools', 'lint'), { recursive: true });
  const config: unknown = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ ...Object(config), vcs: { enabled: false } }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the lines of a file with this path and text at which one of our rules stops the linter. */
function refusedLines(path: string, text: string): number[] {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { stdout, stderr } = spawnSync(process.execPath, [biome, 'lint', '--colors=off', path], {
    cwd: folder,
    encoding: 'utf8',
  });
  const lines = [...`${stdout}${stderr}`.matchAll(/\.ts:(\d+):\d+ plugin /g)].map(([, line]) => Number(line));
  return [...new Set(lines)].sort((one, other) => one - other);
}

const unbounded = `export async function read(answer: Response, other?: Response, mark?: { text(): string }) {
  await answer.text();
  await answer.clone().json();
  await other?.arrayBuffer();
  answer.blob().then(console.log);
  const form = answer.formData();
  const bytes = answer.bytes();
  return [form, bytes, mark.text()];
}
`;

it.each([
  'packages/platforms/src/shopify/collect/page/page.ts',
  'apps/server/src/messages/mail.ts',
  'apps/plugin/src/x.ts',
])('no answer is read without a bound in %s', (path) => {
  expect(refusedLines(path, unbounded)).toEqual([2, 3, 4, 5, 6, 7]);
});

it('readers of platforms parse no JSON without a bound', () => {
  const text = 'export const read = (text: string): unknown => JSON.parse(text);\n';

  expect(refusedLines('packages/platforms/src/shopify/collect/page/page.ts', text)).toEqual([1]);
  expect(refusedLines('packages/catalog/src/page.ts', text)).toEqual([]);
});

it('tests and simulators may', () => {
  expect(refusedLines('packages/platforms/src/shopify/collect/page/page.test.ts', unbounded)).toEqual([]);
  expect(refusedLines('packages/simulators/src/shopify/shop.ts', unbounded)).toEqual([]);
});
