import { platforms } from '@bowerbird/platforms/all';
import type { Reads } from '@bowerbird/platforms/collectors';
import { expect, it } from 'vitest';
import type { OpenPage } from '../open-page.ts';
import { readProducts } from './read-products.ts';

const url = new URL('https://shop.example/products/pan');
const nothing = async () => new Response('', { status: 404 });

/** A page whose shop responds to no further requests. */
function pageOf(linkedData: object): OpenPage {
  const markup = `<script type="application/ld+json">${JSON.stringify(linkedData)}</script>`;
  return {
    url,
    title: '',
    isChecking: () => false,
    markup: () => markup,
    shown: () => '',
    answers: () => [],
    variables: async () => null,
    change: async () => {},
    fetch: nothing,
    document: async () => null,
    now: () => 0,
  };
}

async function isPart(linkedData: object): Promise<boolean> {
  const shopyy: Reads = { id: 'shopyy', collector: platforms.get('shopyy')?.collector as Reads['collector'] };
  const context = { signal: new AbortController().signal, now: () => 0, sleep: async () => {} };
  const { products, partial } = await readProducts(shopyy, pageOf(linkedData), context);
  expect(products).toHaveLength(1);
  return partial;
}

it('calls one offer of linked data a part of a product, and a group with its variants the whole', async () => {
  const offers = { price: '12.50', priceCurrency: 'USD' };
  const variant = (size: string) => ({ name: `Pan - ${size}`, size, offers });

  expect(await isPart({ '@type': 'Product', name: 'Pan', offers })).toBe(true);
  expect(
    await isPart({
      '@type': 'ProductGroup',
      name: 'Pan',
      variesBy: ['size'],
      hasVariant: [variant('24'), variant('28')],
    }),
  ).toBe(false);
});
