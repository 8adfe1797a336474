import { useCallback, useState } from 'react';
import { array, object, safeParse, string } from 'zod/mini';
import { personalName } from '../../lib/person/window-person.ts';

/** A saved filter and order with its name; `query` as in the address. */
export interface SavedView {
  name: string;
  query: string;
}

const kept = 'bowerbird.products.views';
const Views = array(object({ name: string(), query: string() }));

/** Returns the views that this browser keeps for the signed-in person. */
export function useViews(): [SavedView[], (views: SavedView[]) => void] {
  const [views, setViews] = useState(readViews);
  const change = useCallback((next: SavedView[]) => {
    setViews(next);
    try {
      localStorage.setItem(personalName(kept), JSON.stringify(next));
    } catch {
      // Without storage, the view lasts until the page is left.
    }
  }, []);
  return [views, change];
}

function readViews(): SavedView[] {
  try {
    const read = safeParse(Views, JSON.parse(localStorage.getItem(personalName(kept)) ?? '[]'));
    return read.success ? read.data : [];
  } catch {
    return [];
  }
}
