import type { Product } from '@bowerbird/catalog/product';
import { productsByIds } from '../../products/list/selection.ts';
import type { ShowChanges, ShownChange } from '../show/list-items.ts';
import { showWritten } from '../show/show-source.ts';
import { FileEdits } from './edit-items.ts';

/** Shows what a file changes in the merchant's products: before it is applied worked out, then as the history has it. */
export function showEdit(images: (product: Product) => Product): ShowChanges {
  return async (db, row, items) => {
    const { owner_id: ownerId } = row;
    if (row.state === 'applied' || row.state === 'undoing') {
      return await showWritten(db, ownerId, row.run_id, items);
    }
    const shown = new Map<number, ShownChange>();
    const edits = await FileEdits.of(db, row, images);
    const ids = items.flatMap(({ row: { product_id: id } }) => id ?? []);
    if (edits === null || ids.length === 0) {
      return shown;
    }
    const rows = new Map((await productsByIds(db, ownerId, ids)).map((each) => [each.id, each]));
    const matched = items.flatMap(({ row: item, product: staged }) => {
      const own = rows.get(item.product_id ?? '');
      return own && staged ? [{ position: item.position, row: own, staged }] : [];
    });
    const made = await edits.edit(db, matched);
    matched.forEach(({ position, row: { product } }, at) => {
      const edit = made[at];
      if (edit) {
        // A conflict is shown whoever wins.
        const kept = new Set(edit.cells.map(({ path }) => path));
        const cells = [...edit.cells, ...edit.conflicts.filter(({ path }) => !kept.has(path))];
        shown.set(position, { cells, products: [edit.product, product] });
      }
    });
    return shown;
  };
}
