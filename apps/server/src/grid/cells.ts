import { applyCells } from '@bowerbird/catalog/change/apply';
import { type Cell, partsOf, pathOf } from '@bowerbird/catalog/change/cell';
import { isPossible } from '@bowerbird/catalog/change/undo';
import { valueAt } from '@bowerbird/catalog/change/value';
import { checkProduct } from '@bowerbird/catalog/invariants/invariants';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { Product } from '@bowerbird/catalog/product';
import type { AppError } from '@bowerbird/contract/errors';
import { type GridCell, type GridResult, GridValue } from '@bowerbird/contract/products/grid';

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
 * (`written`) are done, whatever became of them since.
 */
export function judge(product: Product, cells: readonly GridCell[], written: readonly Cell[]): Judged {
  const rejected: Judged['rejected'] = [];
  const meanwhile: Judged['meanwhile'] = [];
  let next = product;
  for (const { path, before, after } of cells) {
    const theirs = held(product, path);
    if (isSame(theirs, after) || wasWritten(written, path, after)) {
      continue;
    }
    const code = theirs === undefined ? 'grid.gone' : whyImpossible(path, after);
    if (code !== null) {
      rejected.push({ path, code, params: {} });
    } else if (isSame(theirs, before)) {
      next =
        path === 'tags' && Array.isArray(after)
          ? { ...next, tags: [...new Set(after.map(String))] }
          : applyCells(next, [{ path, after }]);
    } else {
      meanwhile.push({ path, theirs: GridValue.parse(theirs) });
    }
  }
  return { product: next, rejected, meanwhile };
}

function held(product: Product, path: string): unknown {
  return path === 'tags' ? product.tags : valueAt(product, path);
}

function wasWritten(written: readonly Cell[], path: string, after: unknown): boolean {
  return written.some((cell) =>
    path === 'tags'
      ? partsOf(cell.path)[0] === 'tags'
      : cell.path === path && isSame(cell.after ?? null, after),
  );
}

function whyImpossible(path: string, after: unknown): string | null {
  if ((path === 'title' || path === 'handle') && typeof after === 'string' && after.trim() === '') {
    return `product.${path}-blank`;
  }
  const isWhole = path === 'tags' ? Array.isArray(after) && after.every(isText) : isPossible(path, after);
  return isWhole ? null : 'grid.value';
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
