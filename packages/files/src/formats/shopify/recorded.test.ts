import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { encodeCsvRow } from '@bowerbird/catalog/csv';
import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { Product } from '@bowerbird/catalog/product';
import { describe, expect, it } from 'vitest';
import { readShopifyCsv } from '../../testing/read-shopify.ts';
import { CsvReader } from '../../text/csv-reader.ts';
import { checkShopifyCsv } from './check.ts';
import { encodeShopifyProduct, shopifyCsvHeader } from './write.ts';

const folder = join(import.meta.dirname, '../../../../../../shared/fixtures/shopify/csv');

/** Uses every recorded file, compressed or not: the folder grows without a change of this test. */
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.csv(\.gz)?$/.test(file))
  : [];
/** Files that are wrong on purpose have a name that says so. */
const isMisaligned = (file: string) => basename(file).startsWith('misaligned');
const sound = recorded.filter((file) => !isMisaligned(file));

function read(file: string): string {
  const content = readFileSync(join(folder, file));
  return (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
}

/** The rows of each product, by its handle as written in the file; found without the reader under test. */
function rowsByHandle(text: string): Map<string, number[]> {
  const reader = new CsvReader();
  const [header, ...rows] = [...reader.push(text), ...reader.end()];
  const place = header?.cells.findIndex((cell) => /^\uFEFF?(URL )?handle$/i.test(cell.trim())) ?? -1;
  const found = new Map<string, number[]>();
  for (const { number, cells } of rows) {
    const handle = (cells[place] ?? '').trim();
    if (handle !== '') {
      found.set(handle, [...(found.get(handle) ?? []), number]);
    }
  }
  return found;
}

if (recorded.length === 0) {
  it('has the recorded files, where they are asked for', () => {
    process.stdout.write('Recorded Shopify files are not here; nothing was held against them.\n');

    expect(process.env.CI ?? '').toBe('');
  });
} else {
  describe.each(sound)('%s', (file) => {
    it('loses no product: each is read, sound, or named by its row, column and reason', () => {
      const text = read(file);
      const { products, faults } = readShopifyCsv(text);
      const handles = new Set(products.map(({ product }) => product.handle));
      const named = new Set(faults.map(({ row }) => row));
      const lost = [...rowsByHandle(text)].filter(
        ([handle, rows]) => !handles.has(handle) && !rows.some((row) => named.has(row)),
      );

      expect(lost).toEqual([]);
      expect(faults.filter(({ code }) => code === undefined)).toEqual([]);
      expect(products.filter(({ product }) => !Product.safeParse(product).success)).toEqual([]);
      expect(products.flatMap(({ product }) => checkProduct(product))).toEqual([]);
    });

    it('loses nothing in either vocabulary, market and metafield columns neither', () => {
      const given = readShopifyCsv(read(file));

      for (const format of ['shopify', 'shopify-new'] as const) {
        const lines = given.products.map(({ product }) => encodeShopifyProduct(product, format, given.more));
        const text = encodeCsvRow(shopifyCsvHeader(format, given.more), '\n') + lines.join('');
        const again = readShopifyCsv(text);

        // A product without a price is read, but never written to a file for sale (`export/`).
        expect(checkShopifyCsv(text).filter(({ code }) => code !== 'variant.price-missing')).toEqual([]);
        expect(again.products.map(({ product }) => product)).toEqual(
          given.products.map(({ product }) => product),
        );
      }
    });
  });

  // In files that people made by hand, many rows are wrong and are reported.
  const exported = sound.filter((file) =>
    /^(?:shopifypartners|yadayada|official|biliscosaf|cantorunkerem8|learnshopdev)-/.test(basename(file)),
  );
  it.runIf(exported.length > 0)('reads nearly every product of what shops exported', () => {
    const files = exported.map((file) => read(file));
    const all = files.reduce((sum, text) => sum + rowsByHandle(text).size, 0);
    const got = files.reduce((sum, text) => sum + readShopifyCsv(text).products.length, 0);

    expect(got / all).toBeGreaterThan(0.98);
  });

  it.each(recorded.filter(isMisaligned))('names what is wrong in %s, and reads no product of it', (file) => {
    const faults = checkShopifyCsv(read(file));

    expect(faults.length).toBeGreaterThan(0);
    expect(faults.every(({ row, column }) => row > 1 && column !== null)).toBe(true);
    expect(readShopifyCsv(read(file)).products).toEqual([]);
  });

  const stoa = 'misaligned-new-headers-stoa.csv';
  it.runIf(recorded.includes(stoa))('names the shifted cells of a misaligned file one by one', () => {
    const faults = checkShopifyCsv(read(stoa));

    expect(faults.slice(0, 3)).toEqual([
      { row: 2, column: 'Inventory quantity', value: 'shopify', code: 'cell.not-quantity' },
      { row: 2, column: 'Continue selling when out of stock', value: '10', code: 'cell.not-policy' },
      { row: 2, column: 'Weight value (grams)', value: 'DENY', code: 'cell.not-grams' },
    ]);
    expect(new Set(faults.map(({ row }) => row)).size).toBe(28);
  });

  const yadayada = 'yadayada-products_export_1.csv';
  it.runIf(recorded.includes(yadayada))(
    'strips the apostrophe that exports put before a barcode, and reads ounces as ounces',
    () => {
      const { products } = readShopifyCsv(read(yadayada));
      const variants = products.flatMap(({ product }) => product.variants);

      expect(variants[0]?.barcode).toBe('0850064060010');
      expect(variants.map(({ weight }) => weight)).toContainEqual({ value: '1.99', unit: 'oz' });
    },
  );
}
