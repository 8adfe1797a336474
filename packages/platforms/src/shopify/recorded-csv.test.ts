import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeCsvRow } from '@bowerbird/catalog/csv';
import { checkProduct } from '@bowerbird/catalog/invariants';
import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import { checkShopifyCsv } from './csv/check.ts';
import { readShopifyCsv } from './csv/read.ts';
import { encodeShopifyProduct, shopifyCsvHeader } from './csv/write.ts';

const folder = join(import.meta.dirname, '../../../../../shared/fixtures/shopify/csv');
const misaligned = 'misaligned-new-headers-stoa.csv';
const products: Record<string, number> = {
  'official-template-new-headers.csv': 3,
  'shopifypartners-apparel.csv': 20,
  'shopifypartners-home-and-garden.csv': 20,
  'shopifypartners-jewelery.csv': 20,
  'yadayada-products_export_1.csv': 8,
  'yadayada-template-markets-2023.csv': 3,
};
const read = (file: string) => readFileSync(join(folder, file), 'utf8');

if (!existsSync(folder)) {
  it('has the recorded files, where they are asked for', () => {
    process.stdout.write('Recorded Shopify files are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  it('knows every recorded file', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));

    expect(files.sort()).toEqual([...Object.keys(products), misaligned].sort());
  });

  it.each(Object.entries(products))('accepts and reads %s: %i products, every one sound', (file, count) => {
    const { products, faults } = readShopifyCsv(read(file));

    expect(checkShopifyCsv(read(file))).toEqual([]);
    expect(faults).toEqual([]);
    expect(products).toHaveLength(count);
    expect(products.filter(({ product }) => !Product.safeParse(product).success)).toEqual([]);
    expect(products.flatMap(({ product }) => checkProduct(product))).toEqual([]);
  });

  it.each(Object.keys(products))(
    'loses nothing of %s in either vocabulary, market and metafield columns neither',
    (file) => {
      const given = readShopifyCsv(read(file));

      for (const format of ['shopify', 'shopify-new'] as const) {
        const lines = given.products.map(({ product }) => encodeShopifyProduct(product, format, given.more));
        const text = encodeCsvRow(shopifyCsvHeader(format, given.more), '\n') + lines.join('');
        const again = readShopifyCsv(text);

        expect(checkShopifyCsv(text)).toEqual([]);
        expect(again.products.map(({ product }) => product)).toEqual(
          given.products.map(({ product }) => product),
        );
      }
    },
  );

  it('refuses the misaligned file by row and column, and reads no product of it', () => {
    const faults = checkShopifyCsv(read(misaligned));

    expect(faults.slice(0, 3)).toEqual([
      { row: 2, column: 'Inventory quantity', value: 'shopify', reason: 'cell.not-quantity' },
      { row: 2, column: 'Continue selling when out of stock', value: '10', reason: 'cell.not-policy' },
      { row: 2, column: 'Weight value (grams)', value: 'DENY', reason: 'cell.not-grams' },
    ]);
    expect(new Set(faults.map(({ row }) => row)).size).toBe(28);
    expect(readShopifyCsv(read(misaligned)).products).toEqual([]);
  });

  it('strips the apostrophe that exports put before a barcode, and reads ounces as ounces', () => {
    const { products } = readShopifyCsv(read('yadayada-products_export_1.csv'));
    const variants = products.flatMap(({ product }) => product.variants);

    expect(variants[0]?.barcode).toBe('0850064060010');
    expect(variants.map(({ weight }) => weight)).toContainEqual({ value: '1.99', unit: 'oz' });
  });
}
