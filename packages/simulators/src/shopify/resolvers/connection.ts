import { GraphQLError } from 'graphql';
import type { View } from '../admin/admin-context.ts';

export interface PageArguments {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

/**
 * Returns one page of a list as the Admin API gives it. At most 250 items at a time; a page without a size is rejected.
 */
export function connection<Item extends { id: number }>(
  all: readonly Item[],
  page: PageArguments,
  view: (item: Item) => View,
): View {
  const size = sizeOf(page);
  const items = page.reverse ? [...all].reverse() : all;
  const from = page.after ? placeOf(items, page.after) + 1 : 0;
  const to = page.before ? placeOf(items, page.before) : items.length;
  const start = page.last ? Math.max(from, to - size) : from;
  const end = page.last ? to : Math.min(to, from + size);
  const shown = items.slice(start, end);
  return {
    nodes: () => shown.map(view),
    edges: () => shown.map((item) => ({ cursor: cursorOf(item), node: view(item) })),
    pageInfo: {
      hasNextPage: end < items.length,
      hasPreviousPage: start > 0,
      startCursor: shown[0] ? cursorOf(shown[0]) : null,
      endCursor: shown.at(-1) ? cursorOf(shown[shown.length - 1]) : null,
    },
  };
}

function sizeOf({ first, last }: PageArguments): number {
  const size = first ?? last;
  if (size === null || size === undefined) {
    throw new GraphQLError('you must provide one of first or last', { extensions: { code: 'BAD_REQUEST' } });
  }
  if (size < 0 || size > 250) {
    throw new GraphQLError(
      `${first === null || first === undefined ? 'last' : 'first'} must be between 0 and 250`,
      {
        extensions: { code: 'BAD_REQUEST' },
      },
    );
  }
  return size;
}

function placeOf(items: readonly { id: number }[], cursor: string): number {
  const id = Number(decoded(cursor));
  if (!Number.isSafeInteger(id)) {
    throw new GraphQLError(`Invalid cursor for current pagination sort.`, {
      extensions: { code: 'BAD_REQUEST' },
    });
  }
  const exact = items.findIndex((item) => item.id === id);
  if (exact >= 0) {
    return exact;
  }
  // The item that the cursor named was deleted meanwhile: continue at its former position.
  const next = items.findIndex((item) => item.id > id);
  return next < 0 ? items.length : next - 1;
}

function cursorOf(item: { id: number } | undefined): string | null {
  return item ? btoa(String(item.id)) : null;
}

function decoded(cursor: string): string {
  try {
    return atob(cursor);
  } catch {
    return 'none';
  }
}
