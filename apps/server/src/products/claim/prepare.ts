import { type Cell, partsOf } from '@bowerbird/catalog/change/cell';
import { describeChange } from '@bowerbird/catalog/change/describe';
import { isPossible } from '@bowerbird/catalog/change/undo';
import { checkProduct, type ProductIssue } from '@bowerbird/catalog/invariants/invariants';
import type { KnownSnapshot } from '@bowerbird/catalog/merge/merge-source';
import { isSame } from '@bowerbird/catalog/merge/same';
import { withoutLostVariants } from '@bowerbird/catalog/own-values/edit-in-store';
import { withOwnValue } from '@bowerbird/catalog/own-values/own-cells';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { type CleanHtml, cleanAndReport, cleanHtml } from '../write/description.ts';

/** A product that this transaction has locked. */
export interface LockedProduct {
  id: string;
  revision: number;
  product: Product;
}

/** What a locked product is to become. */
export interface ProductWrite {
  row: LockedProduct;
  product: Product;
  /** The revision that the change was made for, if any. */
  expectedRevision?: number | undefined;
  /** The snapshot of its source that it holds from now on. */
  snapshot?: { hash: string; known: KnownSnapshot };
}

/** A write as it would be stored: its description is clean, and its cells are those that differ. */
export interface Prepared extends ProductWrite {
  cells: Cell[];
  removedFromHtml: CleanHtml['removed'];
}

/** A prepared write that is known to be valid (`faultIn`). */
export interface Checked extends Prepared {
  isValid: true;
}

/**
 * Cleans the descriptions that the change wrote, takes own amounts of variants that are gone away with them, and finds the
 * cells that differ.
 */
export function prepare(write: ProductWrite): Prepared {
  const { row } = write;
  if (write.product === row.product) {
    return { ...write, cells: [], removedFromHtml: [] };
  }
  const product = withCleanInStores(withoutLostVariants(write.product), row.product);
  if (product.descriptionHtml === row.product.descriptionHtml) {
    return { ...write, product, cells: describeChange(row.product, product), removedFromHtml: [] };
  }
  const { html, removed } = cleanAndReport(product.descriptionHtml);
  const clean = { ...product, descriptionHtml: html };
  return { ...write, product: clean, cells: describeChange(row.product, clean), removedFromHtml: removed };
}

/** Cleans the own descriptions in stores that the change wrote. */
function withCleanInStores(product: Product, before: Product): Product {
  const written = Object.entries(product.inStores ?? {}).flatMap(([shopId, { descriptionHtml }]) =>
    descriptionHtml === undefined || descriptionHtml === before.inStores?.[shopId]?.descriptionHtml
      ? []
      : [{ shopId, html: cleanHtml(descriptionHtml) }],
  );
  return written.reduce(
    (held, { shopId, html }) => withOwnValue(held, shopId, ['descriptionHtml'], html),
    product,
  );
}

/**
 * Returns the issue that the change brought, as `product.invalid`; null for a product that may be written. Issues that
 * the product had before stop nothing.
 */
export function faultIn({ row, product, cells }: Prepared): AppError | null {
  const misfit = cells.find(({ path, after }) => !isPossible(path, after))?.path;
  if (misfit !== undefined || product.variants.length === 0) {
    const path = partsOf(misfit ?? 'variants');
    return new AppError('product.invalid', `${path.join('/')} cannot hold its new value`, {
      issues: [{ path, code: 'product.invalid', message: '' }],
    });
  }
  const issues = newIssues(row.product, product);
  return issues.length > 0 ? invalid(issues) : null;
}

function newIssues(before: Product, after: Product): ProductIssue[] {
  const issues = checkProduct(after);
  if (issues.length === 0) {
    return [];
  }
  // Compared without their places, which move with the items before them.
  const had = checkProduct(before);
  return issues.filter(({ code, params }) => {
    const at = had.findIndex((each) => each.code === code && isSame(each.params, params));
    if (at !== -1) {
      had.splice(at, 1);
    }
    return at === -1;
  });
}

/** Returns `product.invalid` with these issues and their locations. */
export function invalid(issues: readonly ProductIssue[]): AppError {
  return new AppError('product.invalid', `${issues.length} issues, the first ${issues[0]?.code}`, {
    issues: issues.slice(0, 200).map(({ path, code, params }) => ({
      path,
      code,
      message: Object.values(params).join(' / '),
    })),
  });
}
