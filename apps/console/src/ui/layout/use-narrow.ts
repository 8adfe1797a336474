import { useSyncExternalStore } from 'react';

/** Returns whether a media query matches, kept up to date. */
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

/** Returns whether the screen is a phone's: under 576 px. */
export function useNarrow(): boolean {
  return useMedia('(max-width: 575.98px)');
}
