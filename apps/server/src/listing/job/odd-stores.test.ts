import type { Product } from '@bowerbird/catalog/product';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { share } from '@bowerbird/platforms/testing/share';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import type { Outside } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench, withinSeconds } from '../../../testing/listing/listing.ts';
import {
  type Simulated,
  type SimulatedName,
  simulatedStores,
} from '../../../testing/listing/simulated-stores.ts';
import { sampleProduct } from '../../../testing/products/products.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import { checkAgain } from '../../stores/check.ts';

const { db } = await testDatabase();
const twoDaysMs = 2 * 86_400_000;

/** Every store that we list to, by its name in tests. */
const stores: Record<SimulatedName | 'shopify', (outside: Outside) => Simulated> = {
  ...simulatedStores,
  shopify(outside) {
    const shop = createShopifyShop({ name: 'simulated', outside, settings: { pace: 'free' } });
    return {
      platform: shopify,
      simulation: shop,
      connection: 'token',
      credentials: { token: shop.settings.access.token },
      products: () =>
        shop.view().products.map((product) => ({
          id: `gid://shopify/Product/${product.id}`,
          key: product.metafields.find(({ key }) => key === 'listing_key')?.value ?? null,
          title: product.title,
          handle: product.handle,
          shown: product.status === 'ACTIVE' && product.publications.length > 0,
          variants: product.variants.map(({ sku, price }) => ({ sku: sku ?? '', price })),
        })),
      remove: (id) => shop.merchant.remove(Number(id.split('/').at(-1))),
    };
  },
};
const names = Object.keys(stores) as (keyof typeof stores)[];

/** Text in every request of this platform that creates a product. */
const creates: Record<keyof typeof stores, string> = {
  shopify: 'productSet',
  woocommerce: '/wc/v3/products/batch',
  wordpress: '/batch/v1',
  shopline: 'POST products/products.json',
  shoplazza: 'unique_token',
  shopyy: 'POST /products',
};

/**
 * A store on an accelerated clock that is off by `skewMs`, with a merchant who lists to it; every request to it is
 * counted.
 */
async function open(name: keyof typeof stores, { skewMs = 0, inSeconds = true } = {}) {
  // Slow enough that a busy machine holds a request back no longer than a store may be late.
  const clock = acceleratedClock(inSeconds ? 15 : 60);
  const simulated = stores[name]({ ...clock, now: () => clock.now() + skewMs });
  const requests = { count: 0 };
  const { simulation } = simulated;
  const bench = await storeBench(db, {
    clock,
    ...simulated,
    simulation: {
      ...simulation,
      name: simulation.name,
      answer(request) {
        requests.count += 1;
        return simulation.answer(request);
      },
    },
    platform: inSeconds ? withinSeconds(simulated.platform) : simulated.platform,
    beside: async () => new Response(new Uint8Array(dot), { headers: { 'content-type': 'image/gif' } }),
  });
  return { ...bench, simulated, requests };
}
type Open = Awaited<ReturnType<typeof open>>;

/** A one-pixel GIF. */
const dot = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (letter) =>
  letter.charCodeAt(0),
);

/** Works until nothing is left to do, as the job queue does: a store job that its store made rest is woken again. */
async function workOut(bench: Open, request: JobRequest, turns = 20): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await bench.workOut(request);
    const { run } = await bench.view(request.runId);
    if (run.state !== 'held') {
      return;
    }
    await bench.clock.sleep(60_000);
  }
}

function expectOnce({ simulated }: Open, products: readonly Product[]): void {
  const there = simulated.products();
  expect(there.map(({ title }) => title).sort()).toEqual(products.map(({ title }) => title).sort());
  expect(there.filter(({ shown }) => !shown)).toEqual([]);
}

/** Status codes of a store that was closed, is unpaid or was removed; each is simulated on two platforms. */
const closedCodes = [402, 404, 410];

it.concurrent.each(names.map((name, at) => [name, closedCodes[at % 3] ?? 404] as const))(
  'a %s store that is closed (HTTP %i) while a run lists to it is named and left alone, and opened again it gets each product once',
  { tags: ['slow'] },
  async (name, status) => {
    const bench = await open(name, { inSeconds: false });
    const { faults } = bench.simulated.simulation;
    const products = someProducts(5);
    const request = await bench.start(await bench.own(products));
    // The store closes with a write under way, whose outcome is unknown.
    faults.add(
      { kind: 'lost-after', matching: creates[name] },
      { kind: 'status', value: status, count: null, skip: 12 },
    );
    await bench.workOut(request);
    faults.clear();
    faults.add({ kind: 'status', value: status, count: null });
    bench.requests.count = 0;

    await workOut(bench, request, 3);
    const closed = await bench.view(request.runId);
    const requested = bench.requests.count;
    faults.clear();
    await checkAgain(bench.services, bench.ownerId, bench.storeId);
    await workOut(bench, request);
    await workOut(bench, await bench.start((await bench.rows()).map(({ product_id }) => product_id)));

    expect(closed.run.state).toBe('held');
    expect(closed.run.fault?.code).toMatch(/^store\./);
    expect(requested).toBeLessThan(60);
    expectOnce(bench, products);
    expect((await bench.rows()).filter(({ open_attempt }) => open_attempt !== null)).toEqual([]);
  },
);

describe.concurrent.each(names)('a %s store whose clock is two days off', (name) => {
  const skews: [string, number][] = [
    ['behind', -twoDaysMs],
    ['ahead', twoDaysMs],
  ];
  it.each(share(skews, 1, names.indexOf(name)))(
    '(%s) gets each product once: what was lost is found, what came twice is taken out',
    { tags: ['slow'] },
    async (_, skewMs) => {
      const bench = await open(name, { skewMs });
      const products = someProducts(4);
      const ids = await bench.own(products);
      const matching = creates[name];
      bench.simulated.simulation.faults.add(
        { kind: 'lost-after', matching },
        { kind: 'twice', value: 2000, matching, skip: 1 },
        ...oddities[name],
      );
      const request = await bench.start(ids);

      await workOut(bench, request);
      const again = await bench.list(ids);

      expectOnce(bench, products);
      expect(again.certificate).toMatchObject({ listed: 4, duplicates: 0, missing: 0, agrees: true });
    },
  );
});

/** Faults of a single platform after which a product is found only by its creation time. */
const oddities: Record<keyof typeof stores, readonly Fault[]> = {
  shopify: [],
  woocommerce: [{ kind: 'partial', value: 'sku' }],
  wordpress: [],
  shopline: [],
  shoplazza: [],
  shopyy: [{ kind: 'partial' }],
};

it('a product of very many variants is listed once, whole, though the start of its operation was not answered', {
  tags: ['slow'],
}, async () => {
  const bench = await open('shopify');
  const sizes = Array.from({ length: 150 }, (_, at) => `Size ${at + 1}`);
  const sample = sampleProduct(1);
  const product: Product = {
    ...sample,
    options: [{ name: 'Size', values: sizes }],
    variants: sizes.flatMap((size, at) =>
      sample.variants.slice(0, 1).map((variant) => ({
        ...variant,
        id: `v${at}`,
        sku: `RING-${at}`,
        optionValues: [size],
        imageUrl: null,
      })),
    ),
  };
  bench.simulated.simulation.faults.add({ kind: 'lost-after', matching: creates.shopify });
  const request = await bench.start(await bench.own([product]));

  await workOut(bench, request);

  expect((await bench.view(request.runId)).run.state).toBe('complete');
  expectOnce(bench, [product]);
  expect(bench.simulated.products()[0]?.variants).toHaveLength(150);
});
