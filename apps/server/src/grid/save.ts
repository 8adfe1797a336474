import type { MergeRule } from '@bowerbird/catalog/edits/variants/merge';
import { AppError } from '@bowerbird/contract/errors';
import type { checkGrid, GridEdit, GridResult, saveGrid } from '@bowerbird/contract/products/grid';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { v5 } from 'uuid';
import { findRulingOfNoStore } from '../bulk-edits/examined.ts';
import type { BulkRequest } from '../bulk-edits/requests.ts';
import type { OwnerDb } from '../db/database.ts';
import { faultIn, type LockedProduct, prepare } from '../products/claim/prepare.ts';
import { findEditSetOf, OpenEditSet } from '../products/history/edit-sets.ts';
import { recordsOf } from '../products/history/history.ts';
import { productsByIds } from '../products/list/selection.ts';
import { lockProducts, type Written, writeLocked } from '../products/write/write.ts';
import { findSources, nothingReported } from '../rules/facts.ts';
import { stoppedAnywhere } from '../rules/ruling.ts';
import { namesOf } from '../runs/names.ts';
import { addDonePage } from '../runs/pages.ts';
import { createRun, findRun, growEndedRun } from '../runs/runs.ts';
import { faultsByCell, type Judged, judge } from './cells.ts';
import { toGridProduct } from './rows.ts';

/** What is to be written into one product that exists. */
interface Judgement extends Judged {
  row: LockedProduct;
}

/** What was entered, and how variants are merged that become the same by it. */
interface Entered {
  products: readonly GridEdit[];
  merge?: MergeRule | undefined;
}

/**
 * Writes the cells of each product, or reports why not, as part of the edit set and run of this key. The run is over
 * from the start: it grows with every call.
 */
export async function saveCells(
  db: OwnerDb,
  ownerId: string,
  { key, products, merge, userId }: Entered & { key: string; userId: string },
): Promise<AnswerOf<typeof saveGrid>> {
  const edits = byProduct(products);
  const rows = await lockProducts(db, ownerId, [...edits.keys()]);
  const id = runIdOf(ownerId, key);
  const isOpen = await takeRun(db, ownerId, id);
  const editSetId = isOpen ? await findEditSetOf(db, ownerId, id) : null;
  const earlier =
    editSetId === null
      ? new Map()
      : await recordsOf(
          db,
          ownerId,
          editSetId,
          rows.map(({ id }) => id),
        );
  const judged = rows.map(
    (row): Judgement => ({
      row,
      ...judge(row.product, edits.get(row.id)?.cells ?? [], earlier.get(row.id)?.cells ?? [], merge),
    }),
  );
  const writable = judged.filter(isClean);
  const title = writable.find(({ row, product }) => row.product !== product)?.row.product.title ?? '';
  const editSet = new OpenEditSet(async (opening) => {
    if (!isOpen) {
      await openRun(opening, ownerId, { id, userId, title });
    }
    return await OpenEditSet.ofRun(ownerId, id, { kind: 'edited', userId }).open(opening);
  });
  const written = await writeLocked(
    db,
    ownerId,
    editSet,
    writable.map(({ row, product }) => ({ row, product, expectedRevision: edits.get(row.id)?.revision })),
    // What is left to do follows from the cells, which a repeated call has already written.
    { addToRecords: true },
  );
  const outcomes = new Map(written.map((each) => [each.id, each]));
  const runId = (await grow(db, ownerId, id, written)) || isOpen ? id : null;
  const people = await lastPeople(db, ownerId, judged);
  return {
    runId,
    products: judged.map((each) =>
      resultOf(each, outcomes.get(each.row.id), people.get(each.row.id) ?? null),
    ),
  };
}

/** Says what saving would do, with what the price guard would stop of the products afterwards. */
export async function checkCells(
  db: OwnerDb,
  ownerId: string,
  { products, merge }: Entered,
): Promise<AnswerOf<typeof checkGrid>> {
  const edits = byProduct(products);
  const found = await productsByIds(db, ownerId, [...edits.keys()]);
  const judged = found.map(
    (row): Judgement => ({ row, ...judge(row.product, edits.get(row.id)?.cells ?? [], [], merge) }),
  );
  const people = await lastPeople(db, ownerId, judged);
  const ruling = await findRulingOfNoStore(db, ownerId);
  const sources = await findSources(db, ownerId, [...edits.keys()]);
  return {
    products: judged.map((each) => {
      const { row, product } = each;
      const prepared = prepare({ row, product });
      const fault = isClean(each) && prepared.cells.length > 0 ? faultIn(prepared) : null;
      const outcome: Written =
        fault !== null
          ? { id: row.id, outcome: 'rejected', fault }
          : prepared.cells.length === 0
            ? { id: row.id, outcome: 'unchanged', removedFromHtml: [] }
            : {
                ...row,
                outcome: 'changed',
                product: prepared.product,
                cells: prepared.cells,
                removedFromHtml: [],
              };
      const result = resultOf(each, isClean(each) ? outcome : undefined, people.get(row.id) ?? null);
      const reported = { ...nothingReported, source: sources.get(row.id) ?? null };
      const stops = result.outcome === 'changed' ? stoppedAnywhere(ruling, product, reported) : [];
      return { ...result, stops: stops.map(({ code, params }) => ({ code, params })) };
    }),
  };
}

function byProduct(products: readonly GridEdit[]): Map<string, GridEdit> {
  const edits = new Map(products.map((edit) => [edit.id, edit]));
  if (edits.size < products.length) {
    throw new AppError('request.invalid', 'a product is named twice', {
      issues: [{ path: ['products'], code: 'unique', message: '' }],
    });
  }
  return edits;
}

function isClean({ rejected, meanwhile }: Judged): boolean {
  return rejected.length === 0 && meanwhile.length === 0;
}

/** Returns the id of the merchant's run of this key: of the same time, and of no other merchant. */
function runIdOf(ownerId: string, key: string): string {
  // The first 48 bits of a UUID v7 are its time.
  return `${key.slice(0, 14)}7${v5(key, ownerId).slice(15)}`;
}

/** Locks the run of this key; false while there is none. */
async function takeRun(db: OwnerDb, ownerId: string, id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(db);
  return (await findRun(db, ownerId, id)) !== undefined;
}

async function openRun(
  db: OwnerDb,
  ownerId: string,
  { id, userId, title }: { id: string; userId: string; title: string },
): Promise<void> {
  const request: BulkRequest = {
    steps: [],
    grid: true,
    userId,
    begins: null,
    ends: null,
    productIds: null,
    paths: null,
  };
  await createRun(db, ownerId, {
    id,
    kind: 'edit',
    title: title.slice(0, 200),
    request,
    createdBy: userId,
    total: 0,
    ended: true,
  });
}

/** Adds the products that were changed to the run; false when there were none. */
async function grow(db: OwnerDb, ownerId: string, id: string, written: readonly Written[]): Promise<boolean> {
  const done = await addDonePage(
    db,
    ownerId,
    id,
    written.flatMap((each) =>
      each.outcome === 'changed' || each.outcome === 'changed-since'
        ? [{ id: each.id, revision: each.revision - 1, outcome: each.outcome }]
        : [],
    ),
  );
  if (done === null) {
    return false;
  }
  await growEndedRun(db, ownerId, id, { state: 'complete', done, failed: 0, total: done });
  return true;
}

function resultOf(judged: Judgement, written: Written | undefined, by: string | null): GridResult {
  const { row, rejected, meanwhile, product } = judged;
  const now = written?.outcome === 'changed' || written?.outcome === 'changed-since' ? written : row;
  const result = {
    id: row.id,
    product: toGridProduct({ ...now, imageUrl: now.product.images[0]?.url ?? null }),
    rejected,
    meanwhile,
    by,
  };
  if (rejected.length > 0) {
    return { ...result, outcome: 'rejected' };
  }
  if (meanwhile.length > 0) {
    return { ...result, outcome: 'meanwhile' };
  }
  if (written?.outcome === 'rejected') {
    return { ...result, outcome: 'rejected', rejected: faultsByCell(product, written.fault) };
  }
  return { ...result, outcome: now === row ? 'unchanged' : 'changed' };
}

/** Returns the names of the people who last changed the products in which cells stand against each other, by product. */
async function lastPeople(
  db: OwnerDb,
  ownerId: string,
  judged: readonly Judgement[],
): Promise<Map<string, string>> {
  const ids = judged.filter(({ meanwhile }) => meanwhile.length > 0).map(({ row }) => row.id);
  if (ids.length === 0) {
    return new Map();
  }
  const { rows } = await sql<{ product_id: string; user_id: string | null }>`
    select distinct on (change.product_id) change.product_id, edit_set.user_id
    from product_change as change
    join edit_set on edit_set.id = change.edit_set_id and edit_set.owner_id = ${ownerId}
    where change.owner_id = ${ownerId} and change.product_id = any(${ids}::uuid[])
    order by change.product_id, change.revision desc
  `.execute(db);
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ user_id }) => user_id ?? []),
  );
  return new Map(
    rows.flatMap(({ product_id, user_id }) => {
      const name = names.get(user_id ?? '');
      return name === undefined ? [] : [[product_id, name] as const];
    }),
  );
}
