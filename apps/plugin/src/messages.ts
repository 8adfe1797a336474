import type { Product } from '@bowerbird/catalog/product';
import type { Language } from '@bowerbird/contract/account/account';

/** Messages from a page script to the worker, which responds to each with `Answer`. */
export type ToWorker =
  /** Products read on the open page; the worker queues and delivers them. */
  | { type: 'collected'; platform: string; url: string; products: Product[] }
  /** A product page that could not be read. */
  | { type: 'unread'; platform: string; url: string; code: string }
  /** Asks which of these addresses the console already knows; at most 200. */
  | { type: 'known'; platform: string; urls: string[] }
  /** Reads these pages one after the other in one background tab; at most `batchMax`. */
  | { type: 'batch'; platform: string; urls: string[] }
  | { type: 'stop-batch' }
  /** The page blocked the visitor (captcha, sign-in): a batch pauses. */
  | { type: 'blocked'; url: string }
  /**
   * Requests a text that a product refers to on another host of its source (a description); only `documentHosts` are
   * allowed.
   */
  | { type: 'document'; url: string }
  | { type: 'state' };

/** Hosts on which sources keep the descriptions of their products, which a page's own script may not request. */
export const documentHosts =
  /(?:^|\.)(?:alicdn\.com|aliexpress-media\.com|aliexpress\.(?:com|us)|alibaba\.com|1688\.com)$|^itemcdn\.tmall\.com$/;

/** Maximum number of pages in one batch. */
export const batchMax = 50;

/** Messages that only the popup may send to the worker. */
export type FromPopup =
  /** `console` is an address as a person types it. */
  | { type: 'pair'; console: string; code: string }
  | { type: 'unpair' }
  /** Reads the page in this tab: products are queued, the addresses of a list are returned as `sourceLinks`. */
  | { type: 'read-tab'; tabId: number }
  /** Sends rejected records again: one, or all. */
  | { type: 'retry'; id?: string }
  | { type: 'remove'; id: string }
  /** Sends waiting records at once. */
  | { type: 'send-now' }
  /** Resumes a paused batch. */
  | { type: 'resume-batch' }
  /** Brings the batch's tab to the front. */
  | { type: 'show-batch' }
  | { type: 'forget-batch' };

export interface KnownPage {
  url: string;
  claimed: boolean;
}

/** The plugin's state, for the popup and the page's button. */
export interface PluginState {
  /** Also null after the console ended the pairing. */
  paired: { console: string; person: string } | null;
  /** Why the console no longer accepts this browser's token; null while it does, or before the first pairing. */
  pairingEnded: string | null;
  /** The console from which this plugin was downloaded, or with which it was last paired. */
  console: string | null;
  /** The language of its texts. */
  language: Language;
  waiting: number;
  /** Why waiting records are not sent now, and when (milliseconds since 1970) the next attempt is. */
  held: { code: string; until: number } | null;
  rejected: { id: string; url: string; title: string; code: string }[];
  batch: {
    done: number;
    total: number;
    /** `blocked`: it waits for the person; `because` gives the reason. */
    state: 'running' | 'blocked' | 'ended';
    failed: number;
    because: string | null;
    /** Origins (`https://shop.example/*`) that the person must allow first, if `because` is `plugin.no-access`. */
    needs: string[];
  } | null;
}

/** The result for the products passed on. */
export interface Handed {
  count: number;
  /** `waiting`: kept and sent later automatically; `rejected`: refused by the console, `code` gives the reason. */
  state: 'sent' | 'waiting' | 'rejected';
  code: string | null;
}

export type Answer =
  | {
      ok: true;
      state: PluginState;
      /** In response to `known`. */
      known?: KnownPage[];
      /** In response to `collected`, and to `read-tab` if a product was found. */
      handed?: Handed;
      /** In response to `read-tab` on a page that lists products. */
      sourceLinks?: { platform: string; urls: string[] };
      /** In response to `batch`: how many pages it will read. */
      taken?: number;
      /** In response to `document` (requested by `worker/document.ts`). */
      document?: { status: number; text: string };
    }
  /**
   * `code` is one of ours: `plugin.not-paired`, `plugin.queue-full`, `plugin.batch-running`, `plugin.nothing-here`,
   * `plugin.no-access`, `plugin.unreachable`, `plugin.message-wrong`, or one from the console or from a reader.
   */
  | { ok: false; code: string; state: PluginState };

/** Messages from the worker to a page script. */
export type ToPage =
  /** Read the page and respond with the result; sent to a batch's background tab and by the popup. */
  { type: 'read' } | { type: 'state'; state: PluginState };

/**
 * Response of a page script to a read request. `nothing` with `source.blocked-us` or `source.password-protected` means
 * that the visitor was blocked: a batch then waits for the person.
 */
export type PageRead =
  | { found: 'products'; platform: string; url: string; products: Product[] }
  | { found: 'sourceLinks'; platform: string; urls: string[] }
  | { found: 'nothing'; platform: string | null; code: string };
