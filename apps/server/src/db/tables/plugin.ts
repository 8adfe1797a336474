import type { Instant, JsonColumn } from './core.ts';

/** One accepted delivery of a browser plugin, with its response: sending it again changes nothing. */
export interface PluginDeliveryTable {
  owner_id: string;
  /** The plugin's own id of the delivery. */
  id: string;
  run_id: string;
  /** The paired browser that sent it; null for a person's session. */
  token_id: string | null;
  platform: string;
  /** The shop of the open page; together with token and platform it identifies a sitting. */
  shop: string;
  answer: JsonColumn<unknown>;
  at: Instant;
}

export interface PluginTables {
  plugin_delivery: PluginDeliveryTable;
}
