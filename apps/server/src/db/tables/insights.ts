import type { RunKind, RunState } from '@bowerbird/contract/runs';
import type { Instant } from './core.ts';

/** How many products an edit set changed, by their source. Written by the database with each change. */
export interface EditFigureTable {
  edit_set_id: string;
  owner_id: string;
  at: Instant;
  /** '' if the product has no source. */
  platform: string;
  source_host: string;
  products: number;
}

/** Views over all merchants: totals, without any id or name. */
export interface RunTotalView {
  kind: RunKind;
  state: RunState;
  count: number;
}

/** `owner_id` is null for rows that row-level security does not restrict. */
export interface SealedTotalView {
  place: string;
  owner_id: string | null;
  /** The id of the key, in hexadecimal. */
  key: string;
  total: number;
}

export interface ChannelTotalView {
  platform: string;
  channels: number;
  held: number;
  per_second: number;
  waiting: number;
}

/** Figures of each day. */
export interface InsightsTables {
  edit_figure: EditFigureTable;
  run_total: RunTotalView;
  sealed_total: SealedTotalView;
  store_channel_total: ChannelTotalView;
  source_channel_total: ChannelTotalView;
}
