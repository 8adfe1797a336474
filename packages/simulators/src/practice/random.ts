/** Returns a number from 0 up to 1, always the same for the same seed and place: products are generated, not stored. */
export function chanceAt(seed: number, ...place: number[]): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (const step of place) {
    hash = Math.imul(hash ^ (step + 0x7f4a7c15), 0x85ebca6b) >>> 0;
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) >>> 0;
    hash = (hash ^ (hash >>> 16)) >>> 0;
  }
  return hash / 0x1_0000_0000;
}

/** Returns a whole number from `low` to `high`, both included. */
export function wholeAt(low: number, high: number, seed: number, ...place: number[]): number {
  return low + Math.floor(chanceAt(seed, ...place) * (high - low + 1));
}

/** Returns a stream of numbers from 0 up to 1 from one seed, for random faults and for tokens. */
export function randomFrom(seed: number): () => number {
  let step = 0;
  return () => {
    step += 1;
    return chanceAt(seed, step);
  };
}
