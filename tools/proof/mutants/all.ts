import { publishingAsStored } from './as-stored.ts';
import { publishedByHand } from './by-hand.ts';
import { content } from './content.ts';
import { identity } from './identity.ts';
import type { Mutant } from './mutant.ts';
import { order } from './order.ts';
import { records } from './records.ts';
import { timing } from './timing.ts';

/** Every way in which the engine is broken to check that the proof notices it. */
export const all: readonly Mutant[] = [
  ...timing,
  ...order,
  ...identity,
  ...content,
  ...records,
  ...publishingAsStored,
  ...publishedByHand,
];
