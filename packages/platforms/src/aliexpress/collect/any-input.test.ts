import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { expect, it } from 'vitest';
import { isObject } from '../../reading/unread.ts';
import { answer, itemUrl, path, pretendItem, requested } from '../testing/pretend-item.ts';
import { productFromOpenApi } from './api/open-api.ts';
import { listOnPage } from './lists/list-page.ts';
import { storeFacts, storeList } from './lists/store-list.ts';
import { productOnPage, readPage } from './page.ts';
import { cleanDescription } from './product/description.ts';

const listUrl = new URL('https://www.aliexpress.com/category/39/lights.html');
const whole = answer(pretendItem());

/** Checks that reading gives a valid product or a named error. */
function held(read: () => Product | Product[]): void {
  let products: Product[] = [];
  try {
    products = [read()].flat();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AppError);
    expect(thrown).not.toMatchObject({ code: 'unexpected' });
  }
  for (const product of products) {
    expect(Product.safeParse(product).error?.issues ?? []).toEqual([]);
    expect(product.variants.every(({ optionValues }) => optionValues.length === product.options.length)).toBe(
      true,
    );
    expect(() => JSON.stringify(product)).not.toThrow();
  }
}

function heldEverywhere(text: string): void {
  held(() => productOnPage(text, itemUrl));
  held(() => readPage(text, itemUrl));
  for (const read of [() => listOnPage(text, listUrl), () => storeList(text, listUrl)]) {
    try {
      read();
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(AppError);
    }
  }
  storeFacts(text, listUrl);
  cleanDescription(text, itemUrl.href);
}

it('reads an answer that breaks off anywhere', () => {
  for (let end = 0; end < whole.length; end += 7) {
    held(() => productOnPage(whole.slice(0, end), itemUrl));
    held(() => productOnPage(`<script>mtopjsonp1(${whole.slice(0, end)}`, itemUrl));
  }
});

const mega = 2_000_000;
it.each([
  ['text', 'x'.repeat(mega)],
  ['braces', '{'.repeat(mega)],
  ['brackets', '['.repeat(mega)],
  ['brackets that close', `${'['.repeat(mega / 2)}${']'.repeat(mega / 2)}`],
  ['objects in objects', `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['states that open', 'runParams = { data: {"a":"'.repeat(mega / 26)],
  ['callbacks that open', 'mtopjsonp1({"a":['.repeat(mega / 17)],
  ['lists that open', '_init_data_= { data: {"a":['.repeat(mega / 28)],
  ['spaces', `runParams${' '.repeat(mega)}`],
  ['digits', `$${'1.'.repeat(mega / 2)}`],
  ['tags', '<div><a href="/item/'.repeat(mega / 20)],
  ['links', '<a href="/item/1005001111111111.html">'.repeat(mega / 38)],
  ['titles', '<title>'.repeat(mega / 7)],
  ['titles that stay open', '<title'.repeat(mega / 6)],
  ['spaces in an answer', `{${' '.repeat(mega)}x`],
  ['references', '{"$ref":"$"},'.repeat(mega / 13)],
  ['numbers of sellers', 'sellerId '.repeat(mega / 9)],
  ['zeros', '\u0000\uFFFD'.repeat(mega / 2)],
])('is not held up by two million of %s', { tags: ['slow'] }, (_, text) => {
  heldEverywhere(text);
});

it('is not held up by what lies deep inside an answer', () => {
  const deep = (levels: number) =>
    whole.replace('"skuProperties":', `"other":${'['.repeat(levels)}${']'.repeat(levels)},"skuProperties":`);

  expect(productOnPage(deep(100), itemUrl).variants).toHaveLength(2);
  held(() => productOnPage(deep(50_000), itemUrl));
});

it('is not fooled by names of the language itself', () => {
  const text = whole.replace(
    '"PRICE":{',
    '"__proto__":{"polluted":1},"constructor":null,"PRICE":{"__proto__":{"polluted":1},',
  );

  held(() => productOnPage(text, itemUrl));
  expect({}).not.toHaveProperty('polluted');
  for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const SKU = { skuPaths: [path(id, '', { path: '14:10', skuAttr: `14:10#${id}` })] };
    held(() => productOnPage(answer(pretendItem({ SKU })), itemUrl));
    held(() =>
      productOnPage(
        answer(
          pretendItem({
            SKU,
            PRICE: { skuPriceInfoMap: JSON.parse(`{"${id}":${JSON.stringify(requested(2))}}`) },
          }),
        ),
        itemUrl,
      ),
    );
  }
});

it('does not grow with references that double, nor turn with those that circle', () => {
  const doubled = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`a${at}`, [{ $ref: `$.a${at + 1}` }, { $ref: `$.a${at + 1}` }]]),
  );
  const circles = {
    SKU: { $ref: '$.PRICE' },
    HEADER_IMAGE_PC: { $ref: '$' },
    DESC: { $ref: '$.DESC' },
    PRICE: { $ref: '$.SKU' },
  };

  expect(productOnPage(answer({ ...doubled, ...pretendItem() }), itemUrl).variants).toHaveLength(2);
  held(() => productOnPage(answer(pretendItem(circles)), itemUrl));
  held(() => productOnPage(answer({ $ref: '$', PRODUCT_TITLE: { $ref: '$' } }), itemUrl));
});

const odd: unknown[] = [
  null,
  0,
  -1,
  1e300,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  'a',
  '\uD800',
  '<b>',
  '9'.repeat(500),
  true,
  [],
  [[]],
  [null],
  {},
  { a: {} },
  { toString: 1 },
  { $ref: '$.SKU' },
  { value: 'x' },
  { length: 9 },
];

/** Returns the paths of all values in a tree. */
function pathsOf(value: unknown, at: (string | number)[] = []): (string | number)[][] {
  const inside = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  return [at, ...inside.flatMap(([key, child]) => pathsOf(child, [...at, key]))];
}

function changed(tree: unknown, at: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) {
    return value;
  }
  const copy: Record<string, unknown> | unknown[] = Array.isArray(tree)
    ? [...tree]
    : isObject(tree)
      ? { ...tree }
      : {};
  const fields = copy as Record<string | number, unknown>;
  fields[key] = changed(fields[key], rest, value);
  return copy;
}

const older = {
  productInfoComponent: { id: 1005001111111111, subject: 'Lamp' },
  skuComponent: {
    productSKUPropertyList: [
      { skuPropertyId: 14, skuPropertyName: 'Color', skuPropertyValues: [{ propertyValueId: 10 }] },
    ],
  },
  priceComponent: {
    skuPriceList: [{ skuIdStr: '5', skuPropIds: '10', skuVal: { skuAmount: { value: 5, currency: 'USD' } } }],
  },
  breadcrumbComponent: { pathList: [{ name: 'Home', cateId: 3 }] },
};
const api = {
  ae_item_base_info_dto: { product_id: 1, subject: 'Lamp', detail: '<p>', mobile_detail: '{}' },
  ae_multimedia_info_dto: { image_urls: 'https://ae01.alicdn.com/kf/S.jpg' },
  ae_item_sku_info_dtos: {
    x: [
      {
        sku_id: '5',
        offer_sale_price: '2',
        ae_sku_property_dtos: [{ sku_property_id: 14, property_value_id: 10 }],
      },
    ],
  },
  package_info_dto: { gross_weight: '0.1' },
};

it('holds whatever stands in any field of any form', () => {
  const full = pretendItem({
    PRODUCT_PROP_PC: { showedProps: [{ attrName: 'Brand Name', attrValue: 'Fern' }] },
    DESC: { pcDescUrl: 'https://ae01.alicdn.com/desc' },
  });
  const forms: [unknown, (tree: unknown) => Product][] = [
    [full, (tree) => productOnPage(answer(tree), itemUrl)],
    [older, (tree) => productOnPage(`<script>runParams = {data: ${JSON.stringify(tree)}}</script>`, itemUrl)],
    [api, (tree) => productFromOpenApi(isObject(tree) ? tree : {})],
  ];
  for (const [form, read] of forms) {
    expect(Product.parse(read(form)).variants.length).toBeGreaterThan(0);
    for (const at of pathsOf(form)) {
      for (const value of odd) {
        held(() => read(changed(form, at, value)));
      }
    }
  }
});
