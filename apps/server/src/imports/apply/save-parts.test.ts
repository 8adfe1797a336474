import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, variant } from '../../../testing/products/products.ts';
import { asOwner } from '../../db/database.ts';
import { getImportRow } from '../queries.ts';
import { asNewSource, importBench, intoSource, shopifyFile } from '../testing.ts';
import { beginAttempt, TakenOver } from './attempt.ts';
import { openSaving, readParts, savePart } from './save-parts.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const { ownerId, services } = bench;

const count = 1100;
const products = Array.from({ length: count }, (_, at) => ({
  ...mug,
  title: `Mug ${at}`,
  handle: `mug-${at}`,
  variants: [variant({ sku: `M-${at}` })],
}));

/** Deletes what a part has saved, as a database that crashed before its commit had reached the disk. */
const forget = (runId: string, batch: number, reached: number) =>
  asOwner(db, ownerId, async (owned) => {
    await sql`
      delete from collected where owner_id = ${ownerId} and (shop, source_id) in (
        select split_part(source, ' ', 1), split_part(source, ' ', 2)
        from collect_batch, unnest(source_ids) as source where run_id = ${runId} and seq = ${batch}
      )`.execute(owned);
    await sql`delete from collect_batch where run_id = ${runId} and seq = ${batch}`.execute(owned);
    await sql`update import set reached = ${reached} where run_id = ${runId}`.execute(owned);
    await sql`update collect_run set got = ${reached} where run_id = ${runId}`.execute(owned);
  });

it('a part that a database which broke down has forgotten is saved again, and the worker goes on with none behind it', {
  tags: ['slow'],
}, async () => {
  const checked = await bench.check(shopifyFile(products), asNewSource('Forgets'));
  await bench.call('POST', `/imports/${checked.id}/apply`, { expected: count, allOrNothing: false });
  const stopped = new AbortController();
  stopped.abort();
  await bench.work(checked.id, stopped.signal).catch(() => undefined);
  const attempt = await asOwner(db, ownerId, (owned) => beginAttempt(owned, ownerId, checked.id));
  const row = await asOwner(db, ownerId, (owned) => getImportRow(owned, ownerId, checked.id));
  const saving = await openSaving(services, row);
  if (saving === null) {
    throw new Error('nothing to save');
  }
  const parts: Parameters<typeof savePart>[3][] = [];
  for await (const part of readParts(db, saving, { from: 0, total: count })) {
    parts.push(part);
  }
  const [first, second, third] = parts;
  if (!first || !second || !third) {
    throw new Error(`${parts.length} parts`);
  }

  await savePart(services, attempt, saving, first);
  await savePart(services, attempt, saving, second);
  await forget(checked.id, 1, second.from);
  const goesOn = savePart(services, attempt, saving, third);

  await expect(goesOn).rejects.toThrow(TakenOver);
  await bench.work(checked.id);
  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ saved: number; got: number }>`
      select (select count(*)::integer from collected where shop = ${saving.supplier.id}) as saved, got
      from collect_run where run_id = ${checked.id}`.execute(owned),
  );
  expect(rows).toEqual([{ saved: count, got: count }]);
});

it('what another file of the supplier has saved since the check counts as unchanged', async () => {
  const few = shopifyFile(products.slice(0, 3));
  const earlier = await bench.check(few, asNewSource('Twice'));
  const later = await bench.check(few, intoSource(earlier.source?.id ?? ''));

  await bench.apply(earlier, 3);
  await bench.apply(later, 3);

  const { rows } = await asOwner(db, ownerId, (owned) =>
    sql<{ got: number; unchanged: number }>`
      select got, unchanged from collect_run where run_id = ${later.id}`.execute(owned),
  );
  expect(rows).toEqual([{ got: 3, unchanged: 3 }]);
});
