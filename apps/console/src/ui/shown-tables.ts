import { useState } from 'react';

/** A table on the page in view. */
export interface ShownTable {
  /** When a row of it had the focus last, in milliseconds since the page began; 0: never. */
  usedAt: number;
}

const shown: ShownTable[] = [];

/** This component's own entry; it is shown while it has joined. */
export function useTable(): ShownTable {
  const [table] = useState<ShownTable>(() => ({ usedAt: 0 }));
  return table;
}

/** Adds a table that came into view; answers how it leaves again. */
export function joinTables(table: ShownTable): () => void {
  shown.push(table);
  return () => {
    shown.splice(shown.indexOf(table), 1);
  };
}

/** Whether keys pressed outside of every table go to this one: the one used last, else the first. */
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
