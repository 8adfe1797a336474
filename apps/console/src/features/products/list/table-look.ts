import {
  getTableLook,
  type TableLook as StoredLook,
  saveTableLook,
} from '@bowerbird/contract/products/saved-items';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { array, catch as catching, number, object, enum as oneOf, record, safeParse, string } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { personalName } from '../../../lib/person/window-person.ts';

/** Columns that can be hidden, moved and pinned; the product column is always shown first. */
export const optionalColumns = [
  'price',
  'compareAt',
  'cost',
  'margin',
  'stock',
  'variants',
  'images',
  'status',
  'group',
  'assignee',
  'note',
  'tags',
  'category',
  'type',
  'vendor',
  'platform',
  'source',
  'stores',
  'collected',
  'created',
  'updated',
] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export interface TableLook {
  hidden: OptionalColumn[];
  /** Every optional column once, in their order after the product column. */
  order: OptionalColumn[];
  /** Columns that stay in view, after the product column, when the list is scrolled sideways. */
  pinned: OptionalColumn[];
  /** Chosen widths, in pixels, by column. */
  widths: Record<string, number>;
  density: 'comfortable' | 'compact';
}

const shownAtFirst: readonly OptionalColumn[] = [
  'price',
  'margin',
  'stock',
  'category',
  'source',
  'stores',
  'updated',
];

/** Default settings of the list. */
export const firstLook: TableLook = {
  hidden: optionalColumns.filter((column) => !shownAtFirst.includes(column)),
  order: [...optionalColumns],
  pinned: [],
  widths: {},
  density: 'comfortable',
};

const columns = array(oneOf(optionalColumns));
const Look = object({
  hidden: catching(columns, firstLook.hidden),
  order: catching(columns, firstLook.order),
  pinned: catching(columns, firstLook.pinned),
  widths: catching(record(string(), number()), firstLook.widths),
  density: catching(oneOf(['comfortable', 'compact']), firstLook.density),
});

const kept = 'bowerbird.products.table';
const queryKey = ['table-looks', 'products'];

/**
 * Returns how the person arranged the list, kept on the server, and in this browser to be shown at once. What only this
 * browser has is moved to the server.
 */
export function useTableLook(): [TableLook, (look: TableLook) => void] {
  const cache = useQueryClient();
  const [look, setLook] = useState(readLook);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getTableLook, {}, { signal }),
    staleTime: 60_000,
  });
  const { mutate } = useMutation({
    mutationFn: (body: StoredLook) => call(saveTableLook, { body }),
    onSuccess: (saved) => cache.setQueryData(queryKey, saved),
  });
  useEffect(() => {
    if (data === null) {
      const here = readLook();
      if (JSON.stringify(here) !== JSON.stringify(firstLook)) {
        mutate(here);
      }
    } else if (data !== undefined) {
      const stored = lookFrom(data);
      keepHere(stored);
      setLook(stored);
    }
  }, [data, mutate]);
  const change = useCallback(
    (next: TableLook) => {
      setLook(next);
      keepHere(next);
      mutate(next);
    },
    [mutate],
  );
  return [look, change];
}

/** Returns the settings with a column's chosen width; null resets it. */
export function withWidth(look: TableLook, key: string, width: number | null): TableLook {
  const { [key]: _, ...others } = look.widths;
  return { ...look, widths: width === null ? others : { ...others, [key]: Math.round(width) } };
}

/** Returns the settings with a column moved to the place of another one; it is pinned where that one is. */
export function withMoved(look: TableLook, key: string, target: string): TableLook {
  const column = optionalColumns.find((each) => each === key);
  if (column === undefined) {
    return look;
  }
  const others = look.order.filter((each) => each !== column);
  const at = others.findIndex((each) => String(each) === target);
  const isBehind = look.order.indexOf(column) < look.order.findIndex((each) => String(each) === target);
  // On the product column, which is always first: before all others.
  const order = others.toSpliced(at === -1 ? 0 : at + (isBehind ? 1 : 0), 0, column);
  const unpinned = look.pinned.filter((each) => each !== column);
  const toPinned = look.pinned.some((each) => each === target);
  return { ...look, order, pinned: toPinned ? [...unpinned, column] : unpinned };
}

/** Returns the visible columns in their order, the pinned ones first. */
export function shownColumns({ order, hidden, pinned }: TableLook): OptionalColumn[] {
  const shown = order.filter((column) => !hidden.includes(column));
  const isPinned = (column: OptionalColumn) => pinned.includes(column);
  return [...shown.filter(isPinned), ...shown.filter((column) => !isPinned(column))];
}

function keepHere(look: TableLook): void {
  try {
    localStorage.setItem(personalName(kept), JSON.stringify(look));
  } catch {
    // Without storage, the server's answer is waited for.
  }
}

function readLook(): TableLook {
  try {
    // Settings that the browser kept before they were kept for each person are everyone's starting point.
    const stored = localStorage.getItem(personalName(kept)) ?? localStorage.getItem(kept);
    return lookFrom(JSON.parse(stored ?? '{}'));
  } catch {
    return firstLook;
  }
}

/** Reads stored settings; a column that they do not know gets its default place, and is shown where it is at first. */
function lookFrom(stored: unknown): TableLook {
  const read = safeParse(Look, stored);
  if (!read.success) {
    return firstLook;
  }
  const known = [...new Set(read.data.order)];
  const hidden = [...read.data.hidden];
  for (const [at, column] of optionalColumns.entries()) {
    if (!known.includes(column)) {
      known.splice(at, 0, column);
      if (firstLook.hidden.includes(column) && !hidden.includes(column)) {
        hidden.push(column);
      }
    }
  }
  return { ...read.data, order: known, hidden };
}
