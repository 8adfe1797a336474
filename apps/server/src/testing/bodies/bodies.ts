import type { Ids } from '../one-of-everything.ts';

/** Who sends: somebody who knows Ann's ids or who invented some, and what is their own. */
export interface Sender {
  known: boolean;
  /** Ann's user name. */
  username: string;
  own: { store: string; product: string };
}

/**
 * For each call that takes a body, by `METHOD /path`: what a stranger would send, with everything in it that can
 * name something of somebody's. For a call without one it is the query, where that can name something.
 */
export type Bodies = Record<string, (ids: Ids, sender: Sender) => object[]>;
