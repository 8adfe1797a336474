import type { Next, Work, Write } from '../work.ts';

/** What a transport did with the writes that it was given. */
export interface Carriage {
  /** What comes next of those it carried. One that another worker took over is not among them. */
  nexts: Next[];
  /** Of those it could not carry: another transport does. Nothing of them was sent. */
  left: Work[];
}

/** A way by which writes reach a store: requests one by one, or a file of thousands. The protocol is the same on each. */
export interface Transport {
  /** Fewer products than this are not worth it: they go by the next transport. */
  readonly minimum: number;
  /** How many products go from decision to decision together, and how many such groups at a time. */
  readonly group: { size: number; atOnce: number };
  /** How many products are decided at a time. */
  readonly decidingMax: number;
  /** What must be known of the store before anything is decided. */
  begin?(): Promise<void>;
  /** Which of these it carries; the others are left to the next transport. */
  takes(writes: readonly Write[]): readonly Write[];
  /** Writes the intents down, sends behind the gate, and takes down what became of each. */
  carry(writes: readonly Write[]): Promise<Carriage>;
}
