import { applySteps } from '@bowerbird/catalog/edits/edit-steps';
import { noRules } from '@bowerbird/catalog/listing-rules/rules';
import type { OwnValues, Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { type ListingBench, listingBench, someProducts } from '../../testing/listing/listing.ts';
import { testPerson } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { checkSelection } from '../listing/api/fit-report.ts';
import { createListingRun } from '../listing/runs/create-run.ts';
import { listProducts } from '../products/list/list.ts';
import { findListingMarks } from '../products/list/listing-marks.ts';
import { getProduct, saveProduct, undoProductChange } from '../products/list/queries.ts';
import { countQueues } from '../products/list/queues.ts';
import { findProvenance } from '../provenance/find-provenance.ts';
import { compareStore, requestComparison } from './differences/compare-store.ts';
import { decide } from './differences/decide.ts';
import { listDrift } from './differences/list-drift.ts';

const { db } = await testDatabase();

async function ownBench(count = 1, product: Partial<Product> = {}) {
  const bench = await listingBench(db);
  const userId = await testPerson(db, bench.ownerId, 'Annie');
  const ids = await bench.own(someProducts(count).map((each) => ({ ...each, ...product })));
  return { ...bench, ids, id: ids[0] ?? '', userId };
}
type Bench = Awaited<ReturnType<typeof ownBench>>;

const get = ({ ownerId }: Pick<Bench, 'ownerId'>, id: string) =>
  asOwner(db, ownerId, (owned) => getProduct(owned, ownerId, id));

/** Saves what a product has of its own in a store, as a person does in the editor. */
async function set(bench: Bench, own: OwnValues | undefined, shopId = bench.shopId): Promise<void> {
  const { ownerId, userId, id } = bench;
  await asOwner(db, ownerId, async (owned) => {
    const { revision, product } = await getProduct(owned, ownerId, id);
    const { [shopId]: _before, ...others } = product.inStores ?? {};
    const inStores = { ...others, ...(own && { [shopId]: own }) };
    await saveProduct(owned, ownerId, { id, revision, product: { ...product, inStores }, userId });
  });
}

const priced = (product: Product, amount: string): OwnValues => ({
  prices: Object.fromEntries(product.variants.map(({ id }) => [id, { amount, currency: product.currency }])),
});

/** Gives the merchant a second store in which the products are listed as they are in the first. */
async function secondStore({ ownerId, shopId }: Bench): Promise<string> {
  const second = v7();
  await asOwner(db, ownerId, async (owned) => {
    await sql`
      insert into shop select (jsonb_populate_record(shop, jsonb_build_object('id', ${second}::text, 'identity', ${second}::text))).*
      from shop where id = ${shopId}
    `.execute(owned);
    await sql`
      insert into store select (jsonb_populate_record(store,
        jsonb_build_object('id', ${v7()}::text, 'shop_id', ${second}::text, 'name', 'Birch'))).*
      from store where shop_id = ${shopId}
    `.execute(owned);
    const rows = await owned.selectFrom('listing').select('id').where('shop_id', '=', shopId).execute();
    for (const { id } of rows) {
      await sql`
        insert into listing select (jsonb_populate_record(listing,
          jsonb_build_object('id', ${v7()}::text, 'shop_id', ${second}::text))).*
        from listing where id = ${id}
      `.execute(owned);
    }
  });
  return second;
}

/** The stores in which the product is changed since it was listed, by name, and how many products the queue counts. */
async function changedIn({
  ownerId,
  id,
}: Bench): Promise<{ stores: string[]; counted: number; found: number }> {
  return await asOwner(db, ownerId, async (owned) => {
    const marks = (await findListingMarks(owned, ownerId, [id])).get(id) ?? [];
    const { rows } = await listProducts(owned, ownerId, {
      filter: { queue: 'changed' },
      sort: 'created',
      direction: 'asc',
      limit: 100,
    });
    const { counts } = await countQueues(owned, ownerId, undefined);
    return {
      stores: marks.filter(({ state }) => state === 'changed').map(({ storeName }) => storeName),
      counted: counts.changed,
      found: rows.length,
    };
  });
}
const unchanged = { stores: [], counted: 0, found: 0 };
const shown = ({ shop }: Pick<ListingBench, 'shop'>) => shop.view().products[0];

describe('own values in a store', () => {
  it('are listed over the rules, and make the product changed since listed in that store alone', {
    tags: ['slow'],
  }, async () => {
    const bench = await ownBench();
    await set(bench, { title: 'Title here', tags: ['only-here'] });
    await bench.list([bench.id]);
    expect(shown(bench)).toMatchObject({ title: 'Title here', tags: ['only-here'] });
    const second = await secondStore(bench);
    expect(await changedIn(bench)).toEqual(unchanged);

    await set(bench, { title: 'Another title here' });
    expect(await changedIn(bench)).toEqual({ stores: ['Aster'], counted: 1, found: 1 });
    // Taking the change back leaves none: there is nothing to update.
    await set(bench, { tags: ['only-here'], title: 'Title here' });
    expect(await changedIn(bench)).toEqual(unchanged);
    await set(bench, { vendor: 'Birch & sons' }, second);
    expect((await changedIn(bench)).stores).toEqual(['Birch']);

    await set(bench, undefined);
    expect((await changedIn(bench)).stores).toEqual(['Aster', 'Birch']);
    await bench.list([bench.id]);
    expect(shown(bench)?.title).toBe((await get(bench, bench.id)).product.title);
    expect((await changedIn(bench)).stores).toEqual(['Birch']);
  });

  it('have a description, which is cleaned as every description is, and is what the store gets', async () => {
    const bench = await ownBench();
    await set(bench, { descriptionHtml: '<p onclick="x()">Only here<script>alert(1)</script></p>' });
    const { product } = await get(bench, bench.id);
    expect(product.inStores?.[bench.shopId]?.descriptionHtml).toBe('<p>Only here</p>');
    await bench.list([bench.id]);
    expect(shown(bench)?.descriptionHtml).toBe('<p>Only here</p>');
    expect(product.descriptionHtml).not.toContain('Only here');
    await set(bench, { descriptionHtml: '<p>Here since</p>' });
    expect(await changedIn(bench)).toEqual({ stores: ['Aster'], counted: 1, found: 1 });
  });

  it('that are set while the product is on its way count as changed, and were not sent', async () => {
    const bench = await ownBench();
    let isSet = false;
    await bench.work(await bench.start([bench.id]), async (point) => {
      if (point === 'intent.after-commit' && !isSet) {
        isSet = true;
        await set(bench, { title: 'Too late' });
      }
    });

    expect(isSet).toBe(true);
    expect(shown(bench)?.title).not.toBe('Too late');
    expect(await changedIn(bench)).toEqual({ stores: ['Aster'], counted: 1, found: 1 });
  });

  it('that are set between the check and the start are seen before anything is sent', async () => {
    const bench = await ownBench();
    const { services, ownerId, storeId } = bench;
    const selection = { filter: {}, except: [] };
    const { products, mark } = await checkSelection(services, ownerId, [storeId], selection);
    await set(bench, { title: 'Set since' });

    await expect(
      createListingRun(services, ownerId, {
        storeIds: [storeId],
        selection,
        options: { status: 'active', publish: true, again: false },
        dryRun: false,
        createdBy: null,
        expected: { products, mark },
      }),
    ).rejects.toMatchObject({ code: 'listing.changed-since-check' });
  });

  it('go through the price guard: an own price at the cost is reported by the check and never sent', async () => {
    const bench = await ownBench();
    const { product } = await get(bench, bench.id);
    await asOwner(db, bench.ownerId, async (owned) => {
      const { revision } = await getProduct(owned, bench.ownerId, bench.id);
      const variants = product.variants.map((each) => ({ ...each, cost: '5.00', price: '50.00' }));
      await saveProduct(owned, bench.ownerId, {
        id: bench.id,
        revision,
        product: { ...product, variants },
        userId: bench.userId,
      });
    });
    await bench.list([bench.id]);
    await set(bench, priced(product, '5.00'));

    const check = await checkSelection(bench.services, bench.ownerId, [bench.storeId], { ids: [bench.id] });
    expect(check.stores[0]).toMatchObject({ fits: 0, stopped: 1 });
    const run = await bench.list([bench.id]);

    expect(run.counts).toMatchObject({ refused: 1, listed: 0 });
    expect(shown(bench)?.variants.map(({ price }) => Number(price))).not.toContain(5);
    expect((await changedIn(bench)).stores).toEqual(['Aster']);
  });

  it('in a currency that the store no longer has stop the product: no other price is sent in its place', async () => {
    const bench = await ownBench(1, { currency: 'EUR' });
    const { product } = await get(bench, bench.id);
    await set(bench, priced({ ...product, currency: 'JPY' }, '700'));

    await bench.list([bench.id]);

    expect(bench.shop.view().products).toEqual([]);
    const items = await asOwner(db, bench.ownerId, (owned) =>
      owned.selectFrom('listing_item').select(['state', 'fault']).execute(),
    );
    expect(items).toMatchObject([{ state: 'refused', fault: { code: 'own-value.other-currency' } }]);
  });

  it('are ours where a store is compared, and "use the store\'s" writes over them and over nothing else', async () => {
    const bench = await ownBench();
    const { services, ownerId, id } = bench;
    await set(bench, { title: 'Title here' });
    await bench.list([id]);
    bench.shop.merchant.edit(shown(bench)?.id ?? 0, { title: 'By hand' });
    const compare = async () => {
      await asOwner(db, ownerId, (owned) => requestComparison(owned, ownerId, undefined));
      await compareStore(services, ownerId, bench.shopId, new AbortController().signal);
      return (await asOwner(db, ownerId, (owned) => listDrift(owned, services, ownerId, { limit: 9 }))).items;
    };
    const [drift] = await compare();
    expect(drift?.fields).toMatchObject([
      { kind: 'title', sent: 'Title here', store: 'By hand', ours: 'Title here', canPull: true },
    ]);

    const before = (await get(bench, id)).product.title;
    await decide(services, { ownerId, userId: null }, [
      { listingId: drift?.listingId ?? '', side: 'store', keys: [drift?.fields[0]?.key ?? ''] },
    ]);

    const { product } = await get(bench, id);
    expect([product.title, product.inStores?.[bench.shopId]?.title]).toEqual([before, 'By hand']);
    expect(await compare()).toEqual([]);
    expect(await changedIn(bench)).toEqual(unchanged);
  });

  it('are in the history with who set them, and are undone alone', async () => {
    const bench = await ownBench();
    const { ownerId, id, shopId, userId } = bench;
    await set(bench, { title: 'Title here', vendor: null });
    const path = `inStores/${shopId}/title`;
    const { cells } = await asOwner(db, ownerId, (owned) => findProvenance(owned, ownerId, id));
    expect(cells[path]).toMatchObject({ from: 'person', by: 'Annie' });

    await asOwner(db, ownerId, (owned) =>
      undoProductChange(owned, ownerId, { id, changeId: cells[path]?.changeId ?? '', paths: [path], userId }),
    );
    expect((await get(bench, id)).product.inStores).toEqual({ [shopId]: { vendor: null } });
  });

  it("stay where a program saves the product without them, and are never those of another merchant's shop", async () => {
    const bench = await ownBench();
    const { ownerId, id, userId } = bench;
    await set(bench, { title: 'Title here' });
    await asOwner(db, ownerId, async (owned) => {
      const { revision, product } = await getProduct(owned, ownerId, id);
      const { inStores: _own, ...sent } = { ...product, title: 'Renamed' };
      await saveProduct(owned, ownerId, { id, revision, product: sent, userId });
    });
    expect((await get(bench, id)).product.inStores).toEqual({ [bench.shopId]: { title: 'Title here' } });

    const other = await ownBench();
    await expect(set(bench, { title: 'Theirs' }, other.shopId)).rejects.toMatchObject({ code: 'not-found' });
    const someoneElse = await testOwner(db);
    const seen = await asOwner(db, someoneElse, (owned) =>
      sql`select from own_value_digest where shop_id = ${bench.shopId}`.execute(owned),
    );
    expect(seen.rows).toEqual([]);
  });

  it('of a step in a store begin with what that store has', async () => {
    const bench = await ownBench();
    const { product } = await get(bench, bench.id);
    const made = applySteps(
      product,
      [{ inStore: bench.shopId, edit: { kind: 'title-suffix', text: ' (here)' } }],
      { rulesIn: () => noRules },
    );
    await set(bench, made.product.inStores?.[bench.shopId]);
    await bench.list([bench.id]);

    expect(shown(bench)?.title).toBe(`${product.title} (here)`);
  });
});
