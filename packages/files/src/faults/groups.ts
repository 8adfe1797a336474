import type { FaultGroup, FileFault } from '@bowerbird/contract/files/fault-codes';
import { shapeOf } from './shape.ts';

const examplesMax = 5;

/**
 * Counts errors by code, column and the shape of their values, as they come: "3,412 prices with a decimal comma". Memory:
 * the groups, and up to five examples of each; beyond a number of groups, shapes are counted together.
 */
export class FaultGroups {
  readonly #groups = new Map<string, FaultGroup>();
  readonly #max: number;

  constructor(max = 2_000) {
    this.#max = max;
  }

  add({ code, column, row, value }: FileFault): void {
    const shape = this.#groups.size < this.#max ? shapeOf(value) : '…';
    const key = JSON.stringify([code, column, shape]);
    let group = this.#groups.get(key);
    if (!group) {
      group = { code, column, shape, count: 0, examples: [] };
      this.#groups.set(key, group);
    }
    group.count += 1;
    if (group.examples.length < examplesMax && !group.examples.some((held) => held.value === value)) {
      group.examples.push({ row, value });
    }
  }

  /** Returns the groups, the largest first. */
  all(): FaultGroup[] {
    return [...this.#groups.values()].sort((left, right) => right.count - left.count);
  }
}

/** Returns the groups of errors that are all at hand. */
export function groupFaults(faults: Iterable<FileFault>): FaultGroup[] {
  const groups = new FaultGroups();
  for (const fault of faults) {
    groups.add(fault);
  }
  return groups.all();
}
