import type { Next, Work, Write } from '../engine/work.ts';

/** What a transport did with the writes that it was given. */
export interface Carriage {
  /** The next steps of those it carried. One that another worker took over is not among them. */
  nexts: Next[];
  /** Those it could not carry: another transport does. Nothing of them was sent. */
  left: Work[];
}

/** A way by which writes reach a store: requests one by one, or a file of thousands. The protocol is the same on each. */
export interface Transport {
  /** With fewer products than this the transport is not worthwhile: they go by the next transport. */
  readonly minimum: number;
  /** How many products go from decision to decision together, and how many such groups at a time. */
  readonly group: { size: number; atOnce: number };
  /** How many products are decided at a time. */
  readonly decidingMax: number;
  /** Reads what must be known of the store before anything is decided. */
  begin?(): Promise<void>;
  /** Returns which of these writes the transport carries; the others are left to the next transport. */
  takes(writes: readonly Write[]): readonly Write[];
  /** Records the intents, sends behind the gate, and records the outcome of each. */
  carry(writes: readonly Write[]): Promise<Carriage>;
}
