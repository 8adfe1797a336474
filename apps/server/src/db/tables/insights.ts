import type { RunKind, RunState } from '@bowerbird/contract/runs';
import type { Instant } from './house.ts';

/** How many products an edit set changed, by where they came from. Written by the database with each change. */
export interface EditFigureTable {
  edit_set_id: string;
  owner_id: string;
  at: Instant;
  /** '' where the product has no source. */
  platform: string;
  source_host: string;
  products: number;
}

/** Views over all merchants: totals, and no id or name of anything. */
export interface RunTotalView {
  kind: RunKind;
  state: RunState;
  count: number;
}

/** `owner_id` is null for rows that row-level security leaves open. */
export interface SealedTotalView {
  place: string;
  owner_id: string | null;
  /** The id of the key, in hexadecimal. */
  key: string;
  total: number;
}

export interface LaneTotalView {
  platform: string;
  lanes: number;
  held: number;
  per_second: number;
  waiting: number;
}

/** Figures of each day. */
export interface InsightsTables {
  edit_figure: EditFigureTable;
  run_total: RunTotalView;
  sealed_total: SealedTotalView;
  store_lane_total: LaneTotalView;
  source_lane_total: LaneTotalView;
}
