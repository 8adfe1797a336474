import { existsSync, readFileSync } from 'node:fs';
import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { contextForm, contextScript } from '@bowerbird/simulators/alibaba/context';
import { detailForm } from '@bowerbird/simulators/alibaba/detail-data';
import { practiceCatalog } from '@bowerbird/simulators/storefront/practice-catalog';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isObject } from '../../reading/unread.ts';
import { productFromCrossBorder, productFromEco } from './api/open-api.ts';
import { categoriesOnPage } from './lists/categories.ts';
import { offersInAnswer, offersOnPage } from './lists/offers.ts';
import { productOnPage } from './page.ts';
import { descriptionIn } from './product/description.ts';
import { alibabaCom, china } from './sites.ts';

const item = new URL('https://www.alibaba.com/product-detail/x_1600000000007.html');
const offer = new URL('https://detail.1688.com/offer/610000000008.html');
const catalog = practiceCatalog({ count: 12, seed: 3, language: 'en' });
const [good] = catalog.slice(0, 12).filter(({ variants }) => variants.length > 1);
const goodPages = good
  ? [
      `<script>window.detailData = ${JSON.stringify(detailForm(good, 'https://shop.example'))};</script>`,
      `<script>${contextScript(good, 'https://shop.example')}</script>`,
    ]
  : [];

/** Values that can appear where another type is expected. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    '0',
    '12,50',
    '1e3',
    '面议',
    -1,
    0.1,
    1e-9,
    2 ** 60,
    [],
    {},
    [null],
    '\u0000',
    '\uD800',
    true,
    '//x/a.jpg',
    'http://[',
    { $ref: '$' },
    { $ref: '$.globalData.product' },
    { $ref: '$.result.data.Root' },
    { toString: 1 },
    { __proto__: null, constructor: 1 },
    '<b'.repeat(50),
    '>'.repeat(60),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Runs the reader and checks that it returns a valid product or throws a named error. */
function soundOrNamed(read: () => Product): void {
  let made: Product;
  try {
    made = read();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    return;
  }
  expect(Product.parse(made)).toEqual(made);
  expect(new Set(made.variants.map(({ id }) => id)).size).toBe(made.variants.length);
  expect(made.variants.every(({ optionValues }) => optionValues.length === made.options.length)).toBe(true);
  JSON.stringify(made);
}

function readAll(html: string): void {
  for (const [site, url] of [
    [alibabaCom, item],
    [china, offer],
  ] as const) {
    soundOrNamed(() => productOnPage(site, { html, url }));
    offersOnPage(site, html, url);
    categoriesOnPage(site, html, url);
  }
}

/** Returns a copy of a value with an unexpected value at one place. */
function spoiled(value: unknown, at: readonly number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || at.length === 0) {
    return by;
  }
  const keys = Object.keys(value);
  const key = keys[(at[0] ?? 0) % Math.max(1, keys.length)];
  if (key === undefined) {
    return by;
  }
  if (Array.isArray(value)) {
    return value.map((part: unknown, place) =>
      String(place) === key ? spoiled(part, at.slice(1), by) : part,
    );
  }
  return isObject(value) ? { ...value, [key]: spoiled(value[key], at.slice(1), by) } : by;
}

const place = fc.array(fc.nat(40), { minLength: 1, maxLength: 9 });

it('makes a sound product or a named failure of a state with anything at any place of it', {
  tags: ['slow'],
}, () => {
  const sent = good ? detailForm(good, 'https://shop.example') : {};
  const context = good ? contextForm(good, 'https://shop.example') : {};
  fc.assert(
    fc.property(place, odd, (at, by) => {
      readAll(`<script>window.detailData = ${JSON.stringify(spoiled(sent, at, by))};</script>`);
      const state = JSON.stringify(spoiled(context, at, by));
      readAll(`<script>window.context=(function(b,d){return d})(window.contextPath,${state});</script>`);
      readAll(`<script>window.__INIT_DATA=${state}</script>`);
    }),
    { numRuns: 500 },
  );
});

it('makes a sound product or a named failure of a page that is cut anywhere', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(1), (share, which) => {
      const html = goodPages[which] ?? '';
      readAll(html.slice(0, Math.floor(html.length * share)));
    }),
    { numRuns: 150 },
  );
});

it('makes a sound product or a named failure of whatever the open platforms send', () => {
  const eco = {
    product_id: 1600000000007,
    title: 'Pot',
    min_order_quantity: 2,
    skus: [
      {
        sku_id: 1,
        sku_attr_list: [{ attr_name_desc: 'C', attr_value_desc: 'Red' }],
        ladder_price: [{ min_quantity: 1, price: '2.5', currency: 'USD' }],
      },
    ],
  };
  const crossBorder = {
    offerId: 610000000008,
    subject: '裙',
    productImage: { images: ['//a/b.jpg'] },
    productSkuInfos: [{ skuId: 1, price: '1', skuAttributes: [{ attributeName: '色', value: '红' }] }],
  };
  fc.assert(
    fc.property(place, odd, (at, by) => {
      const [one, other] = [spoiled(eco, at, by), spoiled(crossBorder, at, by)];
      soundOrNamed(() => productFromEco(isObject(one) ? one : {}));
      soundOrNamed(() => productFromCrossBorder(isObject(other) ? other : {}));
    }),
    { numRuns: 500 },
  );
});

it.each([
  ['nothing', ''],
  ['depth', `window.detailData = ${'['.repeat(200_000)}${']'.repeat(200_000)}`],
  ['deep objects', `window.detailData = ${'{"globalData":'.repeat(60_000)}1${'}'.repeat(60_000)};`],
  [
    'depth behind the house’s own beginning',
    `window.context=(function(b,d){})(x,${'{"a":['.repeat(60_000)}${']}'.repeat(60_000)});`,
  ],
  [
    'names of the language',
    '<script>window.detailData = {"__proto__":{"product":{}},"constructor":1,"globalData":{"__proto__":{"$ref":"$"},"product":{"toString":1,"hasOwnProperty":2}}};</script>',
  ],
  [
    'references in circles',
    '<script>window.context=(function(b,d){})(x,{"result":{"data":{"$ref":"$.result"},"global":{"$ref":"$.result.global"}}});window.__INIT_DATA={"data":{"$ref":"$"},"globalData":{"$ref":"$.data"}};</script>',
  ],
  ['styles that never close', `<div id="detail_decorate_root">${'<style>'.repeat(100_000)}`],
  ['links that never close', '<ul><a href="/catalog/a_cid1">'.repeat(20_000)],
  ['pictures that never close', '<img data-src='.repeat(60_000)],
  ['equals signs', 'data={'.repeat(100_000)],
])('is neither stopped nor held by %s', (_, html) => {
  readAll(html);
  descriptionIn(html, item.href);
  offersInAnswer(`f(${html}`, item.href);

  expect(Object.prototype).not.toHaveProperty('product');
});

const folder = new URL('../../../../../../shared/fixtures/alibaba/', import.meta.url);

it.runIf(existsSync(folder))(
  'makes a sound product or a named failure of recorded pages cut anywhere',
  () => {
    const pages = [
      'product-ladder-promotion.html',
      '1688-offer-desktop-window-context.html',
      '1688-offer-mobile-init-data.html',
    ];
    for (const name of pages) {
      const html = readFileSync(new URL(name, folder), 'utf8');
      for (let step = 0; step < 12; step += 1) {
        readAll(html.slice(0, Math.floor((html.length * step) / 12)));
      }
    }
  },
);
