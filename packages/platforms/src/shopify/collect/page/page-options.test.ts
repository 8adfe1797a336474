import { expect, it } from 'vitest';
import { json, ld, meta, read } from './testing/page-forms.ts';

it('names options as linked data does where it has as many', () => {
  const group = {
    '@type': 'ProductGroup',
    name: 'Mug',
    variesBy: ['https://schema.org/color', 'https://schema.org/size'],
    hasVariant: [
      {
        name: 'x',
        gtin: '12',
        offers: { price: '9.99', priceCurrency: 'EUR', url: '/products/mug?variant=42' },
      },
    ],
  };

  const product = read(ld(group) + meta(['Red / L', 'Blue / S']));

  expect(product.options.map(({ name }) => name)).toEqual(['Color', 'Size']);
  expect(product.variants.map(({ price, barcode }) => [price, barcode])).toEqual([
    ['24.00', null],
    ['24.01', '12'],
  ]);
  expect(product.extra.page).toMatchObject({ fields: { options: 'linked-data', variants: 'var-meta' } });
});

it.each([
  ['a select', '<select name="options[Glaze]"><option value="Red">Red<option value="Blue">Blue</select>'],
  [
    'radio buttons in a fieldset',
    '<fieldset><legend>Glaze: <span>Red</span></legend><input type="radio" name="g-1" value="Red"><input type="radio" name="g-1" value="Blue"></fieldset>',
  ],
  [
    'radio buttons',
    '<input type="radio" name="Glaze-1" value="Red"><input type="radio" name="Glaze-1" value="Blue">',
  ],
])('names options as %s on the page does', (_, form) => {
  const product = read(
    `${meta(['Red', 'Blue'])}${form}<select name="options[Other]"><option value="Red"></select>`,
  );

  expect(product.options).toEqual([{ name: 'Glaze', values: ['Red', 'Blue'] }]);
  expect(product.extra.page).toMatchObject({ fields: { options: 'markup' } });
});

it.each([
  ['titles of uneven length', ['Black / White', 'Red'], ['Black / White', 'Red'], ''],
  [
    'titles of a product that has one option',
    ['Black / White', 'Red / White'],
    ['Black / White', 'Red / White'],
    '{"id":7001,"handle":"mug","title":"Mug","options":[{"name":"Glaze"}],"variants":[]}',
  ],
])('does not take %s apart', (_, titles, values, app) => {
  const product = read(meta(titles) + (app === '' ? '' : `<script type="application/json">${app}</script>`));

  expect(product.variants.map(({ optionValues }) => optionValues)).toEqual(values.map((value) => [value]));
});

it("lets an app's excerpt add choices and nothing else", () => {
  const app = {
    id: 7001,
    title: 'Mug (bundle)',
    handle: 'mug',
    options: [{ name: 'Glaze' }],
    variants: [{ id: 41, price: 1, options: ['Red'] }],
  };
  const whole = {
    '@type': 'Product',
    name: 'Mug',
    url: 'https://shop.example/products/mug',
    description: 'Clay.',
    image: 'https://c.example/a.jpg',
    brand: 'Mud',
    sku: '41',
    offers: {
      price: '24.00',
      priceCurrency: 'EUR',
      availability: 'https://schema.org/InStock',
      url: '/products/mug?variant=41',
    },
  };

  const product = read(
    json(app) +
      ld(whole) +
      meta(['Red'], {
        type: '',
        variants: [{ id: 41, price: 2400, name: 'Mug - Red', public_title: 'Red', sku: null }],
      }),
  );

  expect(product).toMatchObject({
    title: 'Mug',
    descriptionHtml: 'Clay.',
    vendor: 'Mud',
    productType: null,
    images: [{ url: 'https://c.example/a.jpg' }],
    options: [{ name: 'Glaze', values: ['Red'] }],
    variants: [{ id: '41', sku: null, price: '24.00', available: true }],
  });
});

it('makes no option values of ids where nobody distinguishes the variants', () => {
  const offers = [53038309867884, 53038309900652].map((id) => ({
    price: '49.90',
    priceCurrency: 'BRL',
    sku: `S-${id}`,
    url: `https://shop.example/products/mug?variant=${id}`,
  }));

  const product = read(ld({ '@type': 'Product', name: 'Mug', offers }));

  expect(product.variants.map(({ id, optionValues }) => [id, ...optionValues])).toEqual([
    ['53038309867884', '1'],
    ['53038309900652', '2'],
  ]);
  expect(product.extra).toMatchObject({ shopify: { partial: true } });
  expect(product.extra.page?.unknown).toContain('options');
});

it('takes the values that offers are named by', () => {
  const offers = ['Red / L', 'Blue / L'].map((name) => ({ name, price: '9.00', priceCurrency: 'EUR' }));

  const product = read(ld({ '@type': 'Product', name: 'Mug', offers }));

  expect(product.options.map(({ values }) => values)).toEqual([['Red', 'Blue'], ['L']]);
});
