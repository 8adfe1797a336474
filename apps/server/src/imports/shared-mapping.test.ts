import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { UploadPreview } from '@bowerbird/contract/files/uploads';
import { expect, it } from 'vitest';
import { allBut, memberOf, merchantGrants } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { importBench, type Sources } from './testing.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const colleague = await memberOf(db, bench.app, bench.ownerId, merchantGrants);
const reader = await memberOf(db, bench.app, bench.ownerId, allBut('products', 'import'));

const dialect = { encoding: null, separator: null };
/** The supplier writes a decimal comma and headers of its own. */
const mapping: FileMapping = {
  version: 1,
  sheet: null,
  headerRow: null,
  products: {
    by: 'columns',
    rows: 'variants',
    key: ['Ref'],
    columns: [
      { column: 'Denominazione', field: 'title' },
      { column: 'Listino', field: 'price' },
    ],
    defaults: { status: 'draft', weightUnit: 'g', currency: null },
  },
  remedies: [{ kind: 'decimal-comma', column: 'Listino', shape: '9,9' }],
};
const week = (rows: string) => `Ref;Denominazione;Listino\n${rows}`;

it('a mapping that one person made is used by a colleague for next week’s file, repairs too', async () => {
  const first = await bench.check(week('L-1;Lampada;12,50\n'), {
    dialect,
    mapping,
    key: 'sourceId',
    into: { as: 'source', source: { name: 'Lampade' }, whole: false },
  });
  expect(first).toMatchObject({ faults: 0, groups: { new: 1 } });
  await bench.apply(first, 1);

  const { items } = (await bench.send('GET', '/imports/sources', undefined, colleague.headers)).body
    .data as Sources;
  const shared = items.find(({ name }) => name === 'Lampade');
  const fileId = await bench.upload(week('L-1;Lampada;13,50\nL-2;Lume;9,00\n'), 'w2.csv', colleague.headers);
  const preview = (
    await bench.send(
      'POST',
      `/imports/files/${fileId}/preview`,
      { dialect: null, table: null, mapping: null },
      colleague.headers,
    )
  ).body.data as UploadPreview;
  const started = await bench.send(
    'POST',
    '/imports',
    {
      fileId,
      dialect: shared?.dialect,
      mapping: shared?.mapping,
      key: shared?.key,
      into: { as: 'source', source: { id: shared?.id }, whole: false },
    },
    colleague.headers,
  );
  const { runId } = started.body.data as { runId: string };
  await bench.work(runId);

  expect(shared).toMatchObject({ key: 'sourceId', mapping });
  expect(preview.sources).toMatchObject([{ id: shared?.id, name: 'Lampade' }]);
  expect(await bench.get(runId)).toMatchObject({ faults: 0, groups: { new: 1, changed: 1, faulty: 0 } });
});

it('what a colleague changes in it is there for everybody', async () => {
  const fileId = await bench.upload(week('L-1;Lampada;13,50\n'), 'w3.csv', colleague.headers);
  const { items } = await bench.call<Sources>('GET', '/imports/sources');
  const source = items.find(({ name }) => name === 'Lampade');
  const products = { ...mapping.products, defaults: { status: 'active', weightUnit: 'g', currency: 'EUR' } };
  const changed = { ...mapping, products } as FileMapping;
  const started = await bench.send(
    'POST',
    '/imports',
    {
      fileId,
      dialect,
      mapping: changed,
      key: 'sourceId',
      into: { as: 'source', source: { id: source?.id }, whole: false },
    },
    colleague.headers,
  );
  const { runId } = started.body.data as { runId: string };
  await bench.work(runId);
  await bench.apply(await bench.get(runId), 1);

  expect((await bench.call<Sources>('GET', '/imports/sources')).items).toMatchObject([
    { name: 'Lampade', mapping: changed },
  ]);
});

it('a colleague who may not import neither sees nor changes it', async () => {
  const { items } = await bench.call<Sources>('GET', '/imports/sources');
  const source = items.find(({ name }) => name === 'Lampade');
  const fileId = await bench.upload(week('L-1;Lampada;1,00\n'));
  const { runId } = await bench.call<{ runId: string }>('POST', '/imports', {
    fileId,
    dialect,
    mapping,
    key: 'sourceId',
    into: { as: 'source', source: { id: source?.id }, whole: false },
  });
  await bench.work(runId);
  const { items: before } = await bench.call<Sources>('GET', '/imports/sources');
  const into = { as: 'source', source: { id: source?.id }, whole: false };

  const answers = await Promise.all(
    [
      ['GET', '/imports/sources'] as const,
      ['PUT', `/imports/sources/${source?.id}`, { name: 'Taken' }] as const,
      ['POST', '/imports', { fileId, dialect, mapping, key: 'sku', into }] as const,
      ['PUT', `/imports/${runId}`, { dialect, mapping, key: 'sku', into }] as const,
      ['POST', `/imports/${runId}/apply`, { expected: 1, allOrNothing: false }] as const,
    ].map(([method, path, body]) => bench.send(method, path, body, reader.headers)),
  );

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect((await bench.call<Sources>('GET', '/imports/sources')).items).toEqual(before);
});
