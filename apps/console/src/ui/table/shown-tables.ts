import { useState } from 'react';

/** A table on the visible page. */
export interface ShownTable {
  /** When one of its rows last had the focus, in milliseconds since the page started; 0: never. */
  usedAt: number;
}

const shown: ShownTable[] = [];

/** Returns this component's own entry; it is registered while the component is shown. */
export function useTable(): ShownTable {
  const [table] = useState<ShownTable>(() => ({ usedAt: 0 }));
  return table;
}

/** Registers a table that came into view; returns a function that removes it. */
export function joinTables(table: ShownTable): () => void {
  shown.push(table);
  return () => {
    shown.splice(shown.indexOf(table), 1);
  };
}

/** Reports whether keys pressed outside of every table go to this one: the one used last, else the first. */
export function isActive(table: ShownTable, target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('.data-table') !== null) {
    return false;
  }
  const [first, ...others] = shown;
  const active = others.reduce(
    (best, each) => (best !== undefined && best.usedAt >= each.usedAt ? best : each),
    first,
  );
  return active === table;
}
