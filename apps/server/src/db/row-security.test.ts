import { expect, it } from 'vitest';
import { createRun } from '../runs/runs.ts';
import { testDatabase, testOwner } from '../testing/database.ts';
import { asOwner } from './database.ts';

const { db } = await testDatabase();

it('shows a query that forgot its owner clause nothing of another merchant', async () => {
  const ann = await testOwner(db);
  const ben = await testOwner(db);
  await asOwner(db, ann, (owned) =>
    createRun(owned, ann, { kind: 'export', title: 'of Ann', ask: {}, createdBy: null }),
  );

  const seenByBen = await asOwner(db, ben, (owned) => owned.selectFrom('run').selectAll().execute());
  const seenByAnn = await asOwner(db, ann, (owned) => owned.selectFrom('run').selectAll().execute());
  const seenByNobody = await db.selectFrom('run').selectAll().execute();

  expect(seenByBen).toEqual([]);
  expect(seenByAnn).toHaveLength(1);
  expect(seenByNobody).toEqual([]);
});

it('refuses to write a row for another merchant', async () => {
  const ann = await testOwner(db);
  const ben = await testOwner(db);

  const write = asOwner(db, ben, (owned) =>
    createRun(owned, ann, { kind: 'export', title: 'planted', ask: {}, createdBy: null }),
  );

  await expect(write).rejects.toThrow(/row-level security/);
});
