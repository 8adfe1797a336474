import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import {
  amount,
  type PretendPage,
  pageAddress,
  pretendPage,
  variation,
  variationsForm,
} from '../testing/pretend-page.ts';
import { readPage } from './page.ts';

const lowest = {
  offers: [{ '@type': 'AggregateOffer', lowPrice: '20.00', highPrice: '90.00', priceCurrency: 'EUR' }],
};

function read(form: string, page: PretendPage = {}): Product {
  const [product] = readPage(pretendPage({ type: 'variable', linked: lowest, form, ...page }), pageAddress);
  expect(Product.parse(product)).toEqual(product);
  return product as Product;
}

const choices = ({ variants }: Product) => variants.map(({ id, optionValues }) => [id, ...optionValues]);
const unknown = ({ extra }: Product) => extra.page?.unknown as string[];
const colour = { attribute_pa_colour: { black: 'أحمر', white: 'أبيض' } };
const both = [
  variation(31, { attribute_pa_colour: 'black' }),
  variation(32, { attribute_pa_colour: 'white' }),
];

it('takes labels for values, not slugs, and the label of the choice', () => {
  const product = read(variationsForm(both, colour, { attribute_pa_colour: 'اللون:' }));

  expect(product.options).toEqual([{ name: 'اللون', values: ['أحمر', 'أبيض'] }]);
  expect(choices(product)).toEqual([
    ['31', 'أحمر'],
    ['32', 'أبيض'],
  ]);
  expect(unknown(product)).not.toContain('options');
});

it.each([
  [
    'swatches',
    '<ul class="variable-items-wrapper" data-attribute_name="attribute_pa_colour"><li data-value="black" data-title="Red"></li><li data-value="white" title="White"></li></ul>',
  ],
  [
    'swatches with words',
    '<div class="wd-swatches-product" data-id="pa_colour"><div data-value="black"><span>Red</span></div><div data-value="white">White</div></div>',
  ],
  [
    'swatches that do not say of what',
    '<div class="wd-swatches-product"><div data-value="black" data-title="Red"></div><div data-value="white" title="White"></div></div><select name="attribute_pa_colour"><option value="">Choose</option></select>',
  ],
  [
    'radio buttons',
    '<input type="radio" name="attribute_pa_colour" value="black" id="a"><label for="a">Red</label><input type="radio" name="attribute_pa_colour" value="white" id="b"><label for="b">White</label>',
  ],
])('takes labels from %s', (_, shown) => {
  const form = variationsForm(both, {}).replace(
    '<tbody>',
    `<tbody><tr><td class="label">Colour</td><td>${shown}</td></tr>`,
  );

  const product = read(form);

  expect(product.options).toEqual([{ name: 'Colour', values: ['Red', 'White'] }]);
  expect(choices(product)).toEqual([
    ['31', 'Red'],
    ['32', 'White'],
  ]);
});

it('keeps two values of one label apart, and says where no label is shown', () => {
  const similar = read(variationsForm(both, { attribute_pa_colour: { black: 'Red', white: 'Red' } }));
  const bare = read(variationsForm(both, {}));

  expect(choices(similar)).toEqual([
    ['31', 'Red (black)'],
    ['32', 'Red (white)'],
  ]);
  expect(bare.options).toEqual([{ name: 'Colour', values: ['black', 'white'] }]);
  expect(unknown(bare)).toContain('options');
  expect(unknown(bare)).not.toContain('variants');
});

it('distinguishes values of one letter, and names a choice by the label before its radio buttons', () => {
  const shown =
    '<label>Fit</label><label><input type="radio" name="attribute_fit" value="s"> s</label><label><input type="radio" name="attribute_fit" value="S"> S</label>';
  const rows = [variation(31, { attribute_fit: 's' }), variation(32, { attribute_fit: 'S' })];

  const product = read(variationsForm(rows, {}).replace('<tbody>', `<tbody><tr><td>${shown}</td></tr>`));

  expect(product.options).toEqual([{ name: 'Fit', values: ['s', 'S'] }]);
  expect(choices(product)).toEqual([
    ['31', 's'],
    ['32', 'S'],
  ]);
});

it('knows a choice whose name is encoded in one place and plain in another', () => {
  const rows = [variation(31, { 'attribute_pa_%D9%84%D9%88%D9%86': '%D8%A3%D8%AD' })];

  const product = read(
    variationsForm(rows, { attribute_pa_لون: { أح: 'أحمر' } }, { attribute_pa_لون: 'اللون' }),
  );

  expect(product.options).toEqual([{ name: 'اللون', values: ['أحمر'] }]);
});

it('takes labels from the table of attributes where their slugs are made of them', () => {
  const tabs =
    '<table class="woocommerce-product-attributes"><tr class="woocommerce-product-attributes-item--attribute_pa_colour"><th>Colour</th><td>Café Crème, Red</td></tr></table>';
  const rows = [
    variation(31, { attribute_pa_colour: 'cafe-creme' }),
    variation(32, { attribute_pa_colour: 'black' }),
  ];

  const product = read(variationsForm(rows, {}), { tabs });

  expect(product.options).toEqual([{ name: 'Colour', values: ['Café Crème', 'black'] }]);
  expect(unknown(product)).toContain('options');
  expect(unknown(read(variationsForm(rows.slice(0, 1), {}), { tabs }))).not.toContain('options');
});

const sizes = { attribute_size: { S: 'S', M: 'M' } };

it('sells a variation of any value by each value shown, and marks it', () => {
  const rows = [
    variation(
      31,
      { attribute_pa_colour: 'black', attribute_size: 'M' },
      { display_price: 30, display_regular_price: 35 },
    ),
    variation(32, { attribute_pa_colour: '', attribute_size: '' }),
  ];

  const product = read(variationsForm(rows, { ...colour, ...sizes }));

  expect(choices(product)).toEqual([
    ['31', 'أحمر', 'M'],
    ['32-1', 'أحمر', 'S'],
    ['32-3', 'أبيض', 'S'],
    ['32-4', 'أبيض', 'M'],
  ]);
  expect(product.variants[0]).toMatchObject({ price: '30', compareAtPrice: '35' });
  expect(product.extra.woocommerce).toMatchObject({ expandedVariations: ['32'] });
  expect(unknown(product)).not.toContain('variants');
});

it('makes up no value for a choice of which none is shown, and no more variants than can be kept', () => {
  const none = read(variationsForm([variation(31, { attribute_pa_x: '' })], {}));
  const values = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`v${at}`, `V${at}`]));
  const many = read(
    variationsForm([variation(31, { attribute_a: '', attribute_b: '' })], {
      attribute_a: values,
      attribute_b: values,
    }),
  );

  expect([choices(none), none.options]).toEqual([[['31']], []]);
  expect(many.variants).toHaveLength(200);
  expect([unknown(none), unknown(many)].map((one) => one.includes('variants'))).toEqual([true, true]);
});

it('keeps what is sold out, and what has no price, in their places', () => {
  const rows = [
    variation(31, { attribute_size: 'S' }, { is_in_stock: false, max_qty: 0 }),
    variation(32, { attribute_size: 'M' }, { display_price: 0, is_purchasable: false, price_html: '' }),
    variation(33, { attribute_size: 'L' }, { display_price: '', display_regular_price: '' }),
    variation(34, { attribute_size: 'XL' }, { display_price: 0 }),
  ];

  const { variants } = read(variationsForm(rows, {}));

  expect(variants.map(({ available, price, stock }) => [available, price, stock])).toEqual([
    [false, '20', 0],
    [false, null, null],
    [true, null, null],
    [true, '0', null],
  ]);
});

it('reads weights with their unit, prices with tax, images and codes of each variation', () => {
  const rows = [
    variation(
      31,
      { attribute_size: 'S' },
      {
        weight: '0.6',
        weight_html: '0,6 kg',
        sku: 'MUG',
        display_price: 24.793388429752067,
        image: { full_src: '/files/s.jpg' },
      },
    ),
    variation(32, { attribute_size: 'M' }, { is_sold_individually: 'yes', max_qty: 1 }),
  ];
  const tabs =
    '<table class="shop_attributes"><tr><th>Weight</th><td class="product_weight">2 lbs</td></tr><tr><th>Size</th><td>S, M</td></tr></table>';

  const product = read(variationsForm(rows, sizes, { attribute_size: 'Size' }), {
    linked: { ...lowest, sku: 'MUG' },
    tabs,
  });

  expect(product.variants).toMatchObject([
    {
      sku: null,
      price: '24.79',
      weight: { value: '0.6', unit: 'kg' },
      imageUrl: 'https://loom.example/files/s.jpg',
    },
    { sku: 'M-32', stock: null, weight: { value: '2', unit: 'lb' }, imageUrl: null },
  ]);
  expect(product.attributes).toEqual([]);
});

it.each([
  ['left out, as more than 30 are', 'false'],
  ['broken', '[{&quot;variation_id&quot;:31,'],
  ['none', '[]'],
])('says that variations are unknown where they are %s, and prices them by no guess', (_, sent) => {
  const form = variationsForm([], sizes, { attribute_size: 'Size' }).replace(
    'data-product_variations="[]"',
    `data-product_variations="${sent}"`,
  );
  const sku = { sku: 'MUG', gtin13: '12' };

  const ranged = read(form, {
    linked: { ...lowest, ...sku },
    price: `${amount('20,00')} &ndash; ${amount('90,00')}`,
  });
  const even = read(form, {
    linked: { ...sku, offers: { price: '20.00', priceCurrency: 'EUR' } },
    price: amount('20,00'),
  });

  for (const [product, price] of [
    [ranged, null],
    [even, '20.00'],
  ] as const) {
    expect(product).toMatchObject({
      options: [],
      variants: [{ price, sku: null, barcode: null, optionValues: [] }],
      attributes: [{ name: 'Size', value: 'S, M' }],
    });
    expect(unknown(product)).toEqual(expect.arrayContaining(['variants', 'options']));
  }
});

it('holds a page without a form for a whole product only where it says that there is no choice', () => {
  const said = (html: string) => unknown(readPage(html, pageAddress)[0] as Product).includes('variants');
  const offers = { offers: { price: '20.00', priceCurrency: 'EUR' } };

  expect(said(pretendPage({ type: 'variable', linked: offers }))).toBe(true);
  expect(said(pretendPage({ type: 'simple', linked: offers }))).toBe(false);
  expect(said(pretendPage({ type: 'simple', linked: offers }).replace('product-type-simple', ''))).toBe(true);
});

it('passes over the form of another product', () => {
  const other = variationsForm(both, colour).replace('data-product_id="22"', 'data-product_id="99"');

  const product = read(other, {
    type: 'simple',
    linked: { offers: { price: '20.00', priceCurrency: 'EUR' } },
  });

  expect(choices(product)).toEqual([['22']]);
});

it('reads ten thousand variations in good time', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => variation(100 + at, { attribute_size: `S${at}` }));
  const html = pretendPage({ type: 'variable', linked: lowest, form: variationsForm(rows, {}) });
  const started = performance.now();

  expect(readPage(html, pageAddress)[0]?.variants).toHaveLength(10_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});
