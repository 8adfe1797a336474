import type { previewBulkUndo, UndoOf } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { OwnerDb } from '../db/database.ts';
import { findEditSetOf } from '../products/history/edit-sets.ts';
import { recordsOf, shownCells } from '../products/history/history.ts';
import { productsByIds } from '../products/list/selection.ts';
import { namesOf } from '../runs/names.ts';
import { findLaterPeople } from './later-people.ts';
import { factsOf, nothingKnown, variantLabels } from './sample.ts';
import { forecastUndo, type LeftProduct } from './undoable.ts';

/** Returns what an undo of the run would do now, and by whom and why something would stay as it is. */
export async function previewUndo(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  of: UndoOf,
): Promise<AnswerOf<typeof previewBulkUndo>> {
  const { counts, left } = await forecastUndo(db, ownerId, runId, of);
  const editSetId = await findEditSetOf(db, ownerId, runId);
  if (editSetId === null || left.length === 0) {
    return { counts, left: [] };
  }
  const ids = left.map(({ id }) => id);
  const products = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  const records = await recordsOf(db, ownerId, editSetId, ids);
  const people = await findLaterPeople(db, ownerId, {
    editSetId,
    except: null,
    products: left.flatMap(({ id, group, paths }) => (group === 'kept' ? [{ id, paths }] : [])),
  });
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
