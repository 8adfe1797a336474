import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stepsOf, withAddition } from './adding.ts';

const root = join(import.meta.dirname, '../..');
const steps = stepsOf(readFileSync(join(root, 'docs/adding-a-platform.md'), 'utf8'));

it('the example platform of the document can be added to the packages as they are', () => {
  const files = new Map<string, string>();
  for (const step of steps) {
    const known = files.get(step.path);
    if (step.kind === 'file') {
      expect([known, existsSync(join(root, step.path))], step.path).toEqual([undefined, false]);
      files.set(step.path, step.content);
    } else {
      files.set(step.path, withAddition(known ?? readFileSync(join(root, step.path), 'utf8'), step));
    }
  }

  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      'packages/platforms/src/all.ts',
      'packages/platforms/src/lumen/index.ts',
      'packages/simulators/src/all.ts',
      'packages/simulators/src/lumen/shop.ts',
    ]),
  );
});

it('an addition whose place has moved is named', () => {
  const step = { path: 'a.ts', kind: 'addition', content: ' one\n+two\n three\n' } as const;

  expect(withAddition('zero\none\nthree\n', step)).toBe('zero\none\ntwo\nthree\n');
  expect(() => withAddition('one\nfour\n', step)).toThrow('nowhere in a.ts');
  expect(() => withAddition('one\nthree\none\nthree\n', step)).toThrow('more than once in a.ts');
});
