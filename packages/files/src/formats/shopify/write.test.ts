import { encodeCsvRow } from '@bowerbird/catalog/csv';
import type { Product } from '@bowerbird/catalog/product';
import { image, mug, variant } from '@bowerbird/catalog/testing/products';
import { describe, expect, it } from 'vitest';
import { lostIn } from '../notices.ts';
import { capacity } from './fit.ts';
import { encodeShopifyProduct, shopifyCsvHeader, shopifyCsvRows } from './write.ts';

const formats = ['shopify', 'shopify-new'] as const;

/** Returns the rows as records by header, without the blank cells. */
function records(product: Product, format: (typeof formats)[number]): Record<string, string>[] {
  const header = shopifyCsvHeader(format);
  return shopifyCsvRows(product, format).map((row) =>
    Object.fromEntries(row.map((cell, index) => [header[index], cell]).filter(([, cell]) => cell !== '')),
  );
}

describe('headers', () => {
  it("are Shopify's own, old and new", () => {
    expect(shopifyCsvHeader('shopify').join(',')).toBe(
      'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Option2 Linked To,Option3 Name,Option3 Value,Option3 Linked To,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Unit Price Total Measure,Unit Price Total Measure Unit,Unit Price Base Measure,Unit Price Base Measure Unit,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Google Product Category,Google Shopping / Gender,Google Shopping / Age Group,Google Shopping / MPN,Google Shopping / Condition,Google Shopping / Custom Product,Google Shopping / Custom Label 0,Google Shopping / Custom Label 1,Google Shopping / Custom Label 2,Google Shopping / Custom Label 3,Google Shopping / Custom Label 4,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status',
    );
    expect(shopifyCsvHeader('shopify-new').join(',')).toBe(
      'Title,URL handle,Description,Vendor,Product category,Type,Tags,Published on online store,Status,SKU,Barcode,Option1 name,Option1 value,Option1 Linked To,Option2 name,Option2 value,Option2 Linked To,Option3 name,Option3 value,Option3 Linked To,Price,Compare-at price,Cost per item,Charge tax,Tax code,Unit price total measure,Unit price total measure unit,Unit price base measure,Unit price base measure unit,Inventory tracker,Inventory quantity,Continue selling when out of stock,Weight value (grams),Weight unit for display,Requires shipping,Fulfillment service,Product image URL,Image position,Image alt text,Variant image URL,Gift card,SEO title,SEO description,Color (product.metafields.shopify.color-pattern),Google Shopping / Google product category,Google Shopping / Gender,Google Shopping / Age group,Google Shopping / Manufacturer part number (MPN),Google Shopping / Ad group name,Google Shopping / Ads labels,Google Shopping / Condition,Google Shopping / Custom product,Google Shopping / Custom label 0,Google Shopping / Custom label 1,Google Shopping / Custom label 2,Google Shopping / Custom label 3,Google Shopping / Custom label 4',
    );
  });
});

describe('rows', () => {
  it('carry the product on the first row, then one variant and one image each', () => {
    expect(records(mug, 'shopify')).toEqual([
      {
        Handle: 'blue-mug',
        Title: 'Blue mug',
        'Body (HTML)': mug.descriptionHtml,
        Vendor: 'Glade',
        Type: 'Mugs',
        Tags: 'Kitchen, gift',
        Published: 'true',
        Status: 'active',
        'Gift Card': 'false',
        'SEO Description': 'A blue mug',
        'Option1 Name': 'Colour',
        'Option2 Name': 'Size',
        'Option1 Value': 'Blue',
        'Option2 Value': 'S',
        'Variant SKU': 'MUG-1',
        'Variant Price': '12.00',
        'Cost per item': '4.50',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '3',
        'Variant Inventory Policy': 'deny',
        'Variant Fulfillment Service': 'manual',
        'Variant Requires Shipping': 'true',
        'Variant Taxable': 'true',
        'Image Src': 'https://pictures.example/blue.jpg',
        'Image Position': '1',
      },
      {
        Handle: 'blue-mug',
        'Option1 Value': 'Blue',
        'Option2 Value': 'L',
        'Variant SKU': 'MUG-2',
        'Variant Price': '15.00',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '0',
        'Variant Inventory Policy': 'deny',
        'Variant Fulfillment Service': 'manual',
        'Variant Requires Shipping': 'true',
        'Variant Taxable': 'true',
        'Image Src': 'https://pictures.example/white.jpg',
        'Image Position': '2',
      },
      {
        Handle: 'blue-mug',
        'Option1 Value': 'White',
        'Option2 Value': 'S',
        'Variant Price': '11.00',
        'Variant Inventory Tracker': 'shopify',
        'Variant Inventory Qty': '5',
        'Variant Inventory Policy': 'deny',
        'Variant Fulfillment Service': 'manual',
        'Variant Requires Shipping': 'true',
        'Variant Taxable': 'true',
      },
    ]);
  });

  it('name Title and Default Title where there are no options, and carry further images alone', () => {
    const plain: Product = { ...mug, options: [], variants: [variant('v1', [])] };

    const rows = records(plain, 'shopify-new');

    expect(rows[0]).toMatchObject({
      'Option1 name': 'Title',
      'Option1 value': 'Default Title',
      'Published on online store': 'TRUE',
      Status: 'Active',
      'Continue selling when out of stock': 'DENY',
      'Charge tax': 'TRUE',
    });
    expect(rows[1]).toEqual({
      'URL handle': 'blue-mug',
      'Product image URL': 'https://pictures.example/white.jpg',
      'Image position': '2',
    });
  });

  it('give grams exactly, and the unit to show them in', () => {
    const weighed = (weight: { value: string; unit: 'g' | 'kg' | 'oz' | 'lb' }): Product => ({
      ...mug,
      options: [],
      variants: [variant('v1', [], { weight })],
    });
    const grams = (product: Product) =>
      formats.map((format) => {
        const [row] = records(product, format);
        return [
          row?.['Variant Grams'] ?? row?.['Weight value (grams)'],
          row?.['Variant Weight Unit'] ?? row?.['Weight unit for display'],
        ];
      });

    expect(grams(weighed({ value: '1.99', unit: 'oz' }))).toEqual([
      ['56.41555101875', 'oz'],
      ['56.41555101875', 'oz'],
    ]);
    expect(grams(weighed({ value: '0.25', unit: 'kg' }))).toEqual([
      ['250.0', 'kg'],
      ['250', 'kg'],
    ]);
  });

  it('hold every text as it is: a store would show the apostrophe that protects a spreadsheet', () => {
    const hostile: Product = {
      ...mug,
      title: '=HYPERLINK("https://bad.example")',
      tags: ['@x'],
      options: [],
      variants: [variant('v1', [], { sku: '0017', barcode: "'123", price: '90.750' })],
    };

    expect(records(hostile, 'shopify')[0]).toMatchObject({
      Title: '=HYPERLINK("https://bad.example")',
      Tags: '@x',
      'Variant SKU': '0017',
      'Variant Barcode': "''123",
      'Variant Price': '90.750',
    });
  });

  it("leave out a variant image that is not among the product's, and write spaces in addresses as addresses do", () => {
    const product: Product = {
      ...mug,
      options: [],
      images: [image('https://pictures.example/a b.jpg'), image('data:image/png;base64,AAAA')],
      variants: [variant('v1', [], { imageUrl: 'https://pictures.example/none.jpg' })],
    };

    expect(records(product, 'shopify')).toHaveLength(1);
    expect(records(product, 'shopify')[0]?.['Image Src']).toBe('https://pictures.example/a%20b.jpg');
    expect(records(product, 'shopify')[0]?.['Variant Image']).toBeUndefined();
  });

  it('come out of the line encoder as they came out of the preview', () => {
    for (const format of formats) {
      const lines = shopifyCsvRows(mug, format).map((row) => encodeCsvRow(row, '\n'));

      expect(encodeShopifyProduct(mug, format)).toBe(lines.join(''));
    }
  });
});

describe('what the format cannot carry', () => {
  it('is reported', () => {
    const rich: Product = {
      ...mug,
      tags: ['a, b'],
      options: ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['x'] })),
      variants: [variant('v1', ['x', 'x', 'x', 'x'])],
      images: Array.from({ length: 251 }, (_, index) => image(`https://pictures.example/${index}.jpg`)),
    };

    expect(lostIn(rich, capacity)).toEqual([
      'options-joined',
      'images-over-limit',
      'categories',
      'attributes',
      'currency',
      'tags-with-comma',
    ]);
    expect(lostIn({ ...mug, categories: [], attributes: [], currency: null }, capacity)).toEqual([]);
    expect(records(rich, 'shopify')).toHaveLength(250);
  });

  it('is reported of variants beyond 2,048, and the file has the first 2,048', () => {
    const sizes = Array.from({ length: 2049 }, (_, index) => `${index}`);
    const large: Product = {
      ...mug,
      options: [{ name: 'Size', values: sizes }],
      variants: sizes.map((size) => variant(`v${size}`, [size])),
    };

    expect(lostIn(large, capacity)).toContain('variants-over-limit');
    expect(records(large, 'shopify').map((row) => row['Option1 Value'])).toEqual(sizes.slice(0, 2048));
  });

  it('loses no variant when options beyond the third are joined to it', () => {
    const options = ['A', 'B', 'C', 'D'].map((name) => ({ name, values: ['x', 'y'] }));
    const variants = [variant('v1', ['x', 'x', 'x', 'x']), variant('v2', ['x', 'x', 'x', 'y'])];

    const rows = records({ ...mug, options, variants }, 'shopify');

    expect(rows[0]?.['Option3 Name']).toBe('C / D');
    expect(rows.map((row) => row['Option3 Value'])).toEqual(['x / x', 'x / y']);
  });
});
