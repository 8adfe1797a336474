import { Price } from '@bowerbird/catalog/product';
import type { ProductRow } from '@bowerbird/contract/products/products';
import { safeParse } from 'zod/mini';
import { decimalFrom, wholeFrom } from '../../../lib/text/entered.ts';
import type { RowEdit } from '../queries.ts';

/** Cells that can be edited without opening a product. */
export type EditableCell = 'title' | 'price' | 'stock' | 'tags';

/** Returns the text of the cell's field. */
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

/** Reports whether the cell is editable: price and inventory only if the product has a single variant. */
export function isEditable(row: ProductRow, cell: EditableCell): boolean {
  return (cell !== 'price' && cell !== 'stock') || row.variantCount === 1;
}

/** Parses the entered text into an edit; null if nothing changes, `invalid` if it cannot be parsed. */
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

/** Returns the edit that restores the row's own value. */
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
