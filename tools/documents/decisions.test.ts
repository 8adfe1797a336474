import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../../docs/decisions');
const files = readdirSync(folder)
  .filter((name) => /^\d/.test(name))
  .sort();
const headings = files.map((name) => readFileSync(join(folder, name), 'utf8').split('\n', 1)[0] ?? '');

it('decisions are numbered without gaps, and each begins with its number', () => {
  const numbers = files.map((_, at) => String(at + 1).padStart(4, '0'));

  expect(files.map((name) => name.slice(0, 4))).toEqual(numbers);
  expect(headings.map((heading) => heading.slice(0, 7))).toEqual(numbers.map((number) => `# ${number} `));
});

it('the index of decisions names each once, with its title', () => {
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const named = [...index.matchAll(/^- \[(?<number>\d{4})\]\((?<file>[^)]+)\) (?<title>.+)$/gm)].map(
    ({ groups }) => [groups?.file, `# ${groups?.number} ${groups?.title}`],
  );

  expect(named.sort()).toEqual(files.map((file, at) => [file, headings[at]]));
});
