import type { StoreAccess } from '../../listing/store.ts';

/**
 * Something that is known of a store for as long as one session with it lasts: what `prepare` told stands for the session. Never
 * kept longer, as the store may be another by then.
 */
export function perSession<Known>(begin: () => Known): (store: Pick<StoreAccess, 'prepared'>) => Known {
  const sessions = new WeakMap<object, Known>();
  return ({ prepared }) => {
    const known = sessions.get(prepared) ?? begin();
    sessions.set(prepared, known);
    return known;
  };
}
