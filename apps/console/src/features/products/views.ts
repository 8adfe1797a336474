import { useCallback, useState } from 'react';
import { array, object, safeParse, string } from 'zod/mini';
import { personalName } from '../../lib/window-person.ts';

/** A filter and its order under a name; `query` as it stands in the address. */
export interface SavedView {
  name: string;
  query: string;
}

const kept = 'bowerbird.products.views';
const Views = array(object({ name: string(), query: string() }));

/** The views this browser keeps for the person signed in. */
export function useViews(): [SavedView[], (views: SavedView[]) => void] {
  const [views, setViews] = useState(readViews);
  const change = useCallback((next: SavedView[]) => {
    setViews(next);
    try {
      localStorage.setItem(personalName(kept), JSON.stringify(next));
    } catch {
      // Without storage the view holds until the page is left.
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
