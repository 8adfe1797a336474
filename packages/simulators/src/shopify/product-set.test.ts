import { describe, expect, it } from 'vitest';
import { practiceStore } from './testing/practice-store.ts';

const set = `mutation($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
  productSet(input: $input, identifier: $identifier) { product { id handle tags } userErrors { code field message } }
}`;

async function faultsOf(input: object, identifier?: object): Promise<string[]> {
  const store = practiceStore();
  await store.define();
  await store.admin(set, { input: { title: 'Taken', handle: 'taken' } });
  const answer = await store.admin(set, { input, identifier });
  expect(answer.errors).toEqual([]);
  return answer.data.productSet.userErrors.map(({ code, field }) => `${code} ${field.join('.')}`);
}

const values = (...names: string[]) => names.map((name) => ({ name }));
const one = (optionName: string, name: string, more: object = {}) => ({
  optionValues: [{ optionName, name }],
  ...more,
});
const sized = (more: object) => ({
  title: 'Lamp',
  productOptions: [{ name: 'Size', values: values('S', 'M') }],
  variants: [one('Size', 'S'), one('Size', 'M', more)],
});

describe('what productSet refuses, by code and place', () => {
  it.each<[string, object, object | undefined]>([
    ['INVALID_PRODUCT input.title', { vendor: 'Nobody' }, undefined],
    ['INVALID_PRODUCT input.title', { title: 'x'.repeat(256) }, undefined],
    ['INVALID_PRODUCT input.handle', { title: 'Lamp', handle: 'x'.repeat(256) }, undefined],
    [
      'INVALID_PRODUCT input.tags',
      { title: 'Lamp', tags: Array.from({ length: 251 }, (_, at) => `t${at}`) },
      undefined,
    ],
    [
      'INVALID_PRODUCT input.descriptionHtml',
      { title: 'Lamp', descriptionHtml: 'x'.repeat(512 * 1024 + 1) },
      undefined,
    ],
    ['HANDLE_NOT_UNIQUE input.handle', { title: 'Lamp', handle: 'taken' }, undefined],
    ['MISSING_FIELD_REQUIRED input.handle', { title: 'Lamp' }, { handle: 'lamp' }],
    ['INPUT_MISMATCH input.handle', { title: 'Lamp', handle: 'other' }, { handle: 'lamp' }],
    ['ID_NOT_ALLOWED input.id', { title: 'Lamp', id: 'gid://shopify/Product/1' }, { handle: 'lamp' }],
    ['PRODUCT_DOES_NOT_EXIST input', { title: 'Lamp' }, { id: 'gid://shopify/Product/1' }],
    [
      'MISSING_FIELD_REQUIRED input.metafields',
      { title: 'Lamp' },
      { customId: { namespace: 'bowerbird', key: 'listing_key', value: 'a' } },
    ],
    [
      'METAFIELD_MISMATCH input.metafields',
      { title: 'Lamp', metafields: [{ namespace: 'bowerbird', key: 'listing_key', value: 'b' }] },
      { customId: { namespace: 'bowerbird', key: 'listing_key', value: 'a' } },
    ],
    [
      'INVALID_METAFIELD input.metafields.0',
      { title: 'Lamp', metafields: [{ key: 'note', type: 'url' }] },
      undefined,
    ],
    [
      'PRODUCT_OPTIONS_INPUT_MISSING input.productOptions',
      { title: 'Lamp', variants: [one('Size', 'S')] },
      undefined,
    ],
    [
      'VARIANTS_INPUT_MISSING input.variants',
      { title: 'Lamp', productOptions: [{ name: 'Size', values: values('S') }] },
      undefined,
    ],
    [
      'OPTIONS_OVER_LIMIT input.productOptions',
      {
        title: 'Lamp',
        productOptions: ['a', 'b', 'c', 'd'].map((name) => ({ name, values: values('x') })),
        variants: [one('a', 'x')],
      },
      undefined,
    ],
    [
      'DUPLICATED_OPTION_NAME input.productOptions.1',
      {
        title: 'Lamp',
        productOptions: ['Size', 'size'].map((name) => ({ name, values: values('S') })),
        variants: [
          {
            optionValues: [
              { optionName: 'Size', name: 'S' },
              { optionName: 'size', name: 'S' },
            ],
          },
        ],
      },
      undefined,
    ],
    [
      'DUPLICATED_OPTION_VALUE input.productOptions.0.values.1.name',
      {
        title: 'Lamp',
        productOptions: [{ name: 'Size', values: values('S', 's') }],
        variants: [one('Size', 'S')],
      },
      undefined,
    ],
    [
      'OPTION_VALUES_MISSING input.productOptions.0.values',
      { title: 'Lamp', productOptions: [{ name: 'Size', values: [] }], variants: [{ optionValues: [] }] },
      undefined,
    ],
    [
      'OPTION_DOES_NOT_EXIST input.variants.0.optionValues.0',
      {
        title: 'Lamp',
        productOptions: [{ name: 'Size', values: values('S') }],
        variants: [one('Tone', 'S')],
      },
      undefined,
    ],
    [
      'OPTION_VALUE_DOES_NOT_EXIST input.variants.0.optionValues.0',
      {
        title: 'Lamp',
        productOptions: [{ name: 'Size', values: values('S') }],
        variants: [one('Size', 'M')],
      },
      undefined,
    ],
    ['INVALID_VARIANT input.variants.1.price', sized({ price: '-1' }), undefined],
    ['INVALID_VARIANT input.variants.1.sku', sized({ sku: 'x'.repeat(256) }), undefined],
    [
      'INVALID_VARIANT input.variants.1',
      {
        title: 'Lamp',
        productOptions: [{ name: 'Size', values: values('S') }],
        variants: [one('Size', 'S'), one('Size', 'S')],
      },
      undefined,
    ],
    [
      'INVALID_INPUT input.variants.1.file',
      sized({ file: { originalSource: 'https://cdn.example/a.jpg' } }),
      undefined,
    ],
    [
      'INVALID_INPUT input.variants.1.inventoryQuantities.0.locationId',
      sized({
        inventoryQuantities: [{ locationId: 'gid://shopify/Location/1', name: 'available', quantity: 1 }],
      }),
      undefined,
    ],
    ['INVALID_INPUT input.files.0', { title: 'Lamp', files: [{ alt: 'nothing' }] }, undefined],
    [
      'NOT_FOUND input.collections.0',
      { title: 'Lamp', collections: ['gid://shopify/Collection/1'] },
      undefined,
    ],
  ])('%s', async (fault, input, identifier) => {
    expect(await faultsOf(input, identifier)).toContain(fault);
  });

  it('more than 2,048 variants', async () => {
    const [rows, columns] = [
      values(...Array.from({ length: 64 }, (_, at) => `r${at}`)),
      values(...Array.from({ length: 33 }, (_, at) => `c${at}`)),
    ];
    const variants = rows.flatMap((row) =>
      columns.map((column) => ({
        optionValues: [
          { optionName: 'R', name: row.name },
          { optionName: 'C', name: column.name },
        ],
      })),
    );
    const input = {
      title: 'Lamp',
      productOptions: [
        { name: 'R', values: rows },
        { name: 'C', values: columns },
      ],
      variants,
    };

    expect(await faultsOf(input)).toEqual(['VARIANTS_OVER_LIMIT input.variants']);
    // 2,048 of them cost 20 + 410 points and pass.
    expect(await faultsOf({ ...input, variants: variants.slice(0, 2048) })).toEqual([]);
  });

  it('a price that is no number, before anything is done', async () => {
    const store = practiceStore();

    const answer = await store.admin(set, { input: sized({ price: '12,50' }) });

    expect(answer.errors[0]?.extensions?.code).toBe('INVALID_VARIABLE');
    expect(store.shop.view().products).toHaveLength(0);
  });

  it('a key that another product bears', async () => {
    const store = practiceStore();
    await store.define();
    await store.list('bb-one');

    const answer = await store.admin(set, {
      input: {
        title: 'Other',
        metafields: [{ namespace: 'bowerbird', key: 'listing_key', type: 'id', value: 'bb-one' }],
      },
    });

    expect(answer.data.productSet.userErrors[0]?.code).toBe('CAPABILITY_VIOLATION');
  });
});

describe('what productSet keeps', () => {
  it('scalar fields that were not sent stay; lists that were sent are replaced', async () => {
    const store = practiceStore();
    const first = await store.admin(set, { input: { ...sized({}), vendor: 'Glade Home', tags: ['a', 'b'] } });
    const { id } = first.data.productSet.product;
    await store.admin(set, { identifier: { id }, input: { title: 'Renamed', tags: ['c'] } });

    const [product] = store.shop.view().products;
    expect(product).toMatchObject({ title: 'Renamed', vendor: 'Glade Home', tags: ['c'], status: 'ACTIVE' });
    expect(product?.variants).toHaveLength(2);
  });

  it('a product without options has one default variant', async () => {
    const store = practiceStore();
    await store.admin(set, { input: { title: 'Plain' } });

    expect(store.shop.view().products[0]?.variants.map(({ optionValues }) => optionValues)).toEqual([
      ['Default Title'],
    ]);
  });

  it('the merchant status of a product is changed by productUpdate and nothing else with it', async () => {
    const store = practiceStore();
    const { id } = (await store.admin(set, { input: { ...sized({}), tags: ['a'] } })).data.productSet.product;

    await store.admin(
      'mutation($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { message } } }',
      { product: { id, status: 'DRAFT' } },
    );

    expect(store.shop.view().products[0]).toMatchObject({ status: 'DRAFT', tags: ['a'], title: 'Lamp' });
  });
});

describe('an asynchronous productSet', () => {
  it('gives its product, or what was wrong, only when it is complete', async () => {
    const store = practiceStore();
    const begin = `mutation($input: ProductSetInput!) {
      productSet(input: $input, synchronous: false) { product { id } productSetOperation { id status } userErrors { code } }
    }`;
    const poll = `query($id: ID!) {
      productOperation(id: $id) { status product { title } ... on ProductSetOperation { userErrors { code } } }
    }`;
    const good = (await store.admin(begin, { input: { title: 'Lamp' } })).data.productSet;
    const bad = (await store.admin(begin, { input: { vendor: 'Nobody' } })).data.productSet;
    const stated = async (id: string) => (await store.admin(poll, { id })).data.productOperation;
    const early = await stated(good.productSetOperation.id);
    store.clock.advance(1000);

    expect([good.product, good.userErrors, bad.userErrors]).toEqual([null, [], []]);
    expect(early).toMatchObject({ status: 'CREATED', product: null });
    expect(await stated(good.productSetOperation.id)).toMatchObject({
      status: 'COMPLETE',
      product: { title: 'Lamp' },
    });
    expect(await stated(bad.productSetOperation.id)).toMatchObject({
      status: 'COMPLETE',
      product: null,
      userErrors: [{ code: 'INVALID_PRODUCT' }],
    });
  });
});
