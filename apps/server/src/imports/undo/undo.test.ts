import type { Product } from '@bowerbird/catalog/product';
import type { getBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { preparePlans } from '../../billing/plans.ts';
import { limitTo } from '../../billing/testing/limit-to.ts';
import { Stopped } from '../../runs/work.ts';
import { importBench, shopifyFile } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { apply, call, check, get } = bench;

const named = (name: string) => ({ into: { as: 'source' as const, source: { name }, whole: true } });
const of = (id: string) => ({ into: { as: 'source' as const, source: { id }, whole: true } });
const good = (handle: string, price: string, fields: Partial<Product> = {}): Product => ({
  ...mug,
  title: `Good ${handle}`,
  handle,
  variants: [variant({ sku: handle, price })],
  ...fields,
});
const undo = async (id: string) => {
  const { counts } = await call<{ counts: object }>('POST', `/edits/${id}/undo/preview`, {});
  const { runId } = await call<{ runId: string }>('POST', `/edits/${id}/undo`, {});
  await bench.work(runId);
  const status = await call<AnswerOf<typeof getBulkEdit>>('GET', `/edits/${runId}`);
  return { forecast: counts, done: status.counts, runId };
};
const claim = async (ids: string[]) =>
  (await call<{ productIds: string[] }>('POST', '/collect/results/claim', { selection: { ids }, edits: [] }))
    .productIds;

/** Everything of a supplier's that an import may write, as it stands in the database. */
async function stateOf(source: string): Promise<object> {
  return await bench.asOwner(async (owned) => {
    const collected = await sql<object>`
      select source_id, content, content_hash, price_min, title, first_run_id, last_run_id, product_id,
        (select count(*)::integer from collected_version where collected_id = collected.id) as versions
      from collected where shop = ${source} order by source_id
    `.execute(owned);
    const products = await sql<object>`
      select product.id, product.content, product.source_hash from product
      join collected on collected.id = product.collected_id where collected.shop = ${source} order by product.id
    `.execute(owned);
    const conflicts =
      await sql<object>`select product_id, fields from merge_conflict order by product_id`.execute(owned);
    return { collected: collected.rows, products: products.rows, conflicts: conflicts.rows };
  });
}

const rowsOf = (source: string) => bench.rows({ sources: [source] });

it('an undone import as a source leaves its supplier and all products as they were before the file', {
  tags: ['slow'],
}, async () => {
  const first = await apply(
    await check(shopifyFile([good('a', '1.00'), good('b', '2.00'), good('c', '3.00')]), named('Undone')),
    3,
  );
  const source = first.source?.id ?? '';
  const ids = (await rowsOf(source))
    .toSorted((one, two) => (one.title < two.title ? -1 : 1))
    .map(({ id }) => id);
  const products = await claim(ids);
  // The price of b is the merchant's: the next file makes it a question.
  await bench.edit(products[1] ?? '', [{ kind: 'multiply-price', by: '10' }]);
  const before = await stateOf(source);

  const next = shopifyFile([good('a', '1.50'), good('b', '2.50'), good('c', '3.00'), good('d', '4.00')]);
  const second = await apply(await check(next, of(source)), 3);
  expect(second.undoable).toBe(true);
  expect(await stateOf(source)).not.toEqual(before);
  const { forecast, done, runId } = await undo(second.id);

  expect(await stateOf(source)).toEqual(before);
  expect(forecast).toEqual({ restored: 3, kept: 0, impossible: 0 });
  expect(done).toMatchObject({ restored: 3, kept: 0, impossible: 0 });
  expect((await get(second.id)).undoable).toBe(false);
  const list = await call<{ items: { id: string; undoable: boolean }[] }>('GET', '/imports');
  expect(list.items.map((each) => [each.id === first.id, each.undoable])).toEqual([
    [false, false],
    [true, true],
  ]);
  // What was taken back is not applied again by halves.
  expect((await bench.send('POST', `/edits/${runId}/undo`, {})).body.code).toBe('selection.empty');
  expect((await bench.send('POST', `/edits/${second.id}/undo`, {})).body.code).toBe('selection.empty');

  const again = await apply(await check(next, of(source)), 3);
  expect(again.outcomes).toMatchObject({ imported: 3 });
  expect((await bench.product(products[0] ?? '')).product.variants[0]?.price).toBe('1.50');
});

it('what was changed since stays and is counted: by a person, in a store, by a later file', async () => {
  const file = (price: string) => shopifyFile(['a', 'b', 'c', 'd', 'e'].map((handle) => good(handle, price)));
  const first = await apply(await check(file('1.00'), named('Since')), 5);
  const source = first.source?.id ?? '';
  const sorted = (await rowsOf(source)).toSorted((one, two) => (one.title < two.title ? -1 : 1));
  const [a = '', b = ''] = await claim(sorted.slice(0, 2).map(({ id }) => id));
  await bench.edit(b, [{ kind: 'title-suffix', text: ' XL' }]);
  const later = shopifyFile([
    ...['a', 'b', 'd', 'e'].map((handle) => good(handle, '1.00')),
    good('c', '9.00'),
  ]);
  await apply(await check(later, of(source)), 1);

  const { forecast, done } = await undo(first.id);

  // a: to the bin; d and e: removed; b: edited; c: changed by the later file.
  expect(forecast).toEqual({ restored: 3, kept: 2, impossible: 0 });
  expect(done).toMatchObject({ restored: 3, kept: 2, impossible: 0 });
  expect((await rowsOf(source)).map(({ title }) => title).sort()).toEqual(['Good b', 'Good c']);
  expect((await bench.product(b)).product.title).toBe('Good b XL');
  const bin = await bench.asOwner((owned) =>
    owned.selectFrom('stored_product').select('id').where('binned_at', 'is not', null).execute(),
  );
  expect(bin).toEqual([{ id: a }]);
});

it('a cell that was edited after it was merged stays, and the other cells are undone', async () => {
  const first = await apply(await check(shopifyFile([good('a', '1.00')]), named('Cells')), 1);
  const source = first.source?.id ?? '';
  const [product = ''] = await claim((await rowsOf(source)).map(({ id }) => id));
  const next = shopifyFile([good('a', '2.00', { vendor: 'Other' })]);
  const second = await apply(await check(next, of(source)), 1);
  await bench.edit(product, [{ kind: 'multiply-price', by: '3' }]);

  const { forecast, done } = await undo(second.id);

  expect([forecast, done]).toMatchObject([{ kept: 1 }, { kept: 1 }]);
  expect((await bench.product(product)).product).toMatchObject({
    vendor: mug.vendor,
    variants: [{ price: '6.00' }],
  });
});

it('an import that was stopped midway can be undone', { tags: ['slow'] }, async () => {
  const products = Array.from({ length: 700 }, (_, at) => good(`m-${at}`, '1.00'));
  const checked = await check(shopifyFile(products), named('Midway'));
  const source = checked.source?.id ?? '';
  await call('POST', `/imports/${checked.id}/apply`, { expected: 700, allOrNothing: false });
  const stop = new AbortController();
  const saved = bench.work(checked.id, stop.signal);
  await expect
    .poll(async () => (await rowsOf(source)).length, { timeout: 20_000, interval: 5 })
    .toBeGreaterThan(0);
  stop.abort(new Stopped('cancel'));
  await saved.catch(() => undefined);
  const part = (await rowsOf(source)).length;
  await bench.asOwner((owned) =>
    sql`update run set state = 'cancelled', ended_at = now() where id = ${checked.id}`.execute(owned),
  );
  expect((await get(checked.id)).undoable).toBe(true);

  const { done } = await undo(checked.id);

  expect(part).toBeGreaterThan(0);
  expect(done.restored).toBeGreaterThanOrEqual(Math.min(part, 200));
  expect(await rowsOf(source)).toEqual([]);
});

it('all or nothing: where the plan has no room for the whole file, nothing of it is left', {
  tags: ['slow'],
}, async () => {
  const first = await apply(await check(shopifyFile([good('a', '1.00')]), named('All')), 1);
  const source = first.source?.id ?? '';
  const [product = ''] = await claim((await rowsOf(source)).map(({ id }) => id));
  const before = await stateOf(source);
  const file = shopifyFile([
    good('a', '2.00'),
    ...Array.from({ length: 600 }, (_, at) => good(`n-${at}`, '1.00')),
  ]);
  const checked = await check(file, of(source));
  await limitTo(db, { 'collected-per-month': 300 });
  onTestFinished(() => preparePlans(db, false));

  const failed = await apply(checked, 601, true);

  expect(failed).toMatchObject({
    state: 'failed',
    outcomes: { imported: 0, 'left-out': 601 },
    undoable: false,
  });
  expect(failed.fault?.code).toBe('quota.exceeded');
  expect(await stateOf(source)).toEqual(before);
  expect((await bench.product(product)).product.variants[0]?.price).toBe('1.00');
});
