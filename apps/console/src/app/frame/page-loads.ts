import { useSyncExternalStore } from 'react';

let count = 0;
const listeners = new Set<() => void>();

function changed(by: number): void {
  count += by;
  for (const listener of listeners) {
    listener();
  }
}

/** Counts a page's code as loading until it has arrived or failed. */
export async function countedLoad<Module>(load: () => Promise<Module>): Promise<Module> {
  changed(1);
  try {
    return await load();
  } finally {
    changed(-1);
  }
}

/** Returns how many pages' code is loading. */
export function usePageLoads(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => count,
  );
}
