import type { Product } from '@bowerbird/catalog/product';
import type { Language } from '@bowerbird/contract/account';

/** What a page's script tells the worker; the worker answers each with `Answer`. */
export type ToWorker =
  /** Products read on the open page; the worker queues and delivers them. */
  | { type: 'collected'; platform: string; url: string; products: Product[] }
  /** A page of a product that could not be read. */
  | { type: 'unread'; platform: string; url: string; code: string }
  /** Which of these addresses the console knows already; at most 200. */
  | { type: 'known'; platform: string; urls: string[] }
  /** Read these pages one after the other in one background tab; at most `batchMax`. */
  | { type: 'batch'; platform: string; urls: string[] }
  | { type: 'stop-batch' }
  /** The page turned the visitor away (captcha, sign-in): a batch pauses. */
  | { type: 'blocked'; url: string }
  /** A text that a product refers to on another host of its source (a description); only `documentHosts` are asked. */
  | { type: 'document'; url: string }
  | { type: 'state' };

/** Where sources keep the descriptions of their products, which a page's own script may not ask for. */
export const documentHosts =
  /(?:^|\.)(?:alicdn\.com|aliexpress-media\.com|aliexpress\.(?:com|us)|alibaba\.com|1688\.com)$|^itemcdn\.tmall\.com$/;

/** Pages that one batch reads. */
export const batchMax = 50;

/** What only the popup may tell the worker. */
export type FromPopup =
  /** `console` is an address as a person types it. */
  | { type: 'pair'; console: string; code: string }
  | { type: 'unpair' }
  /** Reads the page in this tab: products are queued, the addresses of a list come back as `leads`. */
  | { type: 'read-tab'; tabId: number }
  /** Sends what was refused again: one record, or all. */
  | { type: 'retry'; id?: string }
  | { type: 'remove'; id: string }
  /** Sends what waits at once. */
  | { type: 'send-now' }
  /** Goes on with a batch that paused. */
  | { type: 'resume-batch' }
  /** Puts the batch's tab before the person. */
  | { type: 'show-batch' }
  | { type: 'forget-batch' };

export interface KnownPage {
  url: string;
  claimed: boolean;
}

/** How the plugin stands, for the popup and the page's button. */
export interface PluginState {
  /** Null also after the console ended the pairing. */
  paired: { console: string; person: string } | null;
  /** Why the console no longer takes this browser's token; null while it does, or before the first pairing. */
  pairingEnded: string | null;
  /** The console this plugin was downloaded from, or was paired with last. */
  console: string | null;
  /** The language its texts are shown in. */
  language: Language;
  waiting: number;
  /** Why what waits is not sent now, and when (milliseconds since 1970) it is tried again. */
  held: { code: string; until: number } | null;
  rejected: { id: string; url: string; title: string; code: string }[];
  batch: {
    done: number;
    total: number;
    /** `blocked`: it waits for the person; `because` says why. */
    state: 'running' | 'blocked' | 'ended';
    failed: number;
    because: string | null;
    /** Origins (`https://shop.example/*`) that the person must allow first, when `because` is `plugin.no-access`. */
    needs: string[];
  } | null;
}

/** What became of products that were handed over. */
export interface Handed {
  count: number;
  /** `waiting`: kept and sent later by itself; `rejected`: refused by the console, `code` says why. */
  state: 'sent' | 'waiting' | 'rejected';
  code: string | null;
}

export type Answer =
  | {
      ok: true;
      state: PluginState;
      /** To `known`. */
      known?: KnownPage[];
      /** To `collected`, and to `read-tab` where a product was found. */
      handed?: Handed;
      /** To `read-tab` on a page that lists products. */
      leads?: { platform: string; urls: string[] };
      /** To `batch`: how many pages it will read. */
      taken?: number;
      /** To `document` (`worker/document.ts` asks for it). */
      document?: { status: number; text: string };
    }
  /**
   * `code` is one of ours: `plugin.not-paired`, `plugin.queue-full`, `plugin.batch-running`, `plugin.nothing-here`,
   * `plugin.no-access`, `plugin.unreachable`, `plugin.message-wrong`, or one that the console answered or a reader gave.
   */
  | { ok: false; code: string; state: PluginState };

/** What the worker tells a page's script. */
export type ToPage =
  /** Read yourself and answer with what was found; sent to the background tab of a batch and by the popup. */
  { type: 'read' } | { type: 'state'; state: PluginState };

/**
 * What a page script that was told to read answers. `nothing` with `source.blocked-us` or `source.password-protected`
 * means that the visitor was turned away: a batch then waits for the person.
 */
export type PageRead =
  | { found: 'products'; platform: string; url: string; products: Product[] }
  | { found: 'leads'; platform: string; urls: string[] }
  | { found: 'nothing'; platform: string | null; code: string };
