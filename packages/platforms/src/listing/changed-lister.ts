import type { Lister } from './lister.ts';

/** Members of a lister's parts that replace those it has. */
export type ListerChanges = { [Part in Exclude<keyof Lister, 'inStore'>]?: Partial<Lister[Part]> };

/**
 * Returns the lister with other members, in every way in which it writes to a store (`inStore`). `changesTo` is given
 * the lister of each way, so that a change may call what it replaces.
 */
export function changedLister(lister: Lister, changesTo: (own: Lister) => ListerChanges): Lister {
  const { features, connector, planner, reader, writer } = changesTo(lister);
  const { inStore } = lister;
  return {
    features: { ...lister.features, ...features },
    connector: { ...lister.connector, ...connector },
    planner: { ...lister.planner, ...planner },
    reader: { ...lister.reader, ...reader },
    writer: { ...lister.writer, ...writer },
    inStore: inStore && ((shop) => changedLister(inStore(shop), changesTo)),
  };
}
