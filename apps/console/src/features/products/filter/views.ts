import type { SavedContent } from '@bowerbird/contract/products/saved-items';
import { array, object, safeParse, string } from 'zod/mini';
import { type KeptHere, useSavedItems } from '../../../lib/kept/saved-items.ts';
import { personalName } from '../../../lib/person/window-person.ts';
import { queryFromRequest, requestFromQuery } from './filter.ts';

/** A saved filter and order with its name; `query` as in the address. */
export interface SavedView {
  id: string;
  name: string;
  query: string;
  shared: boolean;
  /** Whether this person may change and delete it. */
  mine: boolean;
  /** Who saved it. */
  by: string | null;
}

const kept = 'bowerbird.products.views';
const Views = array(object({ name: string(), query: string() }));

const contentOf = (query: string): SavedContent => ({
  kind: 'product-view',
  ...requestFromQuery(new URLSearchParams(query)),
});

const keptHere: KeptHere = {
  read: () => {
    try {
      const read = safeParse(Views, JSON.parse(localStorage.getItem(personalName(kept)) ?? '[]'));
      return (read.data ?? []).map(({ name, query }) => ({ name, content: contentOf(query) }));
    } catch {
      return [];
    }
  },
  forget: () => {
    try {
      localStorage.removeItem(personalName(kept));
    } catch {
      // Without storage, nothing was kept.
    }
  },
};

/** Returns the person's own views and those that others share, and what changes them. */
export function useViews() {
  const { items, save, remove } = useSavedItems('product-view', keptHere);
  const views = items.flatMap(({ id, name, shared, mine, by, content }): SavedView[] =>
    content.kind === 'product-view' ? [{ id, name, shared, mine, by, query: queryFromRequest(content) }] : [],
  );
  return {
    views,
    create: (name: string, query: string, shared: boolean) =>
      save.mutateAsync({ name, shared, content: contentOf(query) }),
    change: ({ id, name, query, shared }: SavedView) =>
      save.mutate({ id, name, shared, content: contentOf(query) }),
    remove: (id: string) => remove.mutate(id),
  };
}
