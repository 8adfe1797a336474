import { applyCells } from '@bowerbird/catalog/change/apply';
import { type Cell, partsOf, pathOf } from '@bowerbird/catalog/change/cell';
import { isPossible } from '@bowerbird/catalog/change/undo';
import { valueAt } from '@bowerbird/catalog/change/value';
import type { MergeRule } from '@bowerbird/catalog/edits/variants/merge';
import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { type GridCell, type GridResult, GridValue } from '@bowerbird/contract/products/grid';
import { heldInOptions, isOfOptions, renamedIn, renameOptions, type Why, whyNoName } from './options.ts';

/** What the cells of one product come to, now that it is locked. */
export interface Judged {
  /** With the cells that are to be written; the same object where there are none. */
  product: Product;
  rejected: GridResult['rejected'];
  meanwhile: GridResult['meanwhile'];
}

/**
 * Compares each cell with what the product holds now: still what was read, it is written; already what was entered,
 * nothing is left to do; anything else was written by somebody else. Cells that this very edit set wrote before
 * (`written`) are done, whatever became of them since. Options are renamed last, since variants may be merged by it.
 */
export function judge(
  product: Product,
  cells: readonly GridCell[],
  written: readonly Cell[],
  merge: MergeRule | undefined,
): Judged {
  const rejected: Judged['rejected'] = [];
  const meanwhile: Judged['meanwhile'] = [];
  const ofOptions: GridCell[] = [];
  const wasRenamed = renamedIn(written);
  let next = product;
  for (const cell of cells) {
    const { path, before, after } = cell;
    const theirs = held(product, path);
    const isDone = isOfOptions(path) ? wasRenamed(cell) : wasWritten(written, cell);
    if (isSame(theirs, after) || isDone) {
      continue;
    }
    const why = theirs === undefined ? { code: 'grid.gone', params: {} } : whyImpossible(path, after);
    if (why !== null) {
      rejected.push({ path, ...why });
    } else if (!isSame(theirs, before)) {
      meanwhile.push({ path, theirs: GridValue.parse(theirs) });
    } else if (isOfOptions(path)) {
      ofOptions.push(cell);
    } else {
      next =
        path === 'tags' && Array.isArray(after)
          ? { ...next, tags: [...new Set(after.map(String))] }
          : applyCells(next, [{ path, after }]);
    }
  }
  const renamed = ofOptions.length === 0 ? null : renameOptions(next, ofOptions, merge);
  return {
    product: renamed?.product ?? next,
    rejected: [...rejected, ...(renamed?.rejected ?? [])],
    meanwhile,
  };
}

function held(product: Product, path: string): unknown {
  return path === 'tags'
    ? product.tags
    : isOfOptions(path)
      ? heldInOptions(product.options, path)
      : valueAt(product, path);
}

function wasWritten(written: readonly Cell[], { path, after }: GridCell): boolean {
  const [field, id = ''] = partsOf(path);
  return written.some((cell) =>
    path === 'tags'
      ? partsOf(cell.path)[0] === 'tags'
      : // The variant of a cell may have been merged into another one.
        (cell.path === path && isSame(cell.after ?? null, after)) ||
        (field === 'variants' && cell.path === pathOf('variants', id) && cell.after === undefined),
  );
}

function whyImpossible(path: string, after: unknown): Why | null {
  if (isOfOptions(path)) {
    return whyNoName(path, after);
  }
  if ((path === 'title' || path === 'handle') && typeof after === 'string' && after.trim() === '') {
    return { code: `product.${path}-blank`, params: {} };
  }
  const isWhole = path === 'tags' ? Array.isArray(after) && after.every(isText) : isPossible(path, after);
  return isWhole ? null : { code: 'grid.value', params: {} };
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** Returns why a product cannot be stored (`product.invalid`) by the cells of the grid; a tag's issue is one of `tags`. */
export function faultsByCell(product: Product, fault: AppError): GridResult['rejected'] {
  const known = checkProduct(product);
  return fault.issues.map(({ path, code }) => ({
    path: cellAt(product, path),
    code,
    params: known.find((each) => each.code === code && isSame(each.path, path))?.params ?? {},
  }));
}

function cellAt(product: Product, [field, at, ...rest]: readonly (string | number)[]): string {
  if (field === 'variants' && typeof at === 'number') {
    return pathOf('variants', product.variants[at]?.id ?? '', ...rest.map(String).slice(0, 1));
  }
  return field === 'seo' ? pathOf('seo', String(at)) : String(field);
}
