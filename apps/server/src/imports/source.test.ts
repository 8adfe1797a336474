import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { asOwner } from '../db/database.ts';
import { Stopped } from '../runs/work.ts';
import { workOnImport } from './import-job.ts';
import { asNewSource, bowl, importBench, intoSource, lamp, shopifyFile, shopifyMapping } from './testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { check, apply, items, call, get } = bench;

it('a supplier’s file becomes collected products, and nothing before a person has confirmed it', async () => {
  const checked = await check(shopifyFile([mug, lamp, bowl]), asNewSource('Acme'));

  expect(checked).toMatchObject({
    state: 'checked',
    rows: 4,
    products: 3,
    variants: 3,
    groups: { new: 3, changed: 0, faulty: 0 },
    faults: 0,
    fault: { code: 'import.to-confirm' },
    source: { name: 'Acme' },
    outcomes: { imported: 0 },
  });
  expect(await bench.rows({ sources: [checked.source?.id ?? ''] })).toHaveLength(0);

  const done = await apply(checked, 3);

  expect(done).toMatchObject({ state: 'applied', outcomes: { imported: 3 }, fault: null });
  const saved = await bench.rows({ sources: [checked.source?.id ?? ''] });
  expect(saved.map(({ title }) => title).sort()).toEqual(['Blue mug', 'Bowl', 'Lamp']);
});

it('next week’s file is merged: what was edited stays, what changed follows, what is missing is gone', {
  tags: ['slow'],
}, async () => {
  const first = await apply(await check(shopifyFile([mug, lamp, bowl]), asNewSource('Weekly', true)), 3);
  const source = first.source?.id ?? '';
  const rows = await bench.rows({ sources: [source] });
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids: rows.map(({ id }) => id) },
    edits: [],
  });
  const titled = async (title: string) => {
    const all = await Promise.all(productIds.map(bench.product));
    return all.find((each) => each.product.title === title)?.id ?? '';
  };
  const [mugId, lampId, bowlId] = [await titled('Blue mug'), await titled('Lamp'), await titled('Bowl')];
  await bench.edit(mugId, [
    { kind: 'replace-in-title', find: 'Blue', replaceWith: 'Sky', ignoreCase: false },
  ]);
  await bench.edit(lampId, [{ kind: 'multiply-price', by: '2' }]);

  const dearer = (price: string) => [variant({ sku: 'MUG-1', price, cost: '8.00', stock: 12 })];
  const next = shopifyFile([
    { ...mug, variants: dearer('21.90') },
    { ...lamp, variants: [variant({ sku: '0017', price: '33.00' })] },
  ]);
  const checked = await check(next, intoSource(source, true));

  expect(checked.groups).toMatchObject({ new: 0, changed: 1, conflict: 1, gone: 1, unchanged: 0 });
  expect((await items(checked.id, 'changed')).items).toMatchObject([
    { row: 2, cells: [{ path: 'variants/v1/price', before: '19.90', after: '21.90' }] },
  ]);
  expect((await items(checked.id, 'gone')).items).toMatchObject([{ row: null, productId: bowlId }]);

  const done = await apply(checked, 2);

  expect(done.outcomes).toMatchObject({ imported: 2 });
  expect((await bench.product(mugId)).product).toMatchObject({
    title: 'Sky mug',
    variants: [{ price: '21.90' }],
  });
  const { cells } = await call<{ cells: object }>('GET', `/products/${mugId}/provenance`);
  expect(cells).toMatchObject({
    title: { from: 'person' },
    vendor: { from: 'file', file: { name: 'products.csv', row: 2, column: 'Vendor' } },
    'variants/v1/price': { from: 'file', file: { row: 2, column: 'Variant Price' } },
  });
  // Both sides changed it: the merchant's price stays until somebody decides.
  expect((await bench.product(lampId)).product.variants[0]?.price).toBe('60.00');
  const merged = await call<{ products: object }>('GET', `/recollect/runs/${done.id}`);
  expect(merged.products).toMatchObject({ followed: 1, undecided: 1, gone: 1 });
  const notices = await asOwner(db, bench.ownerId, (owned) =>
    owned.selectFrom('notification_due').select('params').where('event', '=', 'source-changed').execute(),
  );
  expect(notices).toMatchObject([{ params: { shop: 'Weekly', up: 2, gone: 1 } }]);

  const again = await check(next, intoSource(source, true));
  expect(again.groups).toMatchObject({ unchanged: 2, changed: 0, conflict: 0 });
});

it('rows of a product that stand apart are one product', async () => {
  const two = {
    ...mug,
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      variant({ id: 'v1', sku: 'S', optionValues: ['S'] }),
      variant({ id: 'v2', sku: 'M', optionValues: ['M'] }),
    ],
  };
  const file = shopifyFile([two, lamp], ([header = [], one = [], other = [], third = []]) => [
    header,
    one,
    third,
    other,
  ]);

  const checked = await check(file, asNewSource('Apart'));

  expect(checked).toMatchObject({ products: 2, variants: 3, groups: { new: 2 } });
});

it("a supplier's own code names its products, whatever their titles are next week", async () => {
  const sheet = (...rows: string[]) => `${['Code;Name;Size;Price', ...rows].join('\n')}\n`;
  const mapping: FileMapping = {
    ...shopifyMapping,
    products: {
      by: 'columns',
      rows: 'variants',
      key: ['Code'],
      columns: [
        { column: 'Name', field: 'title' },
        { column: 'Size', field: 'optionValue', option: 1 },
        { column: 'Price', field: 'price' },
      ],
      defaults: { status: 'draft', weightUnit: 'kg', currency: null },
    },
  };
  const how = { mapping, dialect: { encoding: null, separator: ';' }, key: 'sourceId' as const };
  // Two products of one title: their handles are the same, their codes are not.
  const first = await apply(
    await check(sheet('A;Hat;S;1', 'A;Hat;M;1', 'B;Hat;S;2'), { ...asNewSource('Coded'), ...how }),
    2,
  );

  const checked = await check(sheet('A;Cap;S;1', 'A;Cap;M;1', 'B;Hat;S;2'), {
    ...intoSource(first.source?.id ?? ''),
    ...how,
  });

  expect(checked.groups).toMatchObject({ new: 0, changed: 1, unchanged: 1, ambiguous: 0 });
  expect((await items(checked.id, 'changed')).items).toMatchObject([{ title: 'Cap', row: 2 }]);
});

it('a product of a file is not collected again, and the answer says where its next values come from', async () => {
  const done = await apply(await check(shopifyFile([mug]), asNewSource('Again')), 1);
  const rows = await bench.rows({ sources: [done.source?.id ?? ''] });

  const { body } = await bench.send('POST', '/recollect', {
    what: { collected: { ids: rows.map(({ id }) => id) } },
  });

  expect(body).toMatchObject({ code: 'recollect.nothing-to-read' });
});

it('another merchant sees nothing of an import and cannot apply it', async () => {
  const checked = await check(shopifyFile([mug]), asNewSource('Own'));
  const ben = await bench.another('ben-imports');

  for (const path of ['', '/faults', '/items?group=new']) {
    expect((await bench.send('GET', `/imports/${checked.id}${path}`, undefined, ben.headers)).status).toBe(
      404,
    );
  }
  const body = { expected: 1, allOrNothing: false };
  expect((await bench.send('POST', `/imports/${checked.id}/apply`, body, ben.headers)).status).toBe(404);
  const theirs = await bench.send('GET', '/imports', undefined, ben.headers);
  expect(theirs.body.data).toMatchObject({ items: [], total: 0 });
  const sources = await bench.send('GET', '/imports/sources', undefined, ben.headers);
  expect(sources.body.data).toMatchObject({ items: [] });
  expect((await get(checked.id)).state).toBe('checked');
});

it('an import that is stopped at any place goes on, saves nothing twice and leaves nothing out', {
  tags: ['slow'],
}, async () => {
  const products = Array.from({ length: 700 }, (_, at) => ({
    ...mug,
    title: `Mug ${at}`,
    handle: `mug-${at}`,
  }));
  const id = await bench.start(await bench.upload(shopifyFile(products)), asNewSource('Stopped'));

  const stopsWhileChecking = await workWithStops(id);
  expect(await get(id)).toMatchObject({ rows: 701, products: 700, groups: { new: 700 } });
  await call('POST', `/imports/${id}/apply`, { expected: 700, allOrNothing: false });
  const stopsWhileApplying = await workWithStops(id);

  expect([stopsWhileChecking, stopsWhileApplying].map((stops) => stops > 2)).toEqual([true, true]);
  const done = await get(id);
  expect(done.outcomes).toMatchObject({ imported: 700, 'left-out': 0 });
  const counted = await bench.asOwner((owned) =>
    owned.selectFrom('collect_run').select(['got', 'variants']).where('run_id', '=', id).executeTakeFirst(),
  );
  expect(counted).toEqual({ got: 700, variants: 700 });
  const sources = await call<{ items: { id: string; products: number }[] }>('GET', '/imports/sources');
  expect(sources.items.find((each) => each.id === done.source?.id)?.products).toBe(700);
});

/** Works on an import that is stopped at its first look, then at its second, and so on; returns how often. */
async function workWithStops(id: string): Promise<number> {
  for (let stops = 0; ; stops += 1) {
    let looks = 0;
    const throwIfAborted = () => {
      looks += 1;
      if (looks > stops) {
        throw new Stopped('server');
      }
    };
    const control = {
      signal: { throwIfAborted } as AbortSignal,
      progress: () => undefined,
      workedMs: () => 0,
      heldInVain: false,
    };
    const end = await workOnImport(bench.services, await bench.run(id), control).catch((thrown: unknown) =>
      thrown instanceof Stopped ? null : Promise.reject(thrown),
    );
    if (end !== null) {
      return stops;
    }
  }
}

it('next week’s file of the same columns is offered with its supplier’s mapping and remedies', async () => {
  const mapping = { ...shopifyMapping, remedies: [{ kind: 'trim' as const, column: 'Title', shape: null }] };
  const first = await check(shopifyFile([mug]), { ...asNewSource('Remembered'), mapping });
  await apply(first, 1);
  const fileId = await bench.upload(shopifyFile([lamp]), 'week-2.csv');

  const preview = await call<{ sources: { id: string }[]; mapping: typeof mapping }>(
    'POST',
    `/imports/files/${fileId}/preview`,
    { dialect: null, mapping: null, table: null },
  );

  expect(preview.sources).toContainEqual({ id: first.source?.id, name: 'Remembered' });
});
