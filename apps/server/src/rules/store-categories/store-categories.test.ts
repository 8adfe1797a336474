import { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import { describe, expect, it, vi } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import {
  type CategoryStore,
  type CategoryStoreName,
  categoryStores,
} from '../../../testing/listing/category-stores.ts';
import { type StoreBench, storeBench } from '../../../testing/listing/listing.ts';
import { mug } from '../../../testing/products/products.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { categoriesOf } from '../explain.ts';
import { insertStoreRules, setShopRules, updateStoreRules } from '../queries.ts';
import { entriesOf } from './paths.ts';
import { beginToReadCategories } from './read.ts';
import { beginReading, keepTree } from './rows.ts';
import { viewCategories } from './view.ts';

const { db } = await testDatabase();
const names: CategoryStoreName[] = ['shopify', 'woocommerce', 'wordpress', 'shopline', 'shoplazza', 'shopyy'];

async function open(name: CategoryStoreName, before?: (store: CategoryStore) => void) {
  const clock = acceleratedClock(20);
  const store = categoryStores[name]({ ...clock, sleep: (ms) => clock.sleep(ms) });
  before?.(store);
  const bench = await storeBench(db, { clock, ...store });
  return { bench, store };
}

const owned = <T>({ ownerId }: StoreBench, work: (db: OwnerDb) => Promise<T>) => asOwner(db, ownerId, work);

const view = (bench: StoreBench) =>
  owned(bench, (each) => viewCategories(bench.services, each, bench.ownerId, bench.storeId));

/** Reads the store's categories to the end, as the console waits for it. */
async function read(bench: StoreBench) {
  await beginToReadCategories(bench.services, bench.ownerId, bench.storeId);
  return await vi.waitFor(
    async () => {
      const now = await view(bench);
      expect(now.reading).toBeNull();
      return now;
    },
    { timeout: 60_000, interval: 20 },
  );
}

const pathsIn = ({ categories }: { categories: { path: string[] }[] }) =>
  categories.map(({ path }) => path.join(' / '));

/** Saves rules with these categories, and lists to the store by them. */
async function choose(bench: StoreBench, name: string, map: [from: string[], to: string[]][]) {
  const rules = ListingRules.parse({ categories: { map: map.map(([from, to]) => ({ from, to })) } });
  return await owned(bench, async (each) => {
    const id = await insertStoreRules(each, bench.ownerId, { name, rules });
    await setShopRules(each, bench.ownerId, bench.shopId, id);
    return { id, rules };
  });
}

describe.each(names)('the categories of a store on %s', (name) => {
  it('are all read, however many pages that takes, and dated', async () => {
    const catalogs = Array.from({ length: 120 }, (_, at) => `Shelf ${at + 1}`);
    const { bench } = await open(name, ({ add }) => {
      for (const catalog of catalogs) {
        add(['Home', catalog]);
      }
      add(['Garden', 'Pots & planters']);
    });
    const before = await view(bench);

    const { asOf, shape, ...after } = await read(bench);

    expect(before).toMatchObject({ categories: [], asOf: null, failure: null, reading: null });
    expect(after).toMatchObject({ isComplete: true, failure: null });
    expect(Date.parse(asOf ?? '')).toBeGreaterThan(Date.now() - 600_000);
    const isTree = name === 'woocommerce' || name === 'wordpress';
    const expected = [
      ...(isTree ? ['Garden', 'Home'] : []),
      isTree ? 'Garden / Pots & planters' : 'Pots & planters',
      ...catalogs.map((catalog) => (isTree ? `Home / ${catalog}` : catalog)),
    ];
    expect(shape).toBe(isTree ? 'tree' : 'list');
    const found = pathsIn(after);
    expect(found.filter((path) => path !== 'Uncategorized').toSorted()).toEqual(expected.toSorted());
    // Siblings are in natural number order, and a parent comes before its children.
    expect(found.indexOf(isTree ? 'Home / Shelf 9' : 'Shelf 9')).toBeLessThan(
      found.indexOf(isTree ? 'Home / Shelf 10' : 'Shelf 10'),
    );
  });

  it('stay as they were read last when the store cannot be read, and the reason is named', async () => {
    const { bench, store } = await open(name, ({ add }) => add(['Lamps']));
    const first = await read(bench);
    store.simulation.faults.add({ kind: 'status', value: 503, count: null });

    const failed = await read(bench);

    expect(failed.failure).toMatchObject({ code: 'store.unwell', params: { store: 'Aster' } });
    expect(failed).toMatchObject({ asOf: first.asOf, categories: first.categories });
    store.simulation.faults.clear();
    expect(await read(bench)).toMatchObject({ failure: null, categories: first.categories });
  });

  it('take the products that a rule puts there, also one that was made after the store was connected', {
    tags: ['slow'],
  }, async () => {
    const { bench, store } = await open(name);
    store.add(['Home', 'Table lamps']);
    const { categories } = await read(bench);
    const to = categories.find(({ path }) => path.at(-1) === 'Table lamps')?.path ?? [];
    await choose(bench, 'Lamps', [[['Lighting'], to]]);
    // These two refuse a product without an image; the others need none here.
    const images = name === 'shoplazza' || name === 'shopyy' ? mug.images : [];
    const ids = await bench.own([{ ...mug, images, categories: [['Lighting']] }]);

    await bench.list(ids);

    expect(store.placed()).toEqual([expect.arrayContaining(['Table lamps'])]);
    expect((await read(bench)).categories).toHaveLength(categories.length);
  });
});

it('names access that has ended', async () => {
  const { bench, store } = await open('shopify');
  store.simulation.faults.add({ kind: 'token-revoked', count: null });

  expect(await read(bench)).toMatchObject({ asOf: null, failure: { code: 'store.access-denied' } });
});

it('says of a store that hands out no more than a full page that there may be more', async () => {
  const { bench } = await open('shopline', ({ add }) => {
    for (let at = 1; at <= 251; at += 1) {
      add([`Shelf ${at}`]);
    }
  });

  const found = await read(bench);

  expect(found.categories).toHaveLength(250);
  expect(found.isComplete).toBe(false);
});

it('reads a shop once at a time, and a reading that was overtaken keeps nothing', async () => {
  const { bench } = await open('woocommerce');
  const { ownerId, shopId } = bench;
  const begin = () => owned(bench, (each) => beginReading(each, ownerId, shopId));
  const keep = (readingId: string, path: string[]) =>
    owned(bench, (each) =>
      keepTree(
        each,
        { ownerId, shopId, readingId },
        { categories: [{ path, productCount: null }], isComplete: true, details: null },
      ),
    );
  const first = (await begin()) ?? '';

  expect(await begin()).toBeNull();
  expect((await view(bench)).reading).toMatchObject({ count: 0 });
  await owned(bench, (each) =>
    each
      .updateTable('store_category_tree')
      .set({ reading_until: new Date(0) })
      .where('owner_id', '=', ownerId)
      .execute(),
  );
  // Its process ended, so nobody waits for it forever.
  expect((await view(bench)).reading).toBeNull();
  const second = (await begin()) ?? '';
  await keep(first, ['Overtaken']);
  await keep(second, ['Lamps']);

  expect(pathsIn(await view(bench))).toEqual(['Lamps']);
});

it('shows another merchant nothing, and begins nothing for them', async () => {
  const { bench } = await open('woocommerce', ({ add }) => add(['Secret lamps']));
  await read(bench);
  const unmanaged = await testOwner(db);

  await expect(
    asOwner(db, unmanaged, (each) => viewCategories(bench.services, each, unmanaged, bench.storeId)),
  ).rejects.toMatchObject({ code: 'not-found' });
  await expect(beginToReadCategories(bench.services, unmanaged, bench.storeId)).rejects.toMatchObject({
    code: 'not-found',
  });
  const rows = await asOwner(db, unmanaged, (each) =>
    each.selectFrom('store_category_tree').selectAll().execute(),
  );
  expect(rows).toEqual([]);
});

describe('what was chosen for a store', () => {
  it('is suggested first for the same source category, then what other stores chose, then the store’s own similar names', async () => {
    const { bench } = await open('woocommerce', ({ add }) => {
      add(['Home', 'Table lamps']);
      add(['Sale']);
      add(['Light']);
    });
    await read(bench);
    const ids = await bench.own([{ ...mug, categories: [['Lamps']] }]);
    const suggest = async (storeId?: string) => {
      const { categories } = await categoriesOf(bench.services, bench.ownerId, {
        selection: { ids },
        storeId,
      });
      return categories.flatMap(({ suggestions }) => suggestions.map(({ path }) => path.join(' / ')));
    };
    expect(await suggest(bench.storeId)).toEqual(['Home / Table lamps']);
    // Rules that no store uses yet: chosen somewhere, but not for this store.
    await owned(bench, (each) =>
      insertStoreRules(each, bench.ownerId, {
        name: 'Elsewhere',
        rules: ListingRules.parse({ categories: { map: [{ from: ['Lamps'], to: ['Sale'] }] } }),
      }),
    );
    expect(await suggest(bench.storeId)).toEqual(['Sale', 'Home / Table lamps']);

    await choose(bench, 'Here', [[['LAMPS'], ['Light']]]);

    expect(await suggest(bench.storeId)).toEqual(['Light', 'Sale', 'Home / Table lamps']);
  });

  it('is offered by how recently and how often it was chosen, counted once for each choice', async () => {
    const { bench } = await open('woocommerce', ({ add }) => {
      add(['Lamps']);
      add(['Vases']);
    });
    const { id, rules } = await choose(bench, 'Autumn', [
      [['A'], ['Vases']],
      [['B'], ['Lamps']],
      [['C'], ['Lamps']],
    ]);
    await read(bench);
    // Saved again without a new choice.
    await owned(bench, (each) =>
      updateStoreRules(each, bench.ownerId, id, { name: 'Autumn', rules, revision: 1 }),
    );

    expect((await view(bench)).chosen).toEqual([
      { path: ['Lamps'], times: 2 },
      { path: ['Vases'], times: 1 },
    ]);
    await owned(bench, (each) =>
      each
        .updateTable('store_category_choice')
        .set({ chosen_at: new Date(Date.now() - 90 * 86_400_000) })
        .where('owner_id', '=', bench.ownerId)
        .where('to_key', '=', '["lamps"]')
        .execute(),
    );
    expect((await view(bench)).chosen.map(({ path }) => path)).toEqual([['Vases'], ['Lamps']]);
  });

  it('is no longer offered once the store has deleted it, and is by its last name where collections stand side by side', async () => {
    const { bench } = await open('shopyy', ({ add }) => add(['Lamps']));
    await choose(bench, 'Autumn', [
      [['A'], ['Home', 'Lamps']],
      [['B'], ['Gone']],
    ]);

    expect((await read(bench)).chosen).toEqual([{ path: ['Lamps'], times: 1 }]);
  });
});

it('leaves out what has no name, stands below nothing known or below itself, and repeats a path', () => {
  const category = (id: string, name: string, parentId: string | null) => ({
    id,
    name,
    parentId,
    productCount: null,
  });

  const entries = entriesOf([
    category('1', 'Home', null),
    category('2', ' Lamps ', '1'),
    category('3', 'LAMPS', '1'),
    category('4', '', null),
    category('5', 'Orphan', '99'),
    category('6', 'Round', '7'),
    category('7', 'About', '6'),
  ]);

  expect(entries.map(({ path }) => path)).toEqual([['Home'], ['Home', 'Lamps']]);
});
