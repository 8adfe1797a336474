import type { previewBulkUndo } from '@bowerbird/contract/products/bulk-edit';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { OwnerDb } from '../../db/database.ts';
import { shownCells } from '../../products/history/history.ts';
import { productsByIds } from '../../products/list/selection.ts';
import { namesOf } from '../../runs/names.ts';
import { factsOf, nothingKnown, variantLabels } from '../sample.ts';
import type { RunUndo, UndoPart } from './run-undo.ts';

/** Returns what an undo would do now, and by whom and why something would stay as it is. */
export async function previewUndo(
  db: OwnerDb,
  ownerId: string,
  undo: RunUndo,
  part: UndoPart,
): Promise<AnswerOf<typeof previewBulkUndo>> {
  const { counts, left } = await undo.forecast(db, part);
  if (left.length === 0) {
    return { counts, left: [] };
  }
  const ids = left.map(({ id }) => id);
  const products = new Map((await productsByIds(db, ownerId, ids)).map(({ id, product }) => [id, product]));
  const { records, people } = await undo.explain(db, left);
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
        variants: product && record ? variantLabels(paths, product) : {},
        fault,
        by: names.get(people.get(id) ?? '') ?? null,
      };
    }),
  };
}
