import { expect, it } from 'vitest';
import type { ListerBench } from './bench.ts';

/** What is in the store is found, and nothing else. */
export function testLooking({ lister, product, item, call, open }: ListerBench): void {
  it('finds nothing where nothing is', async () => {
    const { access, context } = await open();

    expect(await lister.reader.look([call()], access, context)).toEqual([[]]);
  });

  it('finds by its id what the lists of the store do not know yet', async () => {
    const { shop, access, context } = await open();
    const made = [
      ...(await lister.writer.create([item()], access, context)),
      ...(await lister.writer.create(
        [item({ key: 'bb-bbbbbbbbbbbbbbbb', product: { ...product, handle: 'another' } })],
        access,
        context,
      )),
    ];
    const ids = made.flatMap((outcome) => (outcome.outcome === 'applied' ? outcome.storeProductId : []));
    shop.trouble({ kind: 'stale-reads', value: 3_600_000 });

    const seen = await lister.reader.lookByIds(ids, access, context);
    const [found] = await lister.reader.look([call(item().key, ids[0])], access, context);
    const held = (await lister.reader.held?.(ids, 'update', access, context)) ?? [];

    expect(ids).toHaveLength(2);
    expect(held).not.toContain(null);
    expect(seen.map((each) => each?.storeProductId)).toEqual(ids);
    expect(found?.map(({ storeProductId }) => storeProductId)).toContain(ids[0]);
  });

  if (!lister.features.storeSideKey) {
    it('finds every product that has the key, a suffixed duplicate too', async () => {
      const { access, context } = await open();
      await lister.writer.create([item()], access, context);
      await lister.writer.create(
        [item({ attemptId: '019aa000-0000-7000-8000-000000000003' })],
        access,
        context,
      );

      const [found] = await lister.reader.look([call()], access, context);

      expect(found?.map(({ key }) => key)).toEqual([item().key, item().key]);
      expect(new Set(found?.map(({ storeProductId }) => storeProductId)).size).toBe(2);
    });
  }

  it('gives every product with a key of ours', async () => {
    const { access, context } = await open();
    await lister.writer.create([item()], access, context);
    const other = { ...product, handle: `${product.handle}-other` };
    await lister.writer.create([item({ key: 'bb-bbbbbbbbbbbbbbbb', product: other })], access, context);

    const seen: (string | null)[] = [];
    for await (const page of lister.reader.fullScan(access, context)) {
      seen.push(...page.map(({ key }) => key));
    }

    expect(seen.sort()).toEqual(['bb-aaaaaaaaaaaaaaaa', 'bb-bbbbbbbbbbbbbbbb']);
  });
}
