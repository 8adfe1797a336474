import { array, int, nullable, object, safeParse, string } from 'zod/mini';
import { keepInWindow, keptInWindow } from '../../lib/window-person.ts';
import { askFromQuery, queryFromAsk } from './filter.ts';
import type { ListAsk } from './queries.ts';

/** The list a product was opened from, so that the editor can go on to the next. */
export interface Walk {
  ids: string[];
  total: number;
  ask: ListAsk;
  nextCursor: string | null;
}

const walkKey = 'bowerbird.products.walk';
const Kept = object({ ids: array(string()), total: int(), query: string(), nextCursor: nullable(string()) });

export function keepWalk({ ids, total, ask, nextCursor }: Walk): void {
  keepInWindow(walkKey, JSON.stringify({ ids, total, query: queryFromAsk(ask), nextCursor }));
}

let openedLast: string | null = null;

/** Keeps which product is open until the window is loaded again, so that the list finds its row after Back. */
export function keepPlace(id: string): void {
  openedLast = id;
}

/** The product that was open last; null when none was. */
export function readPlace(): string | null {
  return openedLast;
}

/** The list that was left; null when none was, or this product is not in it. */
export function readWalk(id: string): Walk | null {
  const read = safeParse(Kept, parsed(keptInWindow(walkKey)));
  if (!read.success || !read.data.ids.includes(id)) {
    return null;
  }
  const { query, ...walk } = read.data;
  return { ...walk, ask: askFromQuery(new URLSearchParams(query)) };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
