import type { previewBulkUndo, UndoOf } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { OwnerDb } from '../db/database.ts';
import { findEditSetOf } from '../products/history/edit-sets.ts';
import { recordsOf, shownCells } from '../products/history/history.ts';
import { productsByIds } from '../products/list/selection.ts';
import { markRecordsOf } from '../products/marks/mark-changes.ts';
import { namesOf } from '../runs/names.ts';
import { findLaterPeople } from './later-people.ts';
import { findLaterMarkers, forecastMarkUndo } from './marks.ts';
import { factsOf, nothingKnown, variantLabels } from './sample.ts';
import { forecastUndo, type LeftProduct } from './undoable.ts';

/** Returns what an undo of the run would do now, and by whom and why something would stay as it is. */
export async function previewUndo(
  db: OwnerDb,
  ownerId: string,
  { runId, marks }: { runId: string; marks?: true | undefined },
  of: UndoOf,
): Promise<AnswerOf<typeof previewBulkUndo>> {
  const { counts, left } = await (marks ? forecastMarkUndo : forecastUndo)(db, ownerId, runId, of);
  const editSetId = marks ? runId : await findEditSetOf(db, ownerId, runId);
  if (editSetId === null || left.length === 0) {
    return { counts, left: [] };
  }
  const ids = left.map(({ id }) => id);
  const products = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  const records = await (marks ? markRecordsOf : recordsOf)(db, ownerId, editSetId, ids);
  const kept = left.filter(({ group }) => group === 'kept');
  const people = marks
    ? await findLaterMarkers(
        db,
        ownerId,
        kept.map(({ id }) => id),
      )
    : await findLaterPeople(db, ownerId, { editSetId, except: null, products: kept });
  const names = await namesOf(
    db,
    ownerId,
    [...people.values()].flatMap((id) => id ?? []),
  );
  return {
    counts,
    left: left.map(({ id, group, paths, fault }) => {
      const product = products.get(id);
      const record = records.get(id);
      const cells = record ? shownCells(record).cells.filter(({ path }) => paths.includes(path)) : [];
      return {
        id,
        group,
        ...(product ? factsOf(product) : nothingKnown),
        cells,
        variants: product ? variantLabels(paths, product) : {},
        fault,
        by: names.get(people.get(id) ?? '') ?? null,
      };
    }),
  };
}

/** Returns products that stay as they are, with why. */
export async function shownLeft(
  db: OwnerDb,
  ownerId: string,
  left: readonly LeftProduct[],
): Promise<AnswerOf<typeof previewBulkUndo>['left']> {
  const ids = left.map(({ id }) => id);
  const products = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  return left.map(({ id, group, fault }) => {
    const product = products.get(id);
    return {
      id,
      group,
      ...(product ? factsOf(product) : nothingKnown),
      cells: [],
      variants: {},
      fault,
      by: null,
    };
  });
}
