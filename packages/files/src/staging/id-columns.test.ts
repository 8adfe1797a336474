import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { idColumns } from '@bowerbird/contract/files/id-columns';
import { expect, it } from 'vitest';
import { fileFormats, recognised } from '../formats/all.ts';
import type { NotedRow } from '../text/table-row.ts';
import { readStaged } from './staged-table.ts';

const own = Object.values(idColumns);

it.each(Object.keys(fileFormats) as (keyof typeof fileFormats)[])(
  'a %s file with our ids is the same file, and a product of it has them and nothing more',
  (id) => {
    const sheet = fileFormats[id].sheet({ attributes: 1 });
    const product = productWith({
      title: 'Mug',
      handle: 'mug',
      variants: [variantWith({ id: 'v1', sku: 'S-1', price: '9.00' })],
    });
    const rows = [sheet.header, ...(sheet.hint ? [sheet.hint] : []), ...sheet.write(product).rows];
    const table = (cells: readonly string[][]): [NotedRow, ...NotedRow[]] => {
      const [first = [], ...more] = cells;
      const noted = (row: string[], at: number) => ({ number: at + 1, cells: row, notes: [] });
      return [noted(first, 0), ...more.map((row, at) => noted(row, at + 1))];
    };
    const mapping = { products: { by: 'format' as const, format: id }, remedies: [] };
    const plain = readStaged(mapping, table(rows.map((row) => [...row])));
    const isProduct = (at: number) => at >= rows.length - sheet.write(product).rows.length;
    const wide = rows.map((row, at) => [
      ...row,
      ...(at === 0 ? own : isProduct(at) ? ['0199-id', "'-17", 'run'] : ['', '', '']),
    ]);

    const read = readStaged(mapping, table(wide));

    expect(recognised(wide[0] ?? [])?.id).toBe(recognised(sheet.header)?.id);
    expect(read.products.map(({ product: each, faults }) => ({ each, faults }))).toEqual(
      plain.products.map(({ product: each, faults }) => ({ each, faults })),
    );
    expect(read.products[0]?.ids).toEqual({ id: ['0199-id'], sourceId: ['-17'], exportId: ['run'] });
  },
);
