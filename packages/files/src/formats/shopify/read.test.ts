import { encodeCsvRow } from '@bowerbird/catalog/csv';
import type { Product } from '@bowerbird/catalog/product';
import { arbitraryProduct } from '@bowerbird/catalog/testing/arbitrary-product';
import { mug } from '@bowerbird/catalog/testing/products';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShopifyCsv } from '../../testing/read-shopify.ts';
import { checkShopifyCsv } from './check.ts';
import type { ShopifyFormat } from './columns.ts';
import { encodeShopifyProduct, shopifyCsvHeader } from './write.ts';

const format = fc.constantFrom<ShopifyFormat>('shopify', 'shopify-new');

function fileOf(products: readonly Product[], in_: ShopifyFormat): string {
  const lines = products.map((product) => encodeShopifyProduct(product, in_));
  return encodeCsvRow(shopifyCsvHeader(in_), '\n') + lines.join('');
}

const productsOf = (text: string) => readShopifyCsv(text).products.map(({ product }) => product);

/** The product as far as the format carries it; `lost` lists the rest. */
function carried(product: Product): Product {
  return {
    ...product,
    handle: product.handle.trim(),
    tags: product.tags
      .flatMap((tag) => tag.split(','))
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    options: product.options.map((option, index) => ({
      name: option.name,
      values: [...new Set(product.variants.map(({ optionValues }) => optionValues[index] ?? ''))],
    })),
    variants: product.variants.map((variant) => ({ ...variant, available: null })),
    images: product.images.map((image) => ({ ...image, width: null, height: null })),
    categories: [],
    currency: null,
    attributes: [],
  };
}

describe('a file of ours', () => {
  it('gives back the same products, whatever their texts', { tags: ['slow'] }, () => {
    fc.assert(
      fc.property(arbitraryProduct(3), format, (product, in_) => {
        const { products, faults } = readShopifyCsv(fileOf([product], in_));

        expect(faults).toEqual([]);
        expect(products).toEqual([{ row: 2, product: carried(product) }]);
      }),
      { numRuns: 400 },
    );
  });

  it('is accepted by the import rules but for missing prices, whatever its products, with more options than Shopify has too', () => {
    const several = fc.uniqueArray(arbitraryProduct(5), {
      minLength: 1,
      maxLength: 3,
      selector: ({ handle }) => handle.trim(),
    });
    fc.assert(
      fc.property(several, format, (products, in_) => {
        const faults = checkShopifyCsv(fileOf(products, in_)).map(({ code }) => code);
        const unpriced = products.flatMap(({ variants }) => variants).filter(({ price }) => price === null);
        expect(faults).toEqual(unpriced.map(() => 'variant.price-missing'));
      }),
      { numRuns: 300 },
    );
  });

  it('is the same file when it is read and written again unedited', () => {
    fc.assert(
      fc.property(arbitraryProduct(3), format, (product, in_) => {
        const text = fileOf([product], in_);
        const again = fileOf(productsOf(text), in_);

        expect(fileOf(productsOf(again), in_)).toBe(again);
        expect(again).toBe(fileOf([carried(product)], in_));
      }),
      { numRuns: 200 },
    );
  });
});

describe("another program's file", () => {
  it('is read whatever the case and padding of its header, with a byte order mark and line ends in quotes', () => {
    const text =
      '\uFEFF handle , TITLE ,body (html),Variant Price,VARIANT SKU\r\nmug,Mug,"<p>a\r\nb</p>",9.90,0017\r\n';

    const [product] = productsOf(text);

    expect(product).toMatchObject({
      handle: 'mug',
      title: 'Mug',
      descriptionHtml: '<p>a\r\nb</p>',
      options: [],
    });
    expect(product?.variants).toMatchObject([{ sku: '0017', price: '9.90', optionValues: [], stock: null }]);
  });

  it('needs a title and nothing more', () => {
    expect(productsOf('Title\nBlue mug\nRed mug\n')).toMatchObject([
      { title: 'Blue mug', handle: 'blue-mug', variants: [{ price: null }] },
      { title: 'Red mug', handle: 'red-mug' },
    ]);
  });

  it.each(['shopify', 'shopify-new'] as const)(
    'keeps who else keeps the inventory, and that a product is unlisted, in %s; blank rows are none',
    (in_) => {
      const text =
        'Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty,Status\n' +
        'mug,Mug,9,dsers-fulfillment-service,4,unlisted\n , ,,,,\n,,,,,\n';
      const { products, faults } = readShopifyCsv(text);
      const [product] = products.map((each) => each.product);

      expect([checkShopifyCsv(text), faults]).toEqual([[], []]);
      expect(product).toMatchObject({ status: 'draft', variants: [{ stock: 4 }] });
      expect(fileOf([product as Product], in_)).toMatch(
        /,dsers-fulfillment-service,.*unlisted|unlisted,.*dsers-/,
      );
      expect(fileOf([{ ...product, status: 'active' } as Product], in_)).not.toContain('unlisted');
      expect(productsOf(fileOf([product as Product], in_))).toEqual([product]);
    },
  );

  it.each(['Shopify', '3pl-warehouse', 'ShipBob Fulfillment', 'spocket.co', 'armazém', '库存'])(
    'keeps the products whose inventory %s keeps',
    (tracker) => {
      const text = `Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nmug,Mug,9,${tracker},4\n`;

      expect([checkShopifyCsv(text), readShopifyCsv(text).faults]).toEqual([[], []]);
      expect(productsOf(text)).toMatchObject([{ variants: [{ stock: 4 }] }]);
    },
  );

  it.each(['true', 'CONTINUE', '12', '0.5'])('takes %s for no inventory tracker', (cell) => {
    const text = `Handle,Title,Variant Price,Variant Inventory Tracker\nmug,Mug,9,${cell}\n`;

    expect(checkShopifyCsv(text).map(({ code }) => code)).toEqual(['cell.not-tracker']);
  });

  it.each([
    ['before the header', '\n,,\n  \n', ''],
    ['of several kinds at the end', '', ' \n\t\n,,,,,\n"",""\n\u00A0\n\u200B\n \r\n\u001A'],
  ])('may have blank rows %s', (_, before, after) => {
    const text = `${before}Handle,Title,Variant Price\nmug,Mug,9\n${after}`;

    expect([checkShopifyCsv(text), readShopifyCsv(text).faults]).toEqual([[], []]);
    expect(productsOf(text)).toMatchObject([{ handle: 'mug' }]);
  });

  it.each([
    ['28', 'oz', { value: '28', unit: 'g' }],
    ['56.41555101875', 'oz', { value: '1.99', unit: 'oz' }],
    ['453.59237', 'lb', { value: '1', unit: 'lb' }],
    ['1250', 'kg', { value: '1.25', unit: 'kg' }],
  ])('keeps %s g shown in %s as they are', (grams, unit, weight) => {
    const text = `Handle,Title,Variant Price,Variant Grams,Variant Weight Unit\nmug,Mug,9,${grams},${unit}\n`;

    expect(productsOf(text)).toMatchObject([{ variants: [{ weight }] }]);
  });

  it('may have blank cells beyond its header', () => {
    const text = 'Handle,Title,Variant Price\nmug,Mug,9,, ,\n';

    expect([checkShopifyCsv(text), readShopifyCsv(text).faults]).toEqual([[], []]);
    expect(productsOf(text)).toMatchObject([{ handle: 'mug' }]);
  });

  it('keeps the columns we do not know, and writes them back', () => {
    const text =
      'Handle,Title,Option1 Name,Option1 Value,Variant Price,Variant Inventory Policy,Price / Japan,Care (product.metafields.custom.care)\n' +
      'mug,Mug,Size,S,9,continue,1200,wash cold\nmug,,,L,12,deny,1500,\n';
    const { products, more } = readShopifyCsv(text);

    const again =
      encodeCsvRow(shopifyCsvHeader('shopify-new', more), '\n') +
      products.map(({ product }) => encodeShopifyProduct(product, 'shopify-new', more)).join('');

    expect(more).toEqual(['Price / Japan', 'Care (product.metafields.custom.care)']);
    expect(again).toContain(',continue,');
    expect(again).toMatch(/,1200,wash cold\n.*,1500,\n$/);
    expect(productsOf(again)).toEqual(products.map(({ product }) => product));
  });

  it('keeps what it says of the product when the first variant goes, and what it says of a variant with it', () => {
    const text =
      'Handle,Title,Product Category,Option1 Name,Option1 Value,Variant Price,Variant Tax Code\n' +
      'mug,Mug,Home > Mugs,Size,S,9,P01\nmug,,,,L,12,P02\n';
    const [product] = productsOf(text);

    const rest = { ...product, variants: product?.variants.slice(1) } as Product;
    const again = fileOf([rest], 'shopify-new');

    expect(again).toContain('Home > Mugs');
    expect(again).toContain('P02');
    expect(again).not.toContain('P01');
  });

  it('brings the rows of a product together that stand apart', () => {
    const text =
      'Handle,Title,Option1 Name,Option1 Value,Variant Price\nmug,Mug,Size,S,9\ncup,Cup,Size,S,8\nmug,,,L,12\n';

    expect(productsOf(text).map(({ handle, variants }) => [handle, variants.length])).toEqual([
      ['mug', 2],
      ['cup', 1],
    ]);
  });

  it.each([
    ['12,50', 'cell.not-money'],
    ['-1', 'cell.not-money'],
    ['1e3', 'cell.not-money'],
  ])('names the price %j by its place, and reads the products around it', (price, code) => {
    const text = `Handle,Title,Variant SKU,Variant Price\ncup,Cup,C,8\nmug,Mug,M,"${price}"\njug,Jug,J,7\n`;

    const { products, faults } = readShopifyCsv(text);

    expect(products.map(({ product }) => product.handle)).toEqual(['cup', 'jug']);
    expect(faults).toEqual([{ row: 3, column: 'Variant Price', value: price, code }]);
  });

  it('reads a product without a price, and makes no price of it', () => {
    const text = 'Handle,Title,Variant SKU,Variant Price\ncup,Cup,C,8\nmug,Mug,M,\n';

    expect(productsOf(text).map(({ variants }) => variants.map(({ price }) => price))).toEqual([
      ['8'],
      [null],
    ]);
    expect(encodeShopifyProduct(productsOf(text)[1] ?? mug, 'shopify')).not.toContain('0.00');
  });

  it('reads whole numbers that a script wrote with a decimal part', () => {
    const text =
      'Handle,Title,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Image Src,Image Position\n' +
      'mug,Mug,shopify,3.0,9,https://a.example/2.jpg,2.0\nmug,,,,,https://a.example/1.jpg,1.0\n';

    expect(readShopifyCsv(text).faults).toEqual([]);
    expect(productsOf(text)[0]).toMatchObject({
      variants: [{ stock: 3 }],
      images: [{ url: 'https://a.example/1.jpg' }, { url: 'https://a.example/2.jpg' }],
    });
  });

  it.each([
    ['Handle', `${'m'.repeat(300)},Mug,9,Glade`, 'cell.too-long'],
    ['Vendor', `mug,Mug,9,${'v'.repeat(300)}`, 'cell.too-long'],
  ])('names a %s that is longer than the program carries', (column, row, code) => {
    const { products, faults } = readShopifyCsv(
      `Handle,Title,Variant Price,Vendor\ncup,Cup,8,Glade\n${row}\n`,
    );

    expect(products).toHaveLength(1);
    expect(faults).toMatchObject([{ row: 3, column, code }]);
  });

  it('names a second variant of a product that is sold without a choice', () => {
    const text =
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price\nmug,Mug,,,A,9\nmug,,Title,Default Title,B,9\n';

    expect(readShopifyCsv(text)).toMatchObject({
      products: [],
      faults: expect.arrayContaining([
        { row: 3, column: 'Option1 Value', value: 'Default Title', code: 'option.combination-twice' },
      ]),
    });
  });

  it.each([
    ['', 'file.empty'],
    ['<!doctype html>\n<title>Not found</title>\n', 'header.title-missing'],
    ['Handle,Title,title\nmug,Mug,Mug\n', 'header.column-twice'],
    ['Handle,Title\nmug,"Mug\n', 'file.cut-off'],
  ])('that is no product file gives no products and says why: %j', (text, code) => {
    const { products, faults } = readShopifyCsv(text);

    expect(products).toEqual([]);
    expect(faults.map((fault) => fault.code)).toEqual([code]);
  });

  it('may name a handle twice only for one product', () => {
    const text = 'Handle,Title,Variant Price\nmug,Mug,9\ncup,Cup,8\nmug,Other mug,7\n';

    expect(readShopifyCsv(text).faults).toEqual([
      { row: 4, column: 'Handle', value: 'mug', code: 'product.handle-twice' },
    ]);
    // Which of the two is meant is for a person to say.
    expect(productsOf(text)).toMatchObject([{ handle: 'cup' }]);
  });
});

it('reads the weight of a file in the unit it is shown in, and the images by their positions', () => {
  const text =
    'Handle,Title,Variant Price,Variant Grams,Variant Weight Unit,Image Src,Image Position\n' +
    'mug,Mug,9,226.796185,oz,https://a.example/2.jpg,2\nmug,,,,,https://a.example/1.jpg,1\n';

  const [product] = productsOf(text);

  expect(product?.variants[0]?.weight).toEqual({ value: '8', unit: 'oz' });
  expect(product?.images.map(({ url }) => url)).toEqual([
    'https://a.example/1.jpg',
    'https://a.example/2.jpg',
  ]);
  expect(mug.images).toHaveLength(2);
});
