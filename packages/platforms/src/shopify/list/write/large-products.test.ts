import { productWith, variantWith } from '@bowerbird/catalog/testing/product-with';
import { createShopifyShop } from '@bowerbird/simulators/shopify/shop';
import { handClock } from '@bowerbird/simulators/shopify/testing/practice-store';
import { fetchFrom } from '@bowerbird/simulators/simulation';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { describe, expect, it } from 'vitest';
import type { StoreAccess } from '../../../listing/store/access.ts';
import type { ToCreate } from '../../../listing/writes.ts';
import { contextWith } from '../../../testing/lister/bench.ts';
import { timeoutMs } from '../client.ts';
import { lister } from '../lister.ts';

const sizes = Array.from({ length: 150 }, (_, at) => `Size ${at + 1}`);
const product: ToCreate['product'] = productWith({
  title: 'Ring of all sizes',
  handle: 'ring-of-all-sizes',
  descriptionHtml: '<p>Silver.</p>',
  vendor: 'Glade Home',
  productType: 'Rings',
  options: [{ name: 'Size', values: sizes }],
  variants: sizes.map((size, at) =>
    variantWith({
      id: `v${at}`,
      sku: `RING-${at}`,
      optionValues: [size],
      price: '59.90',
      stock: 5,
      available: true,
    }),
  ),
});
const item: ToCreate = {
  attemptId: '019aa000-0000-7000-8000-000000000001',
  key: 'bb-aaaaaaaaaaaaaaaa',
  product,
  options: { status: 'active', publish: true },
};

/**
 * A store on a clock that is moved by hand; a caller that waits longer for an answer than a request may take gets none.
 */
async function openStore() {
  const clock = handClock();
  const shop = createShopifyShop({ name: 'aster-practice', outside: clock, settings: { pace: 'free' } });
  const reach = fetchFrom(new Map([['aster-practice.localhost', shop]]));
  const context = {
    ...contextWith(async (input, init) => {
      const requested = clock.now();
      const answer = await reach(input, init);
      if (clock.now() - requested > timeoutMs) {
        throw new DOMException('The operation was aborted due to timeout', 'TimeoutError');
      }
      return answer;
    }),
    sleep: clock.sleep,
  };
  const access: StoreAccess = {
    domain: 'aster-practice.localhost:8000',
    connection: 'token',
    credentials: { token: shop.settings.access.token },
    prepared: {},
  };
  const { details } = await lister.connector.prepare(access, context);
  return { shop, clock, context, access: { ...access, prepared: details } };
}

describe('a product of more than a hundred variants', () => {
  it('is made whole, by an operation that is asked after, before its request would have timed out', async () => {
    const { shop, clock, context, access } = await openStore();
    const began = clock.now();

    const [outcome] = await lister.writer.create([item], access, context);

    expect(outcome?.outcome).toBe('applied');
    expect(shop.view().products.map(({ variants }) => variants.length)).toEqual([150]);
    expect(clock.now() - began).toBeLessThan(timeoutMs);
  });

  it('is written again by its id, and joins its collections by the same request', async () => {
    const { shop, clock, context, access } = await openStore();
    const [made] = await lister.writer.create([item], access, context);
    const storeProductId = made?.outcome === 'applied' ? made.storeProductId : '';
    const term = { kind: 'category' as const, path: ['Rings'] };
    const id = (await lister.writer.terms?.make(term, null, access, context)) ?? '';
    const began = clock.now();

    const [outcome] = await lister.writer.update(
      [
        {
          ...item,
          attemptId: '019aa000-0000-7000-8000-000000000002',
          product: { ...product, title: 'Ring', categories: [['Rings']] },
          terms: new Map([[JSON.stringify(['category', 'Rings']), id]]),
          storeProductId,
          images: new Map(),
        },
      ],
      access,
      context,
    );

    expect(outcome).toMatchObject({ outcome: 'applied', storeProductId, notes: [] });
    expect(shop.view().products).toMatchObject([{ title: 'Ring' }]);
    expect(shop.view().products[0]?.collections).toHaveLength(1);
    expect(clock.now() - began).toBeLessThan(timeoutMs);
  });

  it('is told as refused, with the field, though the refusal comes only at the end of the operation', async () => {
    const { shop, context, access } = await openStore();
    const variants = product.variants.map((variant, at) =>
      at === 0 ? { ...variant, price: '-1' } : variant,
    );

    const [outcome] = await lister.writer.create(
      [{ ...item, product: { ...product, variants } }],
      access,
      context,
    );

    expect(outcome).toMatchObject({ outcome: 'refused', faults: [{ field: 'variants.0.price' }] });
    expect(shop.view().products).toEqual([]);
  });

  it('that is gone is told as missing', async () => {
    const { shop, context, access } = await openStore();
    const [made] = await lister.writer.create([item], access, context);
    const storeProductId = made?.outcome === 'applied' ? made.storeProductId : '';
    shop.merchant.remove(shop.view().products[0]?.id ?? 0);

    const [outcome] = await lister.writer.update(
      [{ ...item, storeProductId, images: new Map() }],
      access,
      context,
    );

    expect(outcome?.outcome).toBe('missing');
    expect(shop.view().products).toEqual([]);
  });

  it.each<Fault>([
    { kind: 'lost-after', matching: 'BowerbirdProductSet' },
    { kind: 'late', value: 20_000, matching: 'BowerbirdProductSet' },
    { kind: 'status', value: 404, matching: 'BowerbirdSetOperation', count: null },
    { kind: 'limit-though-applied', matching: 'BowerbirdProductSet' },
  ])(
    'of which $kind ($value) leaves unknown what became, is one product however often it is sent',
    async (fault) => {
      const { shop, clock, context, access } = await openStore();
      shop.faults.add(fault);

      const [first] = await lister.writer.create([item], access, context);
      shop.faults.clear();
      const [again] = await lister.writer.create([item], access, context);
      clock.advance(120_000);

      expect(first?.outcome).toBe('unknown');
      expect(again?.outcome).toBe('applied');
      expect(shop.view().products.map(({ variants }) => variants.length)).toEqual([150]);
    },
  );
});
