import type { Cell } from '@bowerbird/catalog/change/cell';
import type { listBulkEditItems } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { PageNote, PageOutcome } from '../db/tables/pages.ts';
import { findEditSetOf } from '../products/history/edit-sets.ts';
import { recordsOf, type SavedRecord, shownCells } from '../products/history/history.ts';
import { productsByIds } from '../products/list/selection.ts';
import { markRecordsOf } from '../products/marks/mark-changes.ts';
import { namesOf } from '../runs/names.ts';
import { countOutcomes } from '../runs/pages.ts';
import { getRun } from '../runs/runs.ts';
import { isMarking } from './requests.ts';
import { factsOf, nothingKnown, variantLabels } from './sample.ts';

type Items = AnswerOf<typeof listBulkEditItems>;

/** Number of products in one page of a list. */
const listedMax = 50;

/** Lists the products of one group of a run, in the order of their ids, after this one. */
export async function listItems(
  db: OwnerDb,
  ownerId: string,
  { id, group, after }: { id: string; group: PageOutcome; after: string | null },
): Promise<Items> {
  const run = await getRun(db, ownerId, id);
  const { rows } = await sql<{ id: string; note: PageNote | null }>`
    select done.id, run_page.notes -> done.id::text as note
    from run_page cross join unnest(run_page.ids, run_page.outcomes) as done (id, outcome)
    where run_page.owner_id = ${ownerId} and run_page.run_id = ${id} and done.outcome = ${group}
      and (${after}::uuid is null or done.id > ${after}::uuid)
    order by done.id limit ${listedMax}
  `.execute(db);
  const ids = rows.map((row) => row.id);
  const products = new Map((await productsByIds(db, ownerId, ids)).map((each) => [each.id, each.product]));
  // What an undo left alone is what the other edit set had changed.
  const isOfOther = run.undoes !== null && (group === 'kept' || group === 'impossible');
  const of = isOfOther ? (run.undoes ?? id) : id;
  const records = await recordsOfRun(db, ownerId, { of, marks: isMarking(run) }, ids);
  const names = await namesOf(
    db,
    ownerId,
    rows.flatMap(({ note }) => note?.by ?? []),
  );
  return {
    items: rows.map(({ id: productId, note }) => {
      const product = products.get(productId);
      const record = records.get(productId);
      const all = record ? shownCells(record).cells : [];
      const kept = note?.kept && new Set(note.kept);
      const cells = kept ? all.filter(({ path }: Cell) => kept.has(path)) : all;
      return {
        id: productId,
        ...(product ? factsOf(product) : nothingKnown),
        cells,
        variants: product
          ? variantLabels(
              cells.map(({ path }: Cell) => path),
              product,
            )
          : {},
        fault: note?.fault ?? null,
        by: names.get(note?.by ?? '') ?? null,
      };
    }),
    total: (await countOutcomes(db, ownerId, id))[group],
    totalIsEstimate: false,
    nextCursor: rows.length === listedMax ? (rows.at(-1)?.id ?? null) : null,
  };
}

async function recordsOfRun(
  db: OwnerDb,
  ownerId: string,
  { of, marks }: { of: string; marks: boolean },
  ids: readonly string[],
): Promise<Map<string, SavedRecord>> {
  if (marks) {
    return await markRecordsOf(db, ownerId, of, ids);
  }
  const editSetId = await findEditSetOf(db, ownerId, of);
  return editSetId === null ? new Map() : await recordsOf(db, ownerId, editSetId, ids);
}
