import { expect, it } from 'vitest';
import type { ListerContext } from '../../listing/store/access.ts';
import { TooLate } from '../../net/too-late.ts';
import type { ListerBench } from './bench.ts';

/** A product is written again by its id. */
export function testUpdating({ lister, item, open }: ListerBench): void {
  it('writes again by id, and reports a product that is gone as missing', async () => {
    const { shop, access, context } = await open();
    const [made] = await lister.writer.create([item()], access, context);
    const id = made?.outcome === 'applied' ? made.storeProductId : '';
    const attemptId = '019aa000-0000-7000-8000-000000000002';
    const again = { ...item({ attemptId }), storeProductId: id, images: new Map<string, string>() };

    const [written] = await lister.writer.update([again], access, context);
    const [seen] = await lister.reader.lookByIds([id], access, context);
    await shop.remove(id);
    const [missing] = await lister.writer.update([again], access, context);

    expect(written).toMatchObject({ outcome: 'applied', storeProductId: id });
    expect(seen).toMatchObject({ storeProductId: id, attemptId });
    expect(missing?.outcome).toBe('missing');
    expect(await lister.reader.lookByIds([id], access, context)).toEqual([null]);
    expect(await shop.count()).toBe(0);
  });

  const { amounts } = lister.writer;
  if (amounts) {
    it('writes prices alone by id, as often as is needed, with the mark of the attempt, and never what is gone', async () => {
      const { shop, access, context } = await open();
      const [made] = await lister.writer.create([item()], access, context);
      const storeProductId = made?.outcome === 'applied' ? made.storeProductId : '';
      const former = item().product;
      const variants = former.variants.map((variant) => ({ ...variant, price: '77.70' }));
      const call = (attemptId: string) => ({
        ...item({ attemptId, product: { ...former, title: 'Not to be sent', variants } }),
        storeProductId,
        images: new Map<string, string>(),
        former,
      });
      const shut: ListerContext = {
        ...context,
        gate: () => {
          throw new TooLate();
        },
      };

      const first = call('019aa000-0000-7000-8000-000000000002');
      await expect(amounts.update([first], access, shut)).rejects.toThrow(TooLate);
      const [before] = await lister.reader.lookByIds([storeProductId], access, context);
      await amounts.update([first], access, context);
      const second = call('019aa000-0000-7000-8000-000000000003');
      const [outcome] = await amounts.update([second], access, context);
      const [seen] = await lister.reader.lookByIds([storeProductId], access, context);
      const [held] = await lister.reader.content.read([storeProductId], access, context);
      await shop.remove(storeProductId);
      const [missing] = await amounts.update([second], access, context);

      expect(before?.attemptId).toBe(item().attemptId);
      expect(outcome).toMatchObject({ outcome: 'applied', storeProductId, notes: [] });
      expect(seen).toMatchObject({ attemptId: second.attemptId, key: item().key });
      expect(outcome?.outcome === 'applied' && outcome.hash).toBe(seen?.hash);
      expect(held).toMatchObject({
        title: former.title,
        variants: variants.map(({ price }) => ({ price })),
      });
      expect(missing?.outcome).toBe('missing');
      expect(await shop.count()).toBe(0);
    });
  }
}
