/** A known fault that is not fixed yet: its platform, how a judge's sentence names it, and the cause. */
interface KnownOpen {
  platform: string;
  sentence: RegExp;
  because: string;
}

/**
 * These fail the proof as everything else does, but are printed separately, so that new faults stand out. An entry is
 * removed when its fault is fixed.
 */
const known: readonly KnownOpen[] = [];

/** Returns why this is already known; null if it is new. */
export function knownOpen(platform: string, sentence: string): string | null {
  return known.find((one) => one.platform === platform && one.sentence.test(sentence))?.because ?? null;
}
