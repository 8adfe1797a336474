import type { StoreAccess } from '../../../listing/store/access.ts';

/**
 * Returns a cache of what is known of a store for one session with it, identified by the result of `prepare`. Never
 * kept longer, as the store may have changed by then.
 */
export function perSession<Known>(begin: () => Known): (store: Pick<StoreAccess, 'prepared'>) => Known {
  const sessions = new WeakMap<object, Known>();
  return ({ prepared }) => {
    const known = sessions.get(prepared) ?? begin();
    sessions.set(prepared, known);
    return known;
  };
}
