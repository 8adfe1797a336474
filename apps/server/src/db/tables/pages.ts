import { editGroups, undoGroups } from '@bowerbird/contract/products/bulk-edit';
import { ruleOutcomes } from '@bowerbird/contract/products/edit-rules';
import type { Fault } from '@bowerbird/contract/runs';
import type { Generated } from 'kysely';

/** What can become of an item of a run; `claimed` is a collected product that became a product. */
export const pageOutcomes = [...new Set([...editGroups, ...undoGroups, ...ruleOutcomes, 'claimed' as const])];
export type PageOutcome = (typeof pageOutcomes)[number];

/** More about one item of a page: why it was left alone, or the cells that were kept and who changed them. */
export interface PageNote {
  fault?: Fault;
  kept?: string[];
  /** The id of the person who changed it later; null for a source or a store. */
  by?: string | null;
}

/** Some of the items that a run works on, in the order of their ids: one transaction of its job. */
export interface RunPageTable {
  run_id: string;
  page: number;
  owner_id: string;
  ids: string[];
  /** The revision of each when it was fixed; 0 for items without one. */
  revisions: number[];
  /** What became of each; null while the page has not been done. */
  outcomes: Generated<PageOutcome[] | null>;
  /** By item id. */
  notes: Generated<Record<string, PageNote>>;
}

export interface PageTables {
  run_page: RunPageTable;
}
