import { AppError } from '@bowerbird/contract/errors';
import { share } from '@bowerbird/platforms/testing/share';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { differs, keepingOtherwise } from '../../../testing/listing/keeping-otherwise.ts';
import { diesAt, someProducts } from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import type { FaultPoint } from '../store-job/fault-points.ts';

const { db } = await testDatabase();
const [product = { title: '' } as never] = someProducts(1);
/** Their updates show a product by themselves, so none of theirs stays hidden. */
const showing = ['shoplazza', 'shopyy'] as const;
const hiding = [
  'shopify',
  ...(Object.keys(simulatedStores) as (keyof typeof simulatedStores)[]).filter(
    (name) => !showing.some((each) => each === name),
  ),
] as const;

describe.each(hiding)('%s', (name) => {
  it('a product that the store keeps otherwise is published as the store keeps it, and counted as accepted', {
    tags: ['slow'],
  }, async () => {
    const bench = await keepingOtherwise(db, name);
    const { runId, listingIds } = await bench.hidden(await bench.own([product]));

    expect(bench.shown()).toEqual([]);
    expect((await bench.view(runId)).certificate).toMatchObject({ unfinished: 1, agrees: false });
    expect((await bench.kept()).items[0]?.fields).toEqual([
      { field: 'variants.0.sku', sent: 'A&B', stored: 'A&amp;B', said: differs.said },
    ]);

    const written = bench.writes.length;
    const request = await bench.publish(listingIds);
    await bench.work(request);

    expect(bench.shown()).toEqual([product.title]);
    // Nothing of its content was written again, and exactly one attempt published it.
    expect(bench.writes.length).toBe(written);
    const published = (await bench.attempts()).filter(({ kind }) => kind === 'publish');
    expect(published).toMatchObject([{ outcome: 'applied', run_id: request.runId }]);
    expect((await bench.view(request.runId)).counts).toMatchObject({ done: 1 });
    const [row] = await bench.rows();
    expect(row).toMatchObject({ state: 'listed', published: true, fault: null, check_due: true });
    const { certificate } = await bench.view(runId);
    expect(certificate).toMatchObject({ unfinished: 0, agrees: true, accepted: [{ count: 1 }] });
    expect((await bench.kept()).total).toBe(0);

    // Listed again unchanged, it is left as it is.
    const count = (await bench.attempts()).length;
    await bench.list([row?.product_id ?? '']);
    expect((await bench.attempts()).length).toBe(count);
    expect(bench.shown()).toEqual([product.title]);
  });

  const points: FaultPoint[] = ['decide.before', 'intent.after-commit', 'publish.before', 'publish.after'];
  it.each(share(points, 2, hiding.indexOf(name)))(
    'a worker killed at %s publishes it once',
    { tags: ['slow'] },
    async (point) => {
      const bench = await keepingOtherwise(db, name);
      const { listingIds } = await bench.hidden(await bench.own([product]));
      const request = await bench.publish(listingIds);

      const death = diesAt(point);
      await Promise.race([bench.work(request, death.injectFault), death.died]);
      await bench.workOut(request);

      expect(death.injected()).toBe(true);
      expect(bench.shown()).toEqual([product.title]);
      expect(bench.simulated.products()).toHaveLength(1);
      expect((await bench.view(request.runId)).counts).toMatchObject({ done: 1 });
      const [row] = await bench.rows();
      expect(row).toMatchObject({ state: 'listed', published: true, open_attempt: null, check_due: false });
    },
  );
});

it.each(showing)('%s: an update shows the product, so there is nothing to publish', async (name) => {
  const bench = await keepingOtherwise(db, name);
  const { runId } = await bench.hidden(await bench.own([product]));
  const [row] = await bench.rows();

  expect(bench.shown()).toEqual([product.title]);
  expect((await bench.view(runId)).certificate).toMatchObject({ unfinished: 0, agrees: true });
  expect((await bench.kept()).total).toBe(0);
  await expect(bench.publish([row?.id ?? ''])).rejects.toSatisfy(
    (thrown) => thrown instanceof AppError && thrown.code === 'selection.empty',
  );
});
