import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { FileParts } from './file-parts.ts';

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-parts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const limit = 400;
const cell = fc.oneof(
  fc.nat(120).map((length) => '"'.repeat(length)),
  fc.nat(120).map((length) => '保'.repeat(length)),
  fc.nat(300).map((length) => 'x'.repeat(length)),
);
const product = fc
  .array(fc.array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 2 })
  .map((rows) => rows.map((cells, at) => [at === 0 ? 'product' : '', ...cells]));

it('no file of several products is larger than the store takes, whatever is in their cells', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 12 }), async (products) => {
      const path = join(folder, crypto.randomUUID());
      const kind = { kind: 'csv' as const, mark: true, sheetName: 'Products' };
      const parts = new FileParts(path, kind, [['Handle']], { bytes: limit, rows: null });
      for (const rows of products) {
        await parts.add(rows);
      }

      const written = await parts.finish();

      const files = written.map((part) => readFileSync(part.path));
      const held = files.map((file) => file.toString().match(/^product,/gm)?.length ?? 0);
      expect(files.filter((file, at) => file.length > limit && held[at] !== 1)).toEqual([]);
      expect(held.reduce((sum, count) => sum + count, 0)).toBe(products.length);
    }),
    { numRuns: 300 },
  );
});
