import type { Product } from '@bowerbird/catalog/product';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import {
  type BenchOptions,
  editProduct,
  type ListingBench,
  listingBench,
} from '../../../testing/listing/listing.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { saveEditSet } from '../../products/history/edit-sets.ts';
import { saveRecords } from '../../products/history/history.ts';
import { follow, saveFollowing } from '../following.ts';
import { compareStore, requestComparison } from './compare-store.ts';
import { listDrift } from './list-drift.ts';

const { db } = await testDatabase();

const sized: Product = {
  ...mug,
  options: [{ name: 'Colour', values: ['Navy & Gold', 'Grün'] }],
  variants: [
    variant({ optionValues: ['Navy & Gold'], price: '20.00', compareAtPrice: '15.00' }),
    variant({ id: 'v2', optionValues: ['Grün'], price: '20.00', compareAtPrice: '15.00' }),
  ],
};

async function listed(
  products: Product[],
  options?: BenchOptions,
): Promise<ListingBench & { ids: string[] }> {
  const bench = await listingBench(db, options);
  const ids = await bench.own(products);
  await bench.list(ids);
  return { ...bench, ids };
}

async function compare({ services, ownerId, shopId }: ListingBench): Promise<[string, string[]][]> {
  await asOwner(db, ownerId, (owned) => requestComparison(owned, ownerId, undefined));
  await compareStore(services, ownerId, shopId, new AbortController().signal);
  const { items } = await asOwner(db, ownerId, (owned) => listDrift(owned, services, ownerId, { limit: 50 }));
  return items.map(({ productId, fields }) => [productId, fields.map(({ kind }) => kind)]);
}

function reprice({ shop }: ListingBench, price: string): void {
  for (const { id, variants } of shop.view().products) {
    shop.merchant.edit(id, { variants: variants.map((each) => ({ ...each, price })) });
  }
}

describe('comparing a store', () => {
  it('leaves out what waits in a run that goes, and compares it once the run has ended', {
    tags: ['slow'],
  }, async () => {
    const bench = await listed([mug, { ...sized, handle: 'sized' }]);
    const [first = '', second = ''] = bench.ids;
    const run = await bench.start([first]);
    reprice(bench, '7.70');
    const setState = (state: 'paused' | 'running') =>
      asOwner(db, bench.ownerId, (owned) =>
        owned.updateTable('run').set({ state }).where('id', '=', run.runId).execute(),
      );

    expect(await compare(bench)).toEqual([[second, ['price', 'price']]]);
    await setState('running');
    expect((await compare(bench)).map(([id]) => id)).toEqual([second]);
    await setState('paused');
    expect((await compare(bench)).map(([id]) => id).sort()).toEqual([first, second].sort());
  });

  it('reports nothing of a product that a run wrote between the look and the note', {
    tags: ['slow'],
  }, async () => {
    let meanwhile = async (): Promise<void> => undefined;
    const { lister } = shopify;
    const bench = await listed([mug], {
      lister: {
        reader: {
          repriced: async (...requested) => {
            await meanwhile();
            return (await lister?.reader.repriced?.(...requested)) ?? [];
          },
        },
      },
    });
    const [id = ''] = bench.ids;
    const { ownerId, services, shopId, storeId } = bench;
    await asOwner(db, ownerId, (owned) => {
      const following = { what: 'amounts', everyHours: 0 } as const;
      return saveFollowing(owned, ownerId, [storeId], following, { now: new Date(), userId: null });
    });
    meanwhile = async () => {
      meanwhile = async () => undefined;
      const priced = (price: string) => ({
        ...mug,
        variants: mug.variants.map((each) => ({ ...each, price })),
      });
      await editProduct(bench, id, priced('15.00'));
      await asOwner(db, ownerId, async (owned) => {
        const editSetId = await saveEditSet(owned, ownerId, { kind: 'followed', userId: null });
        const cells = [{ path: 'variants/v1/price', before: '1.00', after: '2.00' }];
        await saveRecords(owned, ownerId, editSetId, [{ productId: id, revision: 2, cells }]);
      });
      const [runId = ''] = await follow(services, ownerId, shopId);
      await bench.work({ runId, ownerId, key: shopId });
      // Our product is ahead again: the store still holds what was sent.
      await editProduct(bench, id, priced('14.00'));
    };

    expect(await compare(bench)).toEqual([]);
    expect(bench.shop.view().products[0]?.variants[0]?.price).toBe('15.00');
    expect(await compare(bench)).toEqual([]);
  });

  it('reports a changed price where the same content was sent twice and is stored once', async () => {
    const bench = await listed([sized]);
    const [row] = await bench.rows();
    await asOwner(db, bench.ownerId, async (owned) => {
      const sent = await owned
        .selectFrom('listing_attempt')
        .selectAll()
        .where('id', '=', row?.listed_attempt ?? '')
        .executeTakeFirstOrThrow();
      const again = { ...sent, id: v7(), body: null, options: JSON.stringify(sent.options), answer: null };
      await owned.insertInto('listing_attempt').values(again).execute();
      await owned
        .updateTable('listing')
        .set({ listed_attempt: again.id })
        .where('id', '=', row?.id ?? '')
        .execute();
    });
    // What was sent differs from what would be sent now.
    await editProduct(bench, bench.ids[0] ?? '', { ...sized, title: 'Renamed since' });
    reprice(bench, '7.70');

    expect(await compare(bench)).toEqual([[bench.ids[0], ['price', 'price']]]);
  });

  it('knows a variant again whose option values the store spells in its own way', async () => {
    const bench = await listed([sized]);
    const [there] = bench.shop.view().products;
    bench.shop.merchant.edit(there?.id ?? 0, {
      variants: (there?.variants ?? []).map((each, at) => ({
        ...each,
        optionValues: [at === 0 ? 'navy &amp;  gold' : 'grun'],
        ...(at === 1 && { price: '7.70' }),
      })),
    });

    expect(await compare(bench)).toEqual([[bench.ids[0], ['price']]]);
  });

  it('reports no difference of a compare-at price that a store does not take, as it is below the price', async () => {
    const bench = await listed([sized]);
    const [there] = bench.shop.view().products;
    const untaken = (there?.variants ?? []).map((each) => ({ ...each, compareAtPrice: null }));
    bench.shop.merchant.edit(there?.id ?? 0, { variants: untaken });

    expect(await compare(bench)).toEqual([]);
  });
});
