import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { points } from './points/points.ts';
import { withTable } from './points/table.ts';

const top = new URL('../../', import.meta.url);

it.each(points.map(({ of, what, tests }) => ({ point: `${of}: ${what}`, tests })))(
  '$point is shown by tests that exist',
  ({ tests }) => {
    const missing = tests.filter(([file, name]) => {
      const at = new URL(file, top);
      return !existsSync(at) || !readFileSync(at, 'utf8').includes(name);
    });

    expect(missing).toEqual([]);
    expect(tests.length).toBeGreaterThan(0);
  },
);

it('the table in docs/proofs.md is as `node tools/run.mjs tools/proof/points/main.ts` writes it', () => {
  const document = readFileSync(new URL('docs/proofs.md', top), 'utf8');

  expect(withTable(document, points)).toBe(document);
});
