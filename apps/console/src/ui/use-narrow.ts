import { useSyncExternalStore } from 'react';

/** Matches a media query and follows it. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** A phone: under 576 px. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 575.98px)');
}
