import { repaired } from '@bowerbird/catalog/invariants/repair';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { requireQuota } from '../../billing/quotas.ts';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { cleanSnapshot } from '../../products/claim/claim.ts';
import type { OpenEditSet } from '../../products/history/edit-sets.ts';
import { saveRecords } from '../../products/history/history.ts';
import { insertProducts } from '../../products/write/insert.ts';
import { columnsOf } from '../../products/write/rows.ts';
import type { RunControl } from '../../runs/work.ts';
import { type Attempt, requireAttempt } from '../apply/attempt.ts';
import type { ImportRow } from '../queries.ts';
import { readItems } from '../show/list-items.ts';

/** Products created in one transaction. */
const atOnce = 250;

/**
 * Creates the products of a file that match none, where that was chosen. Each part is written with what is noted of it, so
 * that none is created twice. Returns how many there are then.
 */
export async function createUnmatched(
  db: Db,
  attempt: Attempt,
  row: ImportRow,
  editSet: () => OpenEditSet,
  { signal }: Pick<RunControl, 'signal'>,
): Promise<number> {
  const { into } = row.request;
  if (into.as !== 'edit' || into.choices.unmatched !== 'create') {
    return 0;
  }
  for (let more = true; more; ) {
    signal.throwIfAborted();
    more = await asOwner(db, attempt.ownerId, async (owned) => {
      await requireAttempt(owned, attempt, 'applying');
      return (await createSome(owned, attempt, row, editSet())) === atOnce;
    });
  }
  return row.figures.groups?.unmatched ?? 0;
}

async function createSome(
  db: OwnerDb,
  { ownerId, runId }: Attempt,
  row: ImportRow,
  editSet: OpenEditSet,
): Promise<number> {
  const items = await db
    .selectFrom('import_item')
    .select(['position', 'first_row', 'last_row', 'rows'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('in_group', '=', 'unmatched')
    .where('outcome', 'is', null)
    .orderBy('position')
    .limit(atOnce)
    .execute();
  if (items.length === 0) {
    return 0;
  }
  await requireQuota(db, ownerId, 'products', items.length);
  const read = await readItems(db, row, items);
  const created = items.flatMap(({ position }, at) => {
    const product = read[at];
    return product
      ? [{ position, id: v7(), product: repaired(cleanSnapshot({ ...product, source: null })).product }]
      : [];
  });
  const editSetId = await editSet.open(db);
  await insertProducts(
    db,
    ownerId,
    created.map(({ id, product }) => ({
      id,
      columns: columnsOf(product),
      collectedId: null,
      collectRunId: null,
    })),
  );
  const records = created.map(({ id }) => ({ productId: id, revision: 1, cells: [] }));
  await saveRecords(db, ownerId, editSetId, records);
  await sql`
    update import_item as item set outcome = 'imported', product_id = given.id
    from unnest(
      ${created.map(({ position }) => position)}::integer[], ${created.map(({ id }) => id)}::uuid[]
    ) as given (position, id)
    where item.owner_id = ${ownerId} and item.run_id = ${runId} and item.position = given.position
  `.execute(db);
  return items.length;
}
