import { useCallback, useEffect, useRef, useState } from 'react';
import { useUnsavedGuard } from '../../lib/page.ts';

type Save = () => Promise<boolean>;

/** Reports to the page how one of its parts is saved, or that it has nothing to save. */
export type WatchPart = (part: string, save: Save | null) => void;

/**
 * Guards a page whose parts are saved one by one: while any part is unsaved, leaving asks for confirmation, and can
 * save them all.
 */
export function useUnsavedParts(): WatchPart {
  const savers = useRef(new Map<string, Save>());
  const [count, setCount] = useState(0);
  useUnsavedGuard(count, async () => {
    for (const save of [...savers.current.values()]) {
      if (!(await save())) {
        return false;
      }
    }
    return true;
  });
  return useCallback((part, save) => {
    if (save === null) {
      savers.current.delete(part);
    } else {
      savers.current.set(part, save);
    }
    setCount(savers.current.size);
  }, []);
}

/** Keeps the page informed of one part: `save` is null while nothing has changed. */
export function useUnsavedPart(watch: WatchPart, part: string, save: Save | null): void {
  // Runs after every render: what would be saved changes with each keystroke.
  useEffect(() => watch(part, save));
}
