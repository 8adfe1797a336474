import { expect, it } from 'vitest';
import { productOnPage } from './page.ts';

const facts = { root: 'https://shop.example', shop: 'shop.example', storeName: null, currency: 'USD' };

/** A page with the theme's product data, whose variants have these additional fields, and with these JSON blocks. */
function page(variants: Record<string, unknown>[], ...blocks: unknown[]): string {
  const product = {
    id: 7001,
    title: 'Mug',
    handle: 'mug',
    description: '',
    vendor: 'Clay',
    type: '',
    images: [],
    options: ['Colour'],
    variants: variants.map((fields, at) => ({
      id: 90_001 + at,
      option1: `Colour ${at + 1}`,
      price: 1900,
      available: true,
      ...fields,
    })),
  };
  const scripts = [product, ...blocks].map(
    (block) => `<script type="application/json">${JSON.stringify(block)}</script>`,
  );
  return `<html><body>${scripts.join('')}</body></html>`;
}

function stockOn(html: string) {
  const product = productOnPage(html, 'mug', facts);
  return { stock: product.variants.map(({ stock }) => stock), details: product.extra.shopify?.variants };
}

it('gives no quantity to a variant that the page says is not tracked', () => {
  const html = page([{ inventory_management: null, inventory_quantity: 0 }]);

  expect(stockOn(html).stock).toEqual([null]);
});

it('keeps what is oversold and sold past its stock', () => {
  const html = page([
    { inventory_management: 'shopify', inventory_policy: 'continue', inventory_quantity: -4 },
  ]);

  expect(stockOn(html)).toEqual({ stock: [-4], details: { '90001': { inventory_policy: 'continue' } } });
});

it.each([
  ['by the key of its variant', { '90001': { inventory_quantity: 5 }, '90002': { inventory_quantity: -1 } }],
  [
    'in a list with ids',
    {
      inventory: [
        { id: 90_002, inventory_quantity: -1 },
        { id: '90001', inventory_quantity: '5' },
      ],
    },
  ],
  [
    'deep inside',
    {
      a: [
        [
          {
            b: {
              variants: [
                { variant_id: 90_001, inventory_quantity: 5 },
                { variant_id: 90_002, inventory_quantity: -1 },
              ],
            },
          },
        ],
      ],
    },
  ],
])('reads the stock that a theme prints %s', (_, block) => {
  expect(stockOn(page([{}, {}], block)).stock).toEqual([5, -1]);
});

it('takes no stock of another product, and none of which two places give different quantities', () => {
  const html = page(
    [{}, {}],
    { '90009': { inventory_quantity: 8 }, '90001': { inventory_quantity: 5 } },
    { '90001': { inventory_quantity: 6 }, '90002': { inventory_quantity: 3 } },
  );

  expect(stockOn(html).stock).toEqual([null, 3]);
});

it('is not held up by JSON without an end', () => {
  let deep: unknown = { inventory_quantity: 1 };
  for (let at = 0; at < 2000; at += 1) {
    deep = { deep };
  }
  const wide = Array.from({ length: 300_000 }, () => ({}));

  expect(stockOn(page([{}], deep, wide)).stock).toEqual([null]);
});
