import { array, int, nullable, object, safeParse, string } from 'zod/mini';
import { keepInWindow, keptInWindow } from '../../../lib/person/window-person.ts';
import { queryFromRequest, requestFromQuery } from '../filter/filter.ts';
import type { ListRequest } from '../queries.ts';

/** The list from which a product was opened, so that the editor can go to the next. */
export interface Walk {
  ids: string[];
  total: number;
  request: ListRequest;
  nextCursor: string | null;
}

const walkKey = 'bowerbird.products.walk';
const Kept = object({ ids: array(string()), total: int(), query: string(), nextCursor: nullable(string()) });

export function keepWalk({ ids, total, request, nextCursor }: Walk): void {
  keepInWindow(walkKey, JSON.stringify({ ids, total, query: queryFromRequest(request), nextCursor }));
}

let openedLast: string | null = null;

/** Remembers the open product until the window is reloaded, so that the list finds its row after Back. */
export function keepPlace(id: string): void {
  openedLast = id;
}

/** Returns the last open product; null if there was none. */
export function readPlace(): string | null {
  return openedLast;
}

/** Returns the list that was left; null if there was none, or this product is not in it. */
export function readWalk(id: string): Walk | null {
  const read = safeParse(Kept, parsed(keptInWindow(walkKey)));
  if (!read.success || !read.data.ids.includes(id)) {
    return null;
  }
  const { query, ...walk } = read.data;
  return { ...walk, request: requestFromQuery(new URLSearchParams(query)) };
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
