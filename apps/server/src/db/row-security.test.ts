import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { createRun } from '../runs/runs.ts';
import { asOwner } from './database.ts';

const { db } = await testDatabase();

it('shows a query that forgot its owner clause nothing of another merchant [asvs 8.4.1]', async () => {
  const ann = await testOwner(db);
  const ben = await testOwner(db);
  await asOwner(db, ann, (owned) =>
    createRun(owned, ann, { kind: 'export', title: 'of Ann', request: {}, createdBy: null }),
  );

  const seenByBen = await asOwner(db, ben, (owned) => owned.selectFrom('run').selectAll().execute());
  const seenByAnn = await asOwner(db, ann, (owned) => owned.selectFrom('run').selectAll().execute());
  const seenByNobody = await db.selectFrom('run').selectAll().execute();

  expect(seenByBen).toEqual([]);
  expect(seenByAnn).toHaveLength(1);
  expect(seenByNobody).toEqual([]);
});

it('reports whose runs are open and nothing more of them, and lets nobody write by that way', async () => {
  const ann = await testOwner(db);
  await asOwner(db, ann, (owned) =>
    createRun(owned, ann, { kind: 'export', title: 'of Ann', request: {}, createdBy: null }),
  );

  const seen = await db.selectFrom('open_run').selectAll().where('owner_id', '=', ann).execute();

  expect(seen).toEqual([{ id: expect.any(String), owner_id: ann, goes_on_at: null }]);
  await expect(sql`delete from open_run`.execute(db)).rejects.toThrow(/cannot delete from view/);
  await expect(sql`update open_run set goes_on_at = now()`.execute(db)).rejects.toThrow(/cannot update view/);
});

it('refuses to write a row for another merchant', async () => {
  const ann = await testOwner(db);
  const ben = await testOwner(db);

  const write = asOwner(db, ben, (owned) =>
    createRun(owned, ann, { kind: 'export', title: 'planted', request: {}, createdBy: null }),
  );

  await expect(write).rejects.toThrow(/row-level security/);
});

it('closes every table that carries an owner, and opens no view but those that report ids, times and totals', async () => {
  const { rows: open } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'owner_id')
    order by 1
  `.execute(db);
  const { rows: views } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
      and not coalesce(reloptions @> array['security_invoker=true'], false)
    order by 1
  `.execute(db);

  // People sign in with their role, and messages are sent, before the merchant is known.
  expect(open.map(({ name }) => name)).toEqual(['outbox', 'role', 'user']);
  expect(views.map(({ name }) => name)).toEqual([
    'open_comparison',
    'open_copy',
    'open_export_schedule',
    'open_file_watch',
    'open_following',
    'open_listing_schedule',
    'open_notification',
    'open_reminder',
    'open_run',
    'open_watch',
    'owed_check',
    // These contain only the owner's rows, by their own clause.
    'own_collected',
    'own_collected_searched',
    'own_product',
    'own_product_text',
    'own_similarity_keys',
    'run_total',
    'sealed_total',
    'source_channel_total',
    'store_channel_total',
  ]);
});
