import type { Product } from '@bowerbird/catalog/product';
import { platforms } from '@bowerbird/platforms/all';
import type { CollectEvent, Collector, CollectRequest } from '@bowerbird/platforms/collecting/collector';
import { collectors } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { simulatedShop } from '@bowerbird/platforms/testing/simulated-suite';
import { describe, expect, it } from 'vitest';
import { boundedCollector } from './bounded-collector.ts';

const address = new URL('http://glade-home.localhost:8901/');

function shopOf(id: string, count: number, ...faults: string[]) {
  const platform = platforms.get(id);
  if (platform === undefined) {
    throw new Error(`no platform ${id}`);
  }
  return simulatedShop(platform, count, ...faults);
}

async function collected(id: string, collector: Collector, context: PlatformContext, bytesMax: number) {
  const products: Product[] = [];
  const skipped: { address: string; code: string }[] = [];
  const events: CollectEvent[] = [];
  const got = new Set<string>();
  const request: CollectRequest = {
    scope: 'shop',
    addresses: [address],
    checkpoint: null,
    alreadyGot: (one) => got.has(one),
  };
  for await (const event of boundedCollector(id, collector, bytesMax).collect(request, () => got, context)) {
    events.push(event);
    if (event.kind === 'batch') {
      products.push(...event.products);
      skipped.push(...event.skipped.map((one) => ({ address: one.address, code: one.failure.code })));
      for (const { source } of event.products) {
        got.add(source?.id ?? '');
      }
    }
  }
  return { products, skipped, events };
}

const everything = (products: readonly Product[]) =>
  products
    .map((product) => JSON.stringify({ ...product, source: { ...product.source, collectedAt: null } }))
    .sort();

it('knows in a separate process the very collector of each platform', () => {
  const known = [...platforms.values()].filter(({ collector }) => collector);

  expect(known.length).toBeGreaterThan(8);
  expect(known.filter(({ id, collector }) => collectors.get(id)?.collector !== collector)).toEqual([]);
});

describe('a shop with large answers', () => {
  it.each(['shopify', 'woocommerce', 'alibaba'])(
    'is read in a separate process like any other: %s',
    { tags: ['slow'] },
    async (id) => {
      const [here, there] = [shopOf(id, 60), shopOf(id, 60)];

      const small = await collected(id, here.collector, here.context, 50_000_000);
      const large = await collected(id, there.collector, there.context, 10_000);

      expect(small.products.length).toBeGreaterThan(50);
      expect(everything(large.products)).toEqual(everything(small.products));
      expect(large.skipped).toEqual(small.skipped);
    },
  );

  it('is read on from where it was, each product once, when an answer in its midst is large', async () => {
    const { collector, context, shop } = shopOf('shopify', 600);
    let requested = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await context.fetch(input, init);
      requested += 1;
      const url = String(input instanceof Request ? input.url : input);
      return url.includes('products.json') && url.includes('page=2')
        ? new Response((await answer.text()) + ' '.repeat(2_000_000), answer)
        : answer;
    };

    const { products } = await collected('shopify', collector, { ...context, fetch }, 1_500_000);

    expect(shop).toBeDefined();
    expect(requested).toBeGreaterThan(3);
    expect(new Set(products.map(({ source }) => source?.id)).size).toBe(600);
    expect(products).toHaveLength(600);
  });

  it('is recognised in a separate process', async () => {
    const { collector, context } = shopOf('shopify', 5);
    const answer = await context.fetch(address);
    const seen = { url: address, status: 200, headers: answer.headers, body: await answer.text() };

    const here = await boundedCollector('shopify', collector).recognise(seen, context);
    const there = await boundedCollector('shopify', collector, 1000).recognise(seen, context);

    expect(here.confidence).toBeGreaterThan(50);
    expect(there).toEqual(here);
  });

  it('is previewed in a separate process', async () => {
    const { collector, context } = shopOf('shopify', 5);

    const here = await boundedCollector('shopify', collector).preview(address, 'shop', context);
    const there = await boundedCollector('shopify', collector, 1000).preview(address, 'shop', context);

    expect(there.promised).toBe(here.promised);
    expect(everything(there.products)).toEqual(everything(here.products));
  });
});
