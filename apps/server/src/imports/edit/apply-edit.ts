import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { requireQuota } from '../../billing/quotas.ts';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { binCreated, findCreated } from '../../products/history/created.ts';
import { findEditSetOf, OpenEditSet } from '../../products/history/edit-sets.ts';
import { findUndoable, Undoing } from '../../products/history/undo.ts';
import { lockProducts, type Written, writeProducts } from '../../products/write/write.ts';
import type { ItemResult, Page, PageResult } from '../../runs/pages.ts';
import { freezeOnce } from '../../runs/pages.ts';
import type { RunRow } from '../../runs/runs.ts';
import type { RunControl, RunEnd } from '../../runs/work.ts';
import { workPages } from '../../runs/work-pages.ts';
import type { Services } from '../../services/services.ts';
import { type Attempt, requireAttempt } from '../apply/attempt.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { readItems } from '../show/list-items.ts';
import { createUnmatched } from './create-unmatched.ts';
import { FileEdits } from './edit-items.ts';

/** Products changed in one transaction. */
const pageSize = 250;

type EditServices = Pick<Services, 'db' | 'clock' | 'log'>;

/**
 * Changes the merchant's products as a checked file says, as one edit set, each product once whatever kills the program
 * in between. All or nothing: a product that is rejected undoes what was changed.
 */
export async function applyEdit(
  services: EditServices,
  attempt: Attempt,
  run: RunRow,
  images: (product: Product) => Product,
  control: RunControl,
): Promise<RunEnd> {
  const { db } = services;
  const { ownerId, runId } = attempt;
  const { row, edits, total } = await asOwner(db, ownerId, async (owned) => {
    const found = await getImportRow(owned, ownerId, runId);
    return {
      row: found,
      edits: await FileEdits.of(owned, found, images),
      total: await freezeOnce(owned, run, { items: matchedItems(ownerId, runId), pageSize }),
    };
  });
  if (row.state === 'undoing' || edits === null) {
    return await undoAll(services, attempt, run, control);
  }
  const userId = run.created_by;
  const editSet = () => OpenEditSet.ofRun(ownerId, runId, { kind: 'imported', userId });
  await requireRoomForAll(db, row);
  const end = await workPages(services, { ...run, total }, control, 2, (owned, page) =>
    editPage(owned, attempt, { row, edits, editSet: editSet() }, page),
  );
  const rejected = await asOwner(db, ownerId, (owned) => countRejected(owned, ownerId, runId));
  if (row.all_or_nothing && rejected > 0) {
    await setState(services, attempt, 'undoing', row.figures.products ?? 0);
    return await undoAll(services, attempt, run, control);
  }
  const created = await createUnmatched(db, attempt, row, editSet, control).catch((thrown: unknown) => {
    if (row.all_or_nothing && thrown instanceof AppError && !control.signal.aborted) {
      return thrown;
    }
    throw thrown;
  });
  if (created instanceof AppError) {
    await setState(services, attempt, 'undoing', row.figures.products ?? 0);
    return await undoAll(services, attempt, run, control);
  }
  await setState(services, attempt, 'applied', row.figures.products ?? 0);
  const { groups = {} } = row.figures;
  const left = (groups.faulty ?? 0) + (groups.ambiguous ?? 0) + rejected;
  control.progress({ done: total + created, total: total + created, failed: left });
  const isPartial = left > 0 || row.refused !== null || end.state === 'partial';
  return { state: isPartial ? 'partial' : 'complete' };
}

/** All or nothing: what the merchant's plan has no room for is found before anything is changed. */
async function requireRoomForAll(db: Db, row: ImportRow): Promise<void> {
  const { owner_id: ownerId, request, figures } = row;
  const creates = request.into.as === 'edit' && request.into.choices.unmatched === 'create';
  if (row.all_or_nothing && creates) {
    await asOwner(db, ownerId, (owned) =>
      requireQuota(owned, ownerId, 'products', figures.groups?.unmatched ?? 0),
    );
  }
}

function matchedItems(ownerId: string, runId: string) {
  return sql`(
    select product_id as id, coalesce(revision, 0) as revision from import_item
    where owner_id = ${ownerId} and run_id = ${runId} and in_group in ('changed', 'conflict')
      and product_id is not null)`;
}

interface Edit {
  row: ImportRow;
  edits: FileEdits;
  editSet: OpenEditSet;
}

async function editPage(
  db: OwnerDb,
  { ownerId, runId }: Attempt,
  { row, edits, editSet }: Edit,
  { ids, revisions }: Page,
): Promise<PageResult> {
  const items = await db
    .selectFrom('import_item')
    .select(['product_id', 'first_row', 'last_row', 'rows'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('product_id', 'in', ids)
    .orderBy('position')
    .execute();
  const read = await readItems(db, row, items);
  const staged = new Map(items.map(({ product_id: id }, at) => [id ?? '', read[at] ?? null]));
  // Locked before it is looked up what was changed since the export.
  const rows = await lockProducts(db, ownerId, ids);
  const matched = rows.flatMap((each) => {
    const own = staged.get(each.id);
    return own ? [{ row: each, staged: own }] : [];
  });
  const made = await edits.edit(db, matched);
  const products = new Map(matched.map(({ row: { id } }, at) => [id, made[at]?.product]));
  const written = await writeProducts(
    db,
    ownerId,
    editSet,
    ids.map((id, at) => ({ id, expectedRevision: revisions[at] ?? 0 })),
    (product, { id }) => products.get(id) ?? product,
  );
  await noteOutcomes(db, { ownerId, runId }, written);
  return new Map(written.map((each) => [each.id, resultOf(each)]));
}

function resultOf(written: Written): ItemResult {
  if (written.outcome === 'rejected') {
    return { outcome: 'rejected', note: { fault: faultOf(written) } };
  }
  return { outcome: written.outcome === 'repeated' ? 'changed' : written.outcome };
}

function faultOf({ fault: { code, params } }: Written & { outcome: 'rejected' }): Fault {
  return { code, params };
}

async function noteOutcomes(
  db: OwnerDb,
  { ownerId, runId }: { ownerId: string; runId: string },
  written: readonly Written[],
): Promise<void> {
  const outcomes = written.map((each) =>
    each.outcome === 'rejected'
      ? 'rejected'
      : each.outcome === 'unchanged'
        ? 'unchanged'
        : each.outcome === 'gone'
          ? 'left-out'
          : 'edited',
  );
  const rejections = written.map((each) => (each.outcome === 'rejected' ? jsonText(faultOf(each)) : null));
  await sql`
    update import_item as item set outcome = given.outcome, rejection = given.rejection
    from unnest(
      ${written.map(({ id }) => id)}::uuid[], ${outcomes}::text[], ${rejections}::jsonb[]
    ) as given (id, outcome, rejection)
    where item.owner_id = ${ownerId} and item.run_id = ${runId} and item.product_id = given.id
  `.execute(db);
}

async function countRejected(db: OwnerDb, ownerId: string, runId: string): Promise<number> {
  const { count } = await db
    .selectFrom('import_item')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('outcome', '=', 'rejected')
    .executeTakeFirstOrThrow();
  return count;
}

async function setState(
  { db }: EditServices,
  attempt: Attempt,
  state: 'undoing' | 'applied',
  reached: number,
): Promise<void> {
  const { ownerId, runId } = attempt;
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    await owned
      .updateTable('import')
      .set({ state, reached })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
}

/** Products after this one, by id. */
type FindPage = (db: OwnerDb, page: { after: string | null; limit: number }) => Promise<string[]>;

/** Works on the products of an import that is being undone, page by page. */
async function eachPage(
  { db }: EditServices,
  attempt: Attempt,
  { signal }: RunControl,
  find: FindPage,
  work: (db: OwnerDb, ids: readonly string[]) => Promise<unknown>,
): Promise<void> {
  for (let after: string | null = null, more = true; more; ) {
    signal.throwIfAborted();
    const from: string | null = after;
    const ids: string[] = await asOwner(db, attempt.ownerId, async (owned) => {
      await requireAttempt(owned, attempt, 'undoing');
      const found = await find(owned, { after: from, limit: pageSize });
      await work(owned, found);
      return found;
    });
    after = ids.at(-1) ?? null;
    more = ids.length === pageSize;
  }
}

/** Undoes what was changed and created, and ends the import as failed. */
async function undoAll(
  services: EditServices,
  attempt: Attempt,
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const { db } = services;
  const { ownerId, runId } = attempt;
  const editSetId = await asOwner(db, ownerId, (owned) => findEditSetOf(owned, ownerId, runId));
  if (editSetId !== null) {
    const userId = run.created_by;
    const undoing = new Undoing(ownerId, { userId, of: editSetId });
    await eachPage(
      services,
      attempt,
      control,
      (owned, page) => findUndoable(owned, ownerId, editSetId, page),
      (owned, ids) => undoing.undo(owned, ids),
    );
    await eachPage(
      services,
      attempt,
      control,
      (owned, page) => findCreated(owned, ownerId, editSetId, page),
      async (owned, ids) => {
        const locked = await lockProducts(owned, ownerId, ids);
        await binCreated(owned, ownerId, editSetId, locked, { userId, binId: runId });
      },
    );
  }
  const count = await asOwner(db, ownerId, async (owned) => {
    await sql`
      update import_item set outcome = 'left-out' where owner_id = ${ownerId} and run_id = ${runId} and outcome in ('edited', 'imported')
    `.execute(owned);
    return await countRejected(owned, ownerId, runId);
  });
  return { state: 'failed', fault: { code: 'import.undone', params: { count } } };
}
