import { Product } from '@bowerbird/catalog/product';
import { expect, it } from 'vitest';
import type { RestApi } from '../../collecting/wordpress/rest.ts';
import { prices, simpleGood, variableGood } from '../testing/pretend-products.ts';
import { asStoreApi } from './api/rest-api.ts';
import { readItems } from './lists/lists.ts';
import { readProduct } from './schema.ts';

const facts = { shop: 'loom.example', storeName: null, pathOf: (_: string, name: string) => [name] };

it.each([
  ['an empty price', { price: '' }, true, null],
  ['no price', { price: null }, true, null],
  ['0 of what cannot be bought', { price: '0', regular_price: '0' }, false, null],
  ['0 of what can be bought', { price: '0', regular_price: '0' }, true, '0.00'],
  ['a price of what cannot be bought', { price: '900' }, false, '9.00'],
])('reads %s in the Store API', (_, sent, purchasable, expected) => {
  const product = readProduct(
    simpleGood(1, { prices: prices(100, sent), is_purchasable: purchasable }),
    [],
    facts,
  );

  expect(Product.parse(product).variants).toMatchObject([{ price: expected }]);
  expect(product.variants[0]?.compareAtPrice).toBeNull();
});

/** A shop's own API with these products, and these variations for each. */
function restApi(products: readonly object[], variations: readonly object[]): RestApi {
  return {
    async list(path) {
      const items = path === '/products' ? products : path.endsWith('/variations') ? variations : [];
      return { items: [...items], total: items.length, pages: 1 };
    },
  };
}

const plain = {
  type: 'simple',
  status: 'publish',
  regular_price: '',
  sale_price: '',
  variations: [],
  images: [],
  attributes: [],
};
const colour = (option: string) => [{ name: 'Colour', option }];

it('keeps products and variations without a price that are read by keys, and every other beside them', async () => {
  const { prices: _, ...good } = simpleGood(1);
  const { prices: __, ...several } = variableGood(4);
  const api = asStoreApi(
    restApi(
      [
        { ...good, ...plain, price: null, purchasable: true },
        { ...good, ...plain, id: 7002, slug: 'good-2', price: '0.00', purchasable: false },
        { ...good, ...plain, id: 7003, slug: 'good-3', price: '0.00', purchasable: true },
        {
          ...several,
          ...plain,
          type: 'variable',
          price: '5.00',
          variations: [1, 2],
          attributes: [{ name: 'Colour', variation: true, options: ['Red', 'Blue'] }],
        },
      ],
      [
        { id: 1, price: '', regular_price: '', purchasable: false, attributes: colour('Red') },
        { id: 2, price: '5.00', regular_price: '6.00', purchasable: true, attributes: colour('Blue') },
      ],
    ),
  );

  const { items } = await api.list('/products', {});
  const read = await readItems(api, items, facts, 'https://loom.example');

  expect(
    read.map((one) => ('failure' in one ? one.failure.code : one.variants.map(({ price }) => price))),
  ).toEqual([[null], [null], ['0.00'], [null, '5.00']]);
});
