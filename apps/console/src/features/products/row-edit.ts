import { Price } from '@bowerbird/catalog/product';
import type { ProductRow } from '@bowerbird/contract/products';
import { safeParse } from 'zod/mini';
import { decimalFrom, wholeFrom } from './entered.ts';
import type { RowEdit } from './queries.ts';

/** What can be edited without opening a product. */
export type EditableCell = 'title' | 'price' | 'stock' | 'tags';

/** The text that stands in the cell's field. */
export function cellText(row: ProductRow, cell: EditableCell): string {
  switch (cell) {
    case 'title':
      return row.title;
    case 'price':
      return row.price ?? '';
    case 'stock':
      return row.stock === null ? '' : String(row.stock);
    case 'tags':
      return row.tags.join(', ');
  }
}

/** A price and a stock stand for their product only where there is one variant. */
export function isEditable(row: ProductRow, cell: EditableCell): boolean {
  return (cell !== 'price' && cell !== 'stock') || row.variantCount === 1;
}

/** What was entered, as an edit; null when it says nothing new, `invalid` when it cannot be read. */
export function editFromText(
  row: ProductRow,
  cell: EditableCell,
  entered: string,
): RowEdit | null | 'invalid' {
  if (entered.trim() === cellText(row, cell)) {
    return null;
  }
  switch (cell) {
    case 'title':
      return entered.trim() === ''
        ? 'invalid'
        : {
            row,
            edits: [{ kind: 'set-field', field: 'title', value: entered.trim() }],
            shown: { title: entered.trim() },
          };
    case 'price': {
      const price = safeParse(Price, decimalFrom(entered));
      return price.success
        ? {
            row,
            edits: [{ kind: 'set-price', price: price.data }],
            shown: { price: price.data, priceMax: price.data },
          }
        : 'invalid';
    }
    case 'stock': {
      const stock = wholeFrom(entered);
      return stock === undefined
        ? 'invalid'
        : { row, edits: [{ kind: 'set-stock', stock }], shown: { stock } };
    }
    case 'tags': {
      const tags = entered
        .split(/[,，]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
      return { row, edits: [{ kind: 'set-tags', tags }], shown: { tags } };
    }
  }
}

/** The edit that brings the row's own value back. */
export function reverseEdit(row: ProductRow, cell: EditableCell): RowEdit {
  switch (cell) {
    case 'title':
      return {
        row,
        edits: [{ kind: 'set-field', field: 'title', value: row.title }],
        shown: { title: row.title },
      };
    case 'price':
      return {
        row,
        edits: [{ kind: 'set-price', price: row.price }],
        shown: { price: row.price, priceMax: row.priceMax },
      };
    case 'stock':
      return { row, edits: [{ kind: 'set-stock', stock: row.stock }], shown: { stock: row.stock } };
    case 'tags':
      return { row, edits: [{ kind: 'set-tags', tags: row.tags }], shown: { tags: row.tags } };
  }
}
