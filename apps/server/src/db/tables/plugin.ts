import type { Instant, JsonColumn } from './house.ts';

/** One delivery of a browser plugin that was taken, with what it was answered: sent again it changes nothing. */
export interface PluginDeliveryTable {
  owner_id: string;
  /** The plugin's own. */
  id: string;
  run_id: string;
  /** The paired browser it came from; null for a person's session. */
  token_id: string | null;
  platform: string;
  /** The shop that the open page belongs to; with token and platform it makes a sitting. */
  shop: string;
  answer: JsonColumn<unknown>;
  at: Instant;
}

export interface PluginTables {
  plugin_delivery: PluginDeliveryTable;
}
