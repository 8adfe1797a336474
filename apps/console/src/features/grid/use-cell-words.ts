import type { GridValue } from '@bowerbird/contract/products/grid';
import { useCallback, useMemo } from 'react';
import { useText } from '../../lib/text/text.ts';
import { type ChoiceWords, textOf } from './model/cell-text.ts';
import type { GridColumn } from './model/columns.ts';
import { storedAt } from './model/columns.ts';
import { type GridRow, rowName } from './model/rows.ts';
import { type Entry, isMeanwhile } from './model/state.ts';

/** How columns, rows, values and problems of cells are called in the language of the person. */
export interface CellWords {
  column(column: GridColumn): string;
  /** The product and its variant. */
  row(row: GridRow): string;
  choice: ChoiceWords;
  value(column: GridColumn, value: GridValue | undefined): string;
  /** Why a cell needs the person; null for a cell that is right. */
  problem(entry: Entry | undefined, row: GridRow, column: GridColumn, by: string | null): string | null;
}

export function useCellWords(): CellWords {
  const text = useText();
  const choice = useCallback<ChoiceWords>(
    ({ id }, value) =>
      id === 'status'
        ? text.named(`products.status.${String(value)}`, {}, String(value))
        : text(
            value === null
              ? 'products.available.unknown'
              : value
                ? 'products.available.yes'
                : 'products.available.no',
          ),
    [text],
  );
  return useMemo(() => {
    const value: CellWords['value'] = (column, held) => textOf(column, held, choice) || text('grid.empty');
    return {
      choice,
      value,
      column: ({ id, of, kind }) =>
        kind === 'name' || of === 'option' || of === 'value'
          ? text.named(`grid.column.${id}`)
          : of === 'variant'
            ? text.named(`products.variant.${id}`)
            : text.named(`products.field.${fieldKeys[id] ?? id}`),
      row: (row) => {
        const variant = rowName(row);
        return variant === '' ? row.product.title : text('grid.row', { title: row.product.title, variant });
      },
      problem: (entry, row, column, by) => {
        if (entry === undefined) {
          return null;
        }
        if (isMeanwhile(entry, row, column)) {
          const theirs = value(column, storedAt(row, column));
          return by === null
            ? text('grid.meanwhile.cell', { theirs })
            : text('grid.meanwhile.by', { by, theirs });
        }
        if ('wrong' in entry.entered) {
          const { code, params } = entry.entered.wrong;
          const choices = (column.choices ?? []).map((each) => choice(column, each)).join(' / ');
          return text.named(`grid.wrong.${code}`, { ...params, choices });
        }
        const { refused } = entry;
        return refused === undefined
          ? null
          : refused.code.startsWith('grid.')
            ? text.named(`grid.refused.${refused.code.slice('grid.'.length)}`, refused.params)
            : text.named(`products.issue.${refused.code}`, refused.params, text('grid.refused.value'));
      },
    };
  }, [text, choice]);
}

const fieldKeys: Record<string, string> = { 'seo/title': 'seoTitle', 'seo/description': 'seoDescription' };
