import { useCallback, useState } from 'react';
import { array, catch as catching, number, object, enum as oneOf, record, safeParse, string } from 'zod/mini';
import { personalName } from '../../lib/person/window-person.ts';

/** Columns that can be hidden; the product column is always shown. */
export const optionalColumns = [
  'price',
  'margin',
  'stock',
  'tags',
  'category',
  'source',
  'stores',
  'updated',
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export interface TableLook {
  hidden: OptionalColumn[];
  /** Every optional column once, in their order after the product column. */
  order: OptionalColumn[];
  /** Chosen widths, in pixels, by column. */
  widths: Record<string, number>;
  density: 'comfortable' | 'compact';
}

/** Default settings of the list. */
export const firstLook: TableLook = {
  hidden: ['tags'],
  order: [...optionalColumns],
  widths: {},
  density: 'comfortable',
};

const Look = object({
  hidden: catching(array(oneOf(optionalColumns)), firstLook.hidden),
  order: catching(array(oneOf(optionalColumns)), firstLook.order),
  widths: catching(record(string(), number()), firstLook.widths),
  density: catching(oneOf(['comfortable', 'compact']), firstLook.density),
});

const kept = 'bowerbird.products.table';

/**
 * Returns columns, their order and widths, and the density of the product list, kept in this browser for each person.
 */
export function useTableLook(): [TableLook, (look: TableLook) => void] {
  const [look, setLook] = useState(readLook);
  const change = useCallback((next: TableLook) => {
    setLook(next);
    try {
      localStorage.setItem(personalName(kept), JSON.stringify(next));
    } catch {
      // Without storage, the choice lasts until the page is left.
    }
  }, []);
  return [look, change];
}

/** Returns the settings with a column's chosen width; null resets it. */
export function withWidth(look: TableLook, key: string, width: number | null): TableLook {
  const { [key]: _, ...others } = look.widths;
  return { ...look, widths: width === null ? others : { ...others, [key]: width } };
}

function readLook(): TableLook {
  try {
    // Settings that the browser kept before they were kept for each person are everyone's starting point.
    const stored = localStorage.getItem(personalName(kept)) ?? localStorage.getItem(kept);
    const read = safeParse(Look, JSON.parse(stored ?? '{}'));
    return read.success ? { ...read.data, order: withAll(read.data.order) } : firstLook;
  } catch {
    return firstLook;
  }
}

/** Returns the order with each column once; a column added later gets its default place. */
function withAll(order: readonly OptionalColumn[]): OptionalColumn[] {
  const known = [...new Set(order)];
  for (const [at, column] of optionalColumns.entries()) {
    if (!known.includes(column)) {
      known.splice(at, 0, column);
    }
  }
  return known;
}
