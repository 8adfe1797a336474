import { expect, it } from 'vitest';
import type { ListerBench } from './bench.ts';

/** A product is published, hidden and shown by its id. */
export function testVisibility({ lister, item, call, open }: ListerBench): void {
  if (lister.features.publication === 'draft-first') {
    it('makes what no shopper sees, until it is published by id', async () => {
      const { access, context } = await open();
      const [made] = await lister.writer.create([item()], access, context);
      const id = made?.outcome === 'applied' ? made.storeProductId : '';
      const [hidden] = await lister.reader.lookByIds([id], access, context);

      const [shown] =
        (await lister.writer.publish?.(
          [{ ...item(), storeProductId: id, images: new Map() }],
          access,
          context,
        )) ?? [];
      const [seen] = await lister.reader.lookByIds([id], access, context);
      const [found] = await lister.reader.look([call(item().key, id)], access, context);

      expect(hidden?.address).toBeNull();
      expect(shown).toMatchObject({ outcome: 'applied', storeProductId: id });
      expect(seen?.address).toMatch(/^https?:/);
      expect(found).toMatchObject([{ storeProductId: id, key: item().key }]);
    });
  }

  const { visibility } = lister.writer;
  it('takes from sight by id and shows again, and changes nothing else', async () => {
    const { access, context } = await open();
    const [made] = await lister.writer.create([item()], access, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    await lister.writer.publish?.([{ ...item(), storeProductId: id, images: new Map() }], access, context);
    const [before] = await lister.reader.lookByIds([id], access, context);

    const [hidden] = await visibility.hide([id], 'archived', access, context);
    const [again] = await visibility.hide([id], 'archived', access, context);
    const [away] = await lister.reader.lookByIds([id], access, context);
    const [shown] = await visibility.show([id], access, context);
    const [back] = await lister.reader.lookByIds([id], access, context);

    expect([hidden, again, shown]).toMatchObject([
      { outcome: 'applied', storeProductId: id },
      { outcome: 'applied', storeProductId: id },
      { outcome: 'applied', storeProductId: id },
    ]);
    expect(away && visibility.isHidden(away)).toBe(true);
    expect(away?.address).toBeNull();
    expect(away).toMatchObject({ key: item().key, attemptId: item().attemptId, handle: before?.handle });
    expect(back && visibility.isHidden(back)).toBe(false);
    expect(back).toMatchObject({ hash: before?.hash, address: before?.address });
  });

  it('reports what is gone as missing, and brings it back by no change of its visibility', async () => {
    const { shop, access, context } = await open();
    const [made] = await lister.writer.create([item()], access, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    await shop.remove(id);

    const outcomes = [
      ...(await visibility.hide([id], 'draft', access, context)),
      ...(await visibility.show([id], access, context)),
    ];

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['missing', 'missing']);
    expect(await shop.count()).toBe(0);
  });

  it('an unclear answer is reported as an unknown outcome, and settled by a look', async () => {
    const { shop, access, context } = await open();
    const [made] = await lister.writer.create([item()], access, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    shop.trouble({ kind: 'lost-after' });

    const [outcome] = await visibility.hide([id], 'draft', access, context);
    const [seen] = await lister.reader.lookByIds([id], access, context);

    expect(outcome?.outcome).toBe('unknown');
    expect(seen && visibility.isHidden(seen)).toBe(true);
  });
}
