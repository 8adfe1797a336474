import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { expect, it } from 'vitest';
import type { ListerBench } from './bench.ts';

/** A product is created once, and each outcome is named. */
export function testCreating({ lister, product, refused, item, call, open }: ListerBench): void {
  it('creates by one request that writes, and finds what it made by its key', async () => {
    const { access, context, requests } = await open();

    const [outcome] = await lister.writer.create([item()], access, context);
    expect(requests()).toBe(1);
    const [found] = await lister.reader.look([call()], access, context);

    expect(outcome?.outcome).toBe('applied');
    expect(found).toMatchObject([{ key: item().key, attemptId: item().attemptId }]);
    expect(outcome?.outcome === 'applied' && outcome.hash).toBe(found?.[0]?.hash);
  });

  it('refuses a variant without a price, and lets none into the store should it be asked to', async () => {
    const { shop, access, context } = await open();
    const variants = product.variants.map((variant, at) =>
      at === 0 ? { ...variant, price: null } : variant,
    );
    const unpriced = { ...product, variants };

    const found = lister.planner.fit(unpriced, { maximumVariants: 100, maximumOptions: 3, currency: null });
    const sent = async () => await lister.writer.create([item({ product: unpriced })], access, context);
    await sent().catch(() => undefined);

    expect(found).toContainEqual(expect.objectContaining({ kind: 'refused', code: 'listing.price-missing' }));
    expect(await shop.count()).toBe(0);
  });

  it('a refusal names the field of our product', async () => {
    const { shop, access, context } = await open();

    const [outcome] = await lister.writer.create([item({ product: refused.product })], access, context);

    expect(outcome?.outcome === 'refused' && outcome.faults[0]?.field).toBe(refused.field);
    expect(await shop.count()).toBe(0);
  });

  const unclearAnswers: Fault[] = [
    { kind: 'lost-before' },
    { kind: 'lost-after' },
    { kind: 'status-though-applied', value: 429 },
    { kind: 'status-though-applied', value: 500 },
    { kind: 'status-though-applied', value: 503 },
    { kind: 'limit-though-applied' },
    { kind: 'status', value: 502 },
    { kind: 'cut-body' },
  ];
  it.each(unclearAnswers)('$kind $value is an unknown outcome, asked once', async (fault) => {
    const { shop, access, context, requests } = await open();
    shop.trouble(fault);

    const [outcome] = await lister.writer.create([item()], access, context);

    expect(outcome?.outcome).toBe('unknown');
    expect(requests()).toBe(1);
  });

  it('where the store keeps the key unique, a second send makes no second product', async () => {
    const { shop, access, context } = await open();
    await lister.writer.create([item()], access, context);

    await lister.writer.create(
      [item({ attemptId: '019aa000-0000-7000-8000-000000000003' })],
      access,
      context,
    );

    expect(await shop.count()).toBe(lister.features.storeSideKey ? 1 : 2);
  });

  if (lister.features.batchSize > 1) {
    it('carries a batch in one request, each item with an outcome of its own', async () => {
      const { shop, access, context, requests } = await open();
      const others = [
        item(),
        item({
          key: 'bb-bbbbbbbbbbbbbbbb',
          product: refused.product,
          attemptId: '019aa000-0000-7000-8000-000000000004',
        }),
        item({
          key: 'bb-cccccccccccccccc',
          product: {
            ...product,
            handle: `${product.handle}-third`,
            variants: product.variants.map((each) => ({ ...each, sku: null })),
          },
          attemptId: '019aa000-0000-7000-8000-000000000005',
        }),
      ];

      const outcomes = await lister.writer.create(others, access, context);

      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['applied', 'refused', 'applied']);
      expect(requests()).toBe(1);
      expect(await shop.count()).toBe(2);
    });
  }
}
