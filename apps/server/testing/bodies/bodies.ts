import type { Ids } from '../one-of-everything/one-of-everything.ts';

/** The sender: someone who knows Ann's ids or who invented some, and what they own. */
export interface Sender {
  known: boolean;
  /** Ann's user name. */
  username: string;
  own: { store: string; product: string };
}

/**
 * For each call that takes a body, by `METHOD /path`: what an unauthorized sender would send, with everything in it
 * that can name a resource of another owner. For a call without a body it is the query, where that can name such a
 * resource.
 */
export type Bodies = Record<string, (ids: Ids, sender: Sender) => object[]>;
