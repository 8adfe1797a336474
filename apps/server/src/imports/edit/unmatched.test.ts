import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { preparePlans } from '../../billing/plans.ts';
import { limitTo } from '../../billing/testing/limit-to.ts';
import { as, editedFileBench, fileOf } from './testing.ts';

const database = await testDatabase();
const { db } = database;
const bench = await editedFileBench(database);
const { apply, call, check, content, get, items, saved } = bench;

it('products that match none are left out, or created once', async () => {
  const fresh = { ...mug, title: 'Fresh', handle: 'never-seen' };
  const left = await check(fileOf([fresh]), as());
  expect(left).toMatchObject({ groups: { unmatched: 1 }, toApply: 0 });

  const done = await apply(await check(fileOf([fresh]), as({ unmatched: 'create' })), 1);

  expect(done.outcomes).toMatchObject({ imported: 1 });
  const [created] = (await items(done.id, 'unmatched')).items;
  expect(await content(created?.productId ?? '')).toMatchObject({ title: 'Fresh', handle: 'never-seen' });
});

it('undoing an import moves what it created to the bin, but for what somebody has changed since', async () => {
  const [old] = await saved({});
  const fresh = ['one', 'two'].map((name) => ({ ...mug, title: name, handle: `created-${name}` }));
  const file = fileOf([old?.product ?? mug, ...fresh], { 0: { Vendor: 'Elsewhere' } });
  const done = await apply(await check(file, as({ unmatched: 'create' })), 3);
  const created = (await items(done.id, 'unmatched')).items.map(({ productId }) => productId ?? '');
  const [first = '', second = ''] = created;
  await bench.edit(second, [{ kind: 'title-suffix', text: ' of mine' }]);

  const forecast = await call<{ counts: object; left: object[] }>(
    'POST',
    `/edits/${done.id}/undo/preview`,
    {},
  );
  const { runId } = await call<{ runId: string }>('POST', `/edits/${done.id}/undo`, {});
  const undone = await bench.work(runId);

  expect(forecast).toMatchObject({
    counts: { restored: 2, kept: 0, impossible: 1 },
    left: [{ id: second, group: 'impossible', fault: { code: 'undo.changed-since' } }],
  });
  expect(undone).toMatchObject({ state: 'partial', failed: 1 });
  expect(await content(old?.id ?? '')).toMatchObject({ vendor: 'Glade Home' });
  expect(await content(second)).toMatchObject({ title: 'two of mine' });
  const binned = await bench.asOwner((owned) =>
    sql<{ id: string }>`select id from stored_product where bin_id = ${runId}::uuid`.execute(owned),
  );
  expect(binned.rows.map(({ id }) => id)).toEqual([first]);
  // Nothing is left to undo but what stays.
  expect(await call('POST', `/edits/${done.id}/undo/preview`, {})).toMatchObject({
    counts: { restored: 0, impossible: 1 },
  });
});

it('all or nothing: a product that is rejected undoes the others', async () => {
  const variants = ['S', 'M'].map((size, at) =>
    variant({ id: `v${at + 1}`, sku: `nothing-${size}`, optionValues: [size] }),
  );
  const [one, other] = await saved({}, { options: [{ name: 'Size', values: ['S', 'M'] }], variants });
  const product = other?.product ?? mug;
  // The file calls one variant as another that it does not have.
  const twice = {
    ...product,
    options: [{ name: 'Size', values: ['M'] }],
    variants: [variant({ sku: 'nothing-S', optionValues: ['M'] })],
  };
  const file = fileOf([one?.product ?? mug, twice], { 0: { Vendor: 'New' } });
  const done = await apply(await check(file, as()), 2, true);

  expect(done).toMatchObject({ state: 'failed', fault: { code: 'import.undone', params: { count: 1 } } });
  expect(await content(one?.id ?? '')).toMatchObject({ vendor: 'Glade Home' });
  expect((await get(done.id)).outcomes).toMatchObject({ edited: 0, rejected: 1 });
});

describe('all or nothing: where the room for new products was taken meanwhile', () => {
  afterAll(() => preparePlans(db, false));

  it('what was created before is in the bin, what was edited is undone, and nothing is left to undo', async () => {
    const [old] = await saved({});
    // More than are created in one transaction: the first ones are there when the next fail.
    const fresh = Array.from({ length: 260 }, (_, at) => ({
      ...mug,
      title: `Fresh ${at}`,
      handle: `fresh-${at}`,
    }));
    const file = fileOf([old?.product ?? mug, ...fresh], { 0: { Vendor: 'Elsewhere' } });
    const checked = await check(file, as({ unmatched: 'create' }));
    const has = async () =>
      (
        await bench.asOwner((owned) =>
          sql`select from product where owner_id = ${bench.ownerId}`.execute(owned),
        )
      ).rows.length;
    const before = await has();
    await call('POST', `/imports/${checked.id}/apply`, { expected: 261, allOrNothing: true });
    // Of the room that the import asked for before it began, somebody else takes ten places.
    await limitTo(db, { products: before + 255 });
    await bench.asOwner((owned) =>
      sql`update import set figures = jsonb_set(figures, '{groups,unmatched}', '250') where run_id = ${checked.id}`.execute(
        owned,
      ),
    );
    const run = await bench.work(checked.id);

    expect(run).toMatchObject({ state: 'failed', fault: { code: 'import.undone' } });
    expect(await has()).toBe(before);
    const { rows } = await bench.asOwner((owned) =>
      sql<{
        title: string;
      }>`select content->>'title' as title from stored_product where bin_id = ${checked.id}::uuid`.execute(
        owned,
      ),
    );
    expect(rows).toHaveLength(250);
    expect(rows.every(({ title }) => title.startsWith('Fresh '))).toBe(true);
    expect(await content(old?.id ?? '')).toMatchObject({ vendor: 'Glade Home' });
    expect((await get(checked.id)).outcomes).toMatchObject({ edited: 0, imported: 0, 'left-out': 261 });
    expect(await call('POST', `/edits/${checked.id}/undo/preview`, {})).toMatchObject({
      counts: { restored: 0 },
    });
  });
});
