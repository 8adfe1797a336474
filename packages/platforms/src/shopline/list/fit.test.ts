import type { Product } from '@bowerbird/catalog/product';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import { describe, expect, it } from 'vitest';
import { contextWith } from '../../testing/lister/bench.ts';
import { lister } from './lister.ts';
import { dress, freshStore, item } from './testing.ts';

const shop = { maximumVariants: 500, maximumOptions: 5, currency: 'USD' };
const [first = dress.variants[0]] = dress.variants;
const long = 'x'.repeat(256);

function withVariant(changes: object): Product {
  return { ...dress, variants: [{ ...(first as Product['variants'][number]), ...changes }] };
}

function many(count: number): Product {
  const values = Array.from({ length: count }, (_, at) => `c${at}`);
  return {
    ...dress,
    options: [{ name: 'Colour', values }],
    variants: values.map((value, at) => ({
      ...(first as Product['variants'][number]),
      id: `v${at}`,
      sku: null,
      optionValues: [value],
    })),
  };
}

const tooMuch: [string, Product][] = [
  ['store.too-many-variants', many(501)],
  [
    'store.too-many-options',
    {
      ...withVariant({ optionValues: ['1', '2', '3', '4', '5', '6'] }),
      options: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => ({ name, values: [String(at + 1)] })),
    },
  ],
  ['fit.too-long', withVariant({ sku: long })],
  ['fit.too-long', withVariant({ barcode: long })],
  ['fit.too-long', { ...dress, tags: [long] }],
  ['fit.too-long', { ...dress, vendor: long }],
  ['fit.too-long', { ...dress, productType: long }],
  ['fit.too-long', { ...dress, descriptionHtml: 'é'.repeat(300_000) }],
];

describe('what does not fit', () => {
  it.each(tooMuch)('%s is told before, and refused by the store in truth', async (code, product) => {
    const { shop: simulated, store } = freshStore();
    const context = contextWith(fetchFrom(new Map([['practice.localhost', simulated]])));

    const stated = lister.planner.fit(product, shop);
    const [outcome] = await lister.writer.create([{ ...item, product }], store.access, context);

    expect(stated).toMatchObject([{ kind: 'refused', code }]);
    expect(outcome?.outcome).toBe('refused');
  });

  it.each([
    ['fit.title-cut', 'cut', { ...dress, title: long }],
    ['fit.handle-cut', 'cut', { ...dress, handle: long }],
    ['fit.tags-cut', 'cut', { ...dress, tags: Array.from({ length: 251 }, (_, at) => `t${at}`) }],
    [
      'fit.images-cut',
      'cut',
      {
        ...dress,
        images: Array.from({ length: 503 }, (_, at) => ({
          url: `https://pictures.example/${at}.jpg`,
          alt: '',
          width: null,
          height: null,
        })),
      },
    ],
    ['fit.prices-rounded', 'cut', withVariant({ price: '39.005' })],
    ['fit.currency-differs', 'cut', { ...dress, currency: 'EUR' }],
    [
      'fit.image-addresses-lost',
      'lost',
      {
        ...dress,
        images: [{ url: `https://pictures.example/${long}.jpg`, alt: '', width: null, height: null }],
      },
    ],
    ['fit.attributes-lost', 'lost', { ...dress, attributes: [{ name: 'Height', value: '40 cm' }] }],
    ['fit.price-tiers-lost', 'lost', { ...dress, priceTiers: [{ minimumQuantity: 2, price: '1.00' }] }],
  ] as [string, string, Product][])(
    '%s is told as %s, and the store takes the rest',
    async (code, kind, product) => {
      const { store, context } = freshStore();

      const stated = lister.planner.fit(product, shop);
      const [outcome] = await lister.writer.create([{ ...item, product }], store.access, context);
      const id = outcome?.outcome === 'applied' ? outcome.storeProductId : '';
      const update = { ...item, product, storeProductId: id, images: new Map() };
      const [shown] = (await lister.writer.publish?.([update], store.access, context)) ?? [];

      expect(stated).toMatchObject([{ kind, code }]);
      expect([outcome?.outcome, shown?.outcome]).toEqual(['applied', 'applied']);
    },
  );

  it('sends a picture whose address is too long without its query', async () => {
    const { shop: simulated, store, context } = freshStore();
    const url = `https://pictures.example/front.jpg?token=${long}`;
    const product = { ...dress, images: [{ url, alt: '', width: null, height: null }] };

    await lister.writer.create([{ ...item, product }], store.access, context);

    expect(lister.planner.fit(product, shop)).toEqual([]);
    expect(simulated.view().products[0]?.images).toMatchObject([
      { source: 'https://pictures.example/front.jpg' },
    ]);
  });

  it('a price of nothing and variants that are alike are told before anything is sent', () => {
    const twice = { ...dress, variants: [...dress.variants, ...dress.variants] };

    expect(lister.planner.fit(withVariant({ price: '0.00' }), shop)).toMatchObject([
      { code: 'listing.price-missing' },
    ]);
    expect(lister.planner.fit(twice, shop)).toMatchObject([
      { code: 'fit.variants-similar', params: { n: 2 } },
    ]);
    expect(lister.planner.fit(dress, shop)).toEqual([]);
  });

  it('tells pictures that the store could not fetch', async () => {
    const { store, context } = freshStore();
    const images = ['unreachable.jpg', 'side.jpg'].map((name) => ({
      url: `https://pictures.example/${name}`,
      alt: '',
      width: null,
      height: null,
    }));
    const [outcome] = await lister.writer.create(
      [{ ...item, product: { ...dress, images } }],
      store.access,
      context,
    );
    const id = outcome?.outcome === 'applied' ? outcome.storeProductId : '';

    const failed = await lister.reader.failedImages([id], store.access, context);

    expect(failed.get(id)).toMatchObject([{ code: 'store.image-failed', params: { n: 1 }, field: 'images' }]);
  });
});
