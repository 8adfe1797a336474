import type { Product } from '@bowerbird/catalog/product';
import { arbitraryProduct } from '@bowerbird/catalog/testing/arbitrary-product';
import { image, mug, variant } from '@bowerbird/catalog/testing/products';
import { exportFormats } from '@bowerbird/contract/products/export';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableRow } from '../text/table-row.ts';
import { fileFormats, recognised } from './all.ts';
import type { FileFormat, StagedProduct } from './format.ts';
import type { Loss } from './notices.ts';
import { readTable } from './read-table.ts';
import { gramsOf } from './weights.ts';

const formats = exportFormats.map((id) => fileFormats[id]);
const shape = { attributes: 8 };

function tableOf(format: FileFormat, products: readonly Product[]): TableRow[] {
  const { header, hint, write } = format.sheet(shape);
  const rows = [header, ...(hint ? [hint] : []), ...products.flatMap((product) => write(product).rows)];
  return rows.map((cells, index) => ({ number: index + 1, cells }));
}

function readBack(format: FileFormat, products: readonly Product[]): StagedProduct[] {
  return readTable(tableOf(format, products), format).products;
}

describe.each(formats)('$id', (format) => {
  it('is known by the header that we write', () => {
    expect(recognised(format.sheet(shape).header)?.id).toBe(format.id);
  });

  it("is accepted by its own checker whatever a product's texts, and loses no priced product", () => {
    fc.assert(
      fc.property(arbitraryProduct(6), (product) => {
        const { rows, notices } = format.sheet(shape).write(product);
        const isPriced = product.variants.some(({ price }) => price !== null);

        expect([notices.includes('refused-by-importer'), rows.length > 0]).toEqual([false, isPriced]);
        expect(readBack(format, [product]).flatMap(({ faults }) => faults)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('gives back every product as it is, but for what its notices say', () => {
    fc.assert(
      fc.property(fc.array(plainProduct, { minLength: 1, maxLength: 3 }), (given) => {
        const products = given.map((product, index) => apart(product, `h-${index}`));
        const lost = new Set(products.flatMap((product) => format.sheet(shape).write(product).notices));
        const back = readBack(format, products);

        expect(back.flatMap(({ faults }) => faults)).toEqual([]);
        expect(back.map(({ product }) => product && meaning(product, lost))).toEqual(
          products.map((product) => meaning(product, lost)),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('says in which row and column each part of a product stands', () => {
    const [, read] = readBack(format, [apart(mug, 'first'), mug]);
    const rows = tableOf(format, [apart(mug, 'first'), mug]);
    const header = rows[0]?.cells ?? [];
    const origin = read?.origin;
    const cell = (row: number | undefined, column: string | null | undefined) =>
      rows.find(({ number }) => number === row)?.cells[header.indexOf(column ?? '')];

    expect(cell(origin?.row, origin?.columnOf('title'))).toBe('Blue mug');
    expect(cell(origin?.variants.v2, origin?.columnOf('variants.sku'))).toBe('MUG-2');
    expect(cell(origin?.variants.v2, origin?.columnOf('variants.price'))).toBe('15.00');
  });

  it('keeps a code as it is written, and holds no apostrophe for a spreadsheet', () => {
    const product: Product = {
      ...mug,
      title: '-5 °C bottle',
      descriptionHtml: '\n<p>=1</p>',
      options: [{ name: 'Colour', values: ['-Red'] }],
      variants: [variant('v1', ['-Red'], { sku: '0000017', barcode: '4006381333931', price: '9.00' })],
    };
    const texts = tableOf(format, [product]).flatMap(({ cells }) => cells);
    const [back] = readBack(format, [product]);

    expect(texts.filter((text) => text.startsWith("'"))).toEqual([]);
    expect(back?.product).toMatchObject({
      title: '-5 °C bottle',
      descriptionHtml: '\n<p>=1</p>',
      variants: [{ sku: '0000017', barcode: '4006381333931', optionValues: ['-Red'] }],
    });
  });

  it('keeps 28 g as 28 g', () => {
    const product = {
      ...mug,
      options: [],
      variants: [variant('v1', [], { weight: { value: '28', unit: 'g' } })],
    };
    const [back] = readBack(format, [product]);

    expect(gramsOf(back?.product?.variants[0]?.weight ?? { value: '0', unit: 'g' })).toBe('28');
  });

  it('leaves out what has no price, and repairs two equal combinations with a notice', () => {
    const { write } = format.sheet(shape);
    const twice = { ...mug, variants: [variant('v1', ['Blue', 'S']), variant('v2', ['Blue', 'S'])] };

    expect(write({ ...mug, variants: [variant('v1', ['Blue', 'S'], { price: null })] })).toEqual({
      rows: [],
      notices: ['no-price'],
    });
    expect(write(twice).notices).toContain('combinations-set-apart');
    expect(write(twice).rows.length).toBeGreaterThan(1);
  });
});

/** A product with a handle and SKUs of its own. */
function apart(product: Product, handle: string): Product {
  const variants = product.variants.map((each) => ({ ...each, sku: each.sku && `${handle}-${each.sku}` }));
  return { ...product, handle, variants };
}

it('WooCommerce, which skips a row whose SKU it has, gets each SKU once, with a notice', () => {
  const { write } = fileFormats.woocommerce.sheet(shape);

  expect(write(mug).notices).not.toContain('sku-twice');
  expect(write({ ...mug, handle: 'another' }).notices).toContain('sku-twice');
});

/** Texts without what some formats cannot tell apart in one cell: commas, line ends, padding. */
const word = fc
  .string({ unit: fc.constantFrom('a', 'B', '7', ' ', 'é', '保', '-', '"', '='), minLength: 1, maxLength: 9 })
  .map((text) => text.trim())
  .filter((text) => text !== '');
const money = fc.integer({ min: 100, max: 99_999 }).map((cents) => (cents / 100).toFixed(2));
const plainProduct: fc.Arbitrary<Product> = fc
  .record({
    title: word,
    vendor: fc.option(word),
    productType: fc.option(word),
    tags: fc.uniqueArray(word, { maxLength: 3 }),
    names: fc.uniqueArray(word, { maxLength: 3, selector: (name) => name.toLowerCase() }),
    values: fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 4 }),
    seo: fc.record({ title: fc.option(word), description: fc.option(word) }),
    status: fc.constantFrom('active' as const, 'draft' as const),
    category: fc.option(word),
    prices: fc.array(
      fc.record({
        price: money,
        up: fc.option(fc.nat(5000)),
        stock: fc.option(fc.nat(99)),
        grams: fc.option(fc.nat(9000)),
      }),
      { minLength: 4, maxLength: 4 },
    ),
  })
  .map(({ names, values, prices, category, ...rest }) => {
    const combinations =
      names.length === 0
        ? [[]]
        : [
            ...new Map(
              values.map((each) => [
                JSON.stringify(each.slice(0, names.length)),
                each.slice(0, names.length),
              ]),
            ).values(),
          ];
    const variants = combinations.map((optionValues, index) => {
      const { price = '1.00', up = null, stock = null, grams = null } = prices[index] ?? {};
      return variant(`v${index + 1}`, optionValues, {
        sku: `S${index}`,
        price,
        compareAtPrice: up === null ? null : (Number(price) + 1 + up).toFixed(2),
        stock,
        weight: grams === null ? null : { value: String(grams), unit: 'g' },
      });
    });
    return {
      ...mug,
      ...rest,
      descriptionHtml: `<p>${rest.title}\\n\n</p>`,
      options: names.map((name, at) => ({
        name,
        values: [...new Set(combinations.map((each) => each[at] ?? ''))],
      })),
      variants,
      images: [image('https://pictures.example/a,b.jpg'), image('https://pictures.example/c.jpg')].slice(
        0,
        2,
      ),
      categories: category === null ? [] : [[category]],
      currency: null,
      attributes: [],
    };
  });

/** A product as its file means it: what the notices name is left out, and weights are compared in grams. */
function meaning(product: Product, lost: ReadonlySet<string>) {
  const without = (loss: Loss, value: unknown) => (lost.has(loss) ? null : value);
  return {
    title: product.title,
    handle: without('handle', product.handle),
    descriptionHtml: product.descriptionHtml,
    vendor: without('vendor', product.vendor),
    productType: without('product-type', product.productType),
    tags: product.tags,
    status: product.status,
    options: product.options,
    categories: without('categories', product.categories),
    seo: without('seo', product.seo),
    images: product.images.map(({ url }) => url.replaceAll('%2C', ',')),
    variants: product.variants.map(({ sku, price, compareAtPrice, optionValues, stock, weight }) => ({
      sku,
      price,
      compareAtPrice,
      optionValues,
      stock,
      grams: weight && gramsOf(weight),
    })),
  };
}

it.each([
  [['SKU', 'Title', 'Price']],
  [['Title', 'Vendor', 'Type', 'Price', 'SKU', 'Barcode']],
  [['商品标题', '售价', '库存']],
])("a supplier's own sheet %j is of no platform", (header) => {
  expect(recognised(header)?.id).toBeUndefined();
});
