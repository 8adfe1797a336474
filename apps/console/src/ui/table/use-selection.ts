import { useCallback, useMemo, useState } from 'react';

type Chosen = { by: 'ids'; ids: ReadonlySet<string> } | { by: 'filter'; except: ReadonlySet<string> };

export interface SelectionState {
  /** How many are selected. */
  count: number;
  /** Everything that matches the filter, except `except`. */
  allMatching: boolean;
  /** Selected one by one; empty while `allMatching`. */
  ids: string[];
  except: string[];
  has(id: string): boolean;
  set(ids: string[], on: boolean): void;
  selectAllMatching(): void;
  clear(): void;
}

const none: Chosen = { by: 'ids', ids: new Set() };

/** Holds a selection by hand or by filter; `total` is how many match the filter now. */
export function useSelection(total: number): SelectionState {
  return useChosen(useChoice(), total);
}

/** What is selected, before it is known how many match the filter. */
export interface Choice extends Pick<SelectionState, 'set' | 'selectAllMatching' | 'clear'> {
  chosen: Chosen;
}

/** Holds what is selected. */
export function useChoice(): Choice {
  const [chosen, setChosen] = useState<Chosen>(none);
  const set = useCallback((ids: string[], on: boolean) => setChosen((held) => changed(held, ids, on)), []);
  const selectAllMatching = useCallback(() => setChosen({ by: 'filter', except: new Set() }), []);
  const clear = useCallback(() => setChosen(none), []);
  return { chosen, set, selectAllMatching, clear };
}

/** Returns the selection that a choice is, where so many match the filter now. */
export function useChosen({ chosen, set, selectAllMatching, clear }: Choice, total: number): SelectionState {
  return useMemo(() => {
    const allMatching = chosen.by === 'filter';
    const members = chosen.by === 'filter' ? chosen.except : chosen.ids;
    return {
      count: allMatching ? Math.max(0, total - members.size) : members.size,
      allMatching,
      ids: allMatching ? [] : [...members],
      except: allMatching ? [...members] : [],
      has: (id: string) => members.has(id) !== allMatching,
      set,
      selectAllMatching,
      clear,
    };
  }, [chosen, total, set, selectAllMatching, clear]);
}

function changed(held: Chosen, ids: string[], on: boolean): Chosen {
  const byFilter = held.by === 'filter';
  const members = new Set(byFilter ? held.except : held.ids);
  for (const id of ids) {
    if (on === byFilter) {
      members.delete(id);
    } else {
      members.add(id);
    }
  }
  return byFilter ? { by: 'filter', except: members } : { by: 'ids', ids: members };
}
