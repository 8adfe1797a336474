import type { Product } from '@bowerbird/catalog/product';

/** What a page's script tells the worker; the worker answers each with `Answer`. */
export type ToWorker =
  /** Products read on the open page; the worker queues and delivers them. */
  | { type: 'collected'; platform: string; url: string; products: Product[] }
  /** A page of a product that could not be read. */
  | { type: 'unread'; platform: string; url: string; code: string }
  /** Which of these addresses the console knows already. */
  | { type: 'known'; platform: string; urls: string[] }
  /** Read these pages one after the other in one background tab. */
  | { type: 'batch'; platform: string; urls: string[] }
  | { type: 'stop-batch' }
  /** The page turned the visitor away (captcha, sign-in): a batch pauses. */
  | { type: 'blocked'; url: string }
  | { type: 'state' };

export interface KnownPage {
  url: string;
  claimed: boolean;
}

/** How the plugin stands, for the popup and the page's button. */
export interface PluginState {
  paired: { console: string; person: string } | null;
  waiting: number;
  rejected: { id: string; url: string; title: string; code: string }[];
  batch: { done: number; total: number; state: 'running' | 'blocked' | 'ended'; failed: number } | null;
}

export type Answer =
  | { ok: true; state: PluginState; known?: KnownPage[] }
  /** `code` is one of ours: `plugin.not-paired`, `plugin.queue-full`, or one that the console answered. */
  | { ok: false; code: string; state: PluginState };

/** What the worker tells a page's script. */
export type ToPage =
  /** Read yourself and answer with what was found; sent to the background tab of a batch and by the popup. */
  { type: 'read' } | { type: 'state'; state: PluginState };

/** What a page script that was told to read answers. */
export type PageRead =
  | { found: 'products'; platform: string; url: string; products: Product[] }
  | { found: 'leads'; platform: string; urls: string[] }
  | { found: 'nothing'; platform: string | null; code: string };

/** What the console's own page may ask the plugin (`externally_connectable`). */
export type FromConsole =
  | { type: 'ping' }
  | { type: 'pair'; code: string }
  /** Read these addresses in the merchant's tab: what a run could not. */
  | { type: 'collect'; platform: string; urls: string[] };

export interface ToConsole {
  version: string;
  paired: boolean;
  ok: boolean;
  code?: string;
}
