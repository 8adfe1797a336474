import { createHash } from 'node:crypto';
import { idColumns } from '@bowerbird/contract/files/id-columns';
import type { EditChoices } from '@bowerbird/contract/files/imports';
import type { UploadPreview } from '@bowerbird/contract/files/uploads';
import { protectedCell } from '@bowerbird/files/text/protection';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { importBench, shopifyFile } from '../testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { own, call, get, items, start, upload, work } = bench;

const choices: EditChoices = {
  emptyCells: {},
  otherVariants: 'leave',
  unmatched: 'leave',
  conflicts: 'keep',
};
const into = { as: 'edit' as const, choices };
const content = async (id: string) => (await bench.product(id)).product;
const look = { dialect: null, table: null, mapping: null };
const preview = (fileId: string) => call<UploadPreview>('POST', `/imports/files/${fileId}/preview`, look);

/** Exports this product as the job does: the revision is noted, and the bytes of the file are. */
async function exported(id: string, { protects = false, title = 'products-shopify.csv' } = {}) {
  const runId = v7();
  const product = await content(id);
  const cell = (value: string) => (protects ? protectedCell(value) : value);
  const text = shopifyFile([product], ([header = [], ...rows]) => [
    [...header, ...Object.values(idColumns)],
    ...rows.map((row) => [...row.map(cell), id, cell(product.source?.id ?? ''), runId]),
  ]);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const request = JSON.stringify({ format: 'shopify', protectFormulas: protects, idColumns: true });
  await bench.asOwner(async (owned) => {
    await owned
      .insertInto('run')
      .values({ id: runId, owner_id: bench.ownerId, kind: 'export', state: 'complete', title, request })
      .execute();
    await sql`
      insert into exported_page (run_id, page, owner_id, ids, revisions)
      select ${runId}, 0, owner_id, array[id], array[revision] from product where id = ${id}
    `.execute(owned);
    await owned
      .insertInto('exported_file')
      .values({ run_id: runId, sha256, owner_id: bench.ownerId })
      .execute();
  });
  return { runId, text };
}

let number = 0;
async function saved(): Promise<string> {
  number += 1;
  const [id = ''] = await own([
    {
      ...mug,
      title: `-${number} °C mug`,
      handle: `back-${number}`,
      variants: [variant({ sku: `S-${number}`, price: '19.90' })],
    },
  ]);
  return id;
}

async function checked(text: string, name: string, key: 'id' | 'handle' | 'sourceId' = 'id') {
  const runId = await start(await upload(text, name), { into, key });
  await work(runId);
  return await get(runId);
}

it('a file with our ids is matched by them when its handles and SKUs were changed, and by nothing else', async () => {
  const id = await saved();
  const { text } = await exported(id);
  const file = text.replaceAll(`back-${number}`, 'other-handle').replaceAll(`S-${number}`, 'OTHER');

  const byId = await checked(file, 'renamed.csv');
  const byHandle = await checked(file, 'renamed.csv', 'handle');

  expect(byId).toMatchObject({ groups: { changed: 1, unmatched: 0, faulty: 0 } });
  expect(byId.keys).toContainEqual({ key: 'id', one: 1, none: 0, several: 0, examples: [] });
  expect(byHandle).toMatchObject({ groups: { changed: 0, unmatched: 1 } });
  const [item] = (await items(byId.id, 'changed')).items;
  expect(item?.cells.map(({ path }) => path).sort()).toEqual(['handle', 'variants/v1/sku']);
  await bench.apply(byId, 1);
  expect(await content(id)).toMatchObject({
    handle: 'other-handle',
    variants: [{ sku: 'OTHER' }],
    extra: {},
  });
});

it('rows of two products under one handle are left out, whichever of both ids comes first', async () => {
  const [one, other] = [await saved(), await saved()];
  const [first, second] = [await exported(one), await exported(other)];
  const row = second.text.split('\n')[1]?.replaceAll(`back-${number}`, `back-${number - 1}`);

  const both = await checked(`${first.text}${row}\n`, 'both.csv');

  expect(both.groups).toMatchObject({ changed: 0 });
  expect((both.groups.ambiguous ?? 0) + (both.groups.faulty ?? 0)).toBe(1);
});

describe('which export a file is of', () => {
  it('is known by its bytes whatever it is called: what was changed here since stays, and nothing is a question', async () => {
    const id = await saved();
    const { runId, text } = await exported(id);
    await bench.edit(id, [{ kind: 'multiply-price', by: '2' }]);
    // A later export makes the price of the first look like an edit.
    await exported(id);

    const found = await checked(
      text.replaceAll(/,Bowerbird.*$/gm, (end) => end),
      'x.csv',
    );

    expect(found).toMatchObject({ groups: { unchanged: 1 }, exported: { runId, by: 'bytes' } });
  });

  it('is known by its column when it was edited and renamed: a cell changed on both sides is the only question', async () => {
    const id = await saved();
    const { runId, text } = await exported(id);
    await bench.edit(id, [{ kind: 'multiply-price', by: '2' }]);
    await exported(id);
    const file = text.replace('19.90', '25.00').replace(',Brand,', ',Other,');

    const fileId = await upload(file, 'from a colleague.csv');
    const shown = await preview(fileId);
    const found = await checked(file, 'from a colleague.csv');

    expect(shown).toMatchObject({ exported: { runId, by: 'column' }, knownBy: 'files' });
    expect(found).toMatchObject({ exported: { runId, by: 'column' }, groups: { conflict: 1 } });
  });

  it('is not known of a file that names an export of somebody else, or none', async () => {
    const id = await saved();
    const { runId, text } = await exported(id);

    const foreign = await preview(await upload(text.replaceAll(runId, v7()), 'x.csv'));
    const broken = await preview(await upload(text.replaceAll(runId, "'; drop table run"), 'x.csv'));

    expect([foreign.exported, broken.exported]).toEqual([null, null]);
  });

  it('takes off the apostrophes of a renamed file for people', async () => {
    const id = await saved();
    const { text } = await exported(id, { protects: true });
    const file = text.replace('19.90', '25.00');
    expect(text).toContain("'-");

    const fileId = await upload(file, 'renamed.csv');
    const { mapping } = await preview(fileId);
    const runId = await start(fileId, { into, key: 'id', mapping });
    await work(runId);

    const [item] = (await items(runId, 'changed')).items;
    expect(item?.cells).toMatchObject([{ path: 'variants/v1/price', after: '25.00' }]);
  });
});
