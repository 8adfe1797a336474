import { z } from 'zod/mini';
import { applyImageEdit, ImageEdit } from './edits/images.ts';
import { applyOptionEdit, OptionEdit } from './edits/options.ts';
import { applyPriceEdit, PriceEdit } from './edits/prices.ts';
import { applyStockEdit, StockEdit } from './edits/stock.ts';
import { applyTagEdit, TagEdit } from './edits/tags.ts';
import { applyTextEdit, TextEdit } from './edits/text.ts';
import type { Product } from './product.ts';
import { isSame } from './same.ts';

/** One change as data, so that a single product, a thousand products and the preview all apply the same edit. */
export const Edit = z.discriminatedUnion('kind', [
  TextEdit,
  TagEdit,
  PriceEdit,
  StockEdit,
  OptionEdit,
  ImageEdit,
]);
export type Edit = z.infer<typeof Edit>;

/**
 * Returns the edited product and does not modify the given one. An edit that changes nothing returns the same object,
 * so `===` shows whether anything changed. The consistency of options, variants and images (`structureIssues`) is
 * preserved. An edit that cannot be applied to this product, such as renaming an option that it does not have, changes
 * nothing.
 */
export function applyEdit(product: Product, edit: Edit): Product {
  switch (edit.kind) {
    case 'set-field':
    case 'replace-in-title':
    case 'replace-text':
    case 'title-prefix':
    case 'title-suffix':
      return applyTextEdit(product, edit);
    case 'add-tags':
    case 'remove-tags':
    case 'replace-tag':
    case 'set-tags':
    case 'add-categories':
    case 'remove-categories':
    case 'categories-to-tags':
      return applyTagEdit(product, edit);
    case 'set-price':
    case 'multiply-price':
    case 'add-to-price':
    case 'price-from-cost':
    case 'round-price':
    case 'set-compare-at':
    case 'clear-compare-at':
    case 'compare-at-above':
    case 'set-cost':
      return applyPriceEdit(product, edit);
    case 'set-stock':
    case 'add-to-stock':
    case 'set-weight':
    case 'sku-template':
    case 'sku-prefix':
      return applyStockEdit(product, edit);
    case 'add-option':
    case 'rename-option':
    case 'rename-option-value':
    case 'remove-option':
    case 'sort-options':
    case 'sort-option-values':
      return applyOptionEdit(product, edit);
    case 'remove-images':
    case 'remove-images-at':
    case 'sort-images':
    case 'move-image':
    case 'alt-text':
      return applyImageEdit(product, edit);
  }
}

/** Applies the edits one after the other. Returns the same object when all of them together change nothing. */
export function applyEdits(product: Product, edits: readonly Edit[]): Product {
  const edited = edits.reduce(applyEdit, product);
  return edited !== product && isSame(edited, product) ? product : edited;
}
