import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { readCsv } from '../text/csv-reader.ts';
import { fileFormats, recognised } from './all.ts';
import { readTable } from './read-table.ts';
import { gramsOf } from './weights.ts';

const folder = join(import.meta.dirname, '../../../../../shared/fixtures');
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.csv(\.gz)?$/.test(file))
  : [];

function rowsOf(file: string) {
  const content = readFileSync(join(folder, file));
  return readCsv((file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8'));
}

const known: readonly [RegExp, string | undefined][] = [
  [/^shopify\/.*new-headers/, 'shopify-new'],
  [/^shopify\//, 'shopify'],
  [/^woocommerce\//, 'woocommerce'],
  [/^shopline\//, 'shopline'],
  [/^shoplazza\//, 'shoplazza'],
  [/^shopyy\/product/, 'shopyy'],
  [/^shopyy\/collection/, undefined],
];

it.runIf(recorded.length > 0)('every recorded file is known by its header, and no other for one', () => {
  const found = recorded.map((file) => [file, recognised(rowsOf(file)[0]?.cells ?? [])?.id]);
  const expected = recorded.map((file) => [file, known.find(([name]) => name.test(file))?.[1]]);

  expect(found).toEqual(expected);
});

const woo = recorded.filter((file) => file.startsWith('woocommerce/'));
it.each(woo)('%s is read without a fault, and written and read again means the same', (file) => {
  const { products } = readTable(rowsOf(file));
  const given = products.flatMap(({ product }) => product ?? []);
  const sheet = fileFormats.woocommerce.sheet({ attributes: 4 });
  const written = given.map((product) => sheet.write(product));
  const rows = [sheet.header, ...written.flatMap(({ rows: own }) => own)].map((cells, index) => ({
    number: index + 1,
    cells,
  }));
  const again = readTable(rows).products.flatMap(({ product }) => product ?? []);
  const isWritten = given.filter((_, index) => (written[index]?.rows.length ?? 0) > 0);

  expect(products.flatMap(({ faults }) => faults)).toEqual([]);
  expect(written.flatMap(({ notices }) => notices)).not.toContain('refused-by-importer');
  expect(isWritten.length).toBeGreaterThan(2);
  expect(again.map(withoutExtra)).toEqual(isWritten.map(withoutExtra));
});

/** Pounds are written in kilograms, and are then grams with four decimals. */
function withoutExtra({ extra: _, ...product }: Product) {
  const variants = product.variants.map(({ weight, ...variant }) => ({
    ...variant,
    grams: weight && Math.round(Number(gramsOf(weight))),
  }));
  return { ...product, variants };
}

const recordedExport = woo.find((file) => basename(file).includes('export-recorded'));
it.runIf(recordedExport !== undefined)(
  'a variable product of a WooCommerce export is one product with its variations',
  () => {
    const { products } = readTable(rowsOf(recordedExport ?? ''));

    expect(products.map(({ product }) => [product?.title, product?.variants.length])).toEqual([
      ['Stoneware Mug – 350 ml', 1],
      ['Fleece Hoodie', 4],
      ['Desk Lamp', 1],
    ]);
    expect(products[1]?.product).toMatchObject({
      options: [
        { name: 'Color', values: ['Blue', 'Red'] },
        { name: 'Size', values: ['S', 'M'] },
      ],
      categories: [['Clothing & Home', 'Hoodies']],
    });
    expect(products[1]?.product?.variants[2]).toMatchObject({
      sku: 'HOOD-R-S',
      price: '39.90',
      compareAtPrice: '49.90',
      stock: 3,
    });
    expect(products[1]?.origin.variants).toEqual({ v1: 4, v2: 5, v3: 6, v4: 7 });
  },
);
