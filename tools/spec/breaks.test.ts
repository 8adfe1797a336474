import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { breaks } from './breaks.ts';
import { holdingTests } from './holding-tests.ts';

const root = join(import.meta.dirname, '../..');

it('finds the code of every break once, and a test that carries its requirement', () => {
  const tests = holdingTests(root, 'specification');
  const wrong = breaks.flatMap(({ rule, file, find, test }) => [
    ...(readFileSync(join(root, file), 'utf8').split(find).length === 2
      ? []
      : [`${rule}: not once in ${file}`]),
    ...(tests.some((each) => each.file === test && each.ids.includes(rule))
      ? []
      : [`${rule}: not in ${test}`]),
  ]);

  expect(wrong).toEqual([]);
});
