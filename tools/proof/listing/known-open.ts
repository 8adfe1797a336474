/** A fault that is known and not mended yet: whose, how a judge's sentence names it, and what is behind it. */
interface KnownOpen {
  platform: string;
  sentence: RegExp;
  because: string;
}

/**
 * These fail the proof as everything else does, and are printed apart, so that what is new stands out. An entry is removed with the
 * mending of what it names.
 */
const known: readonly KnownOpen[] = [];

/** Why this is known already; null for what is new. */
export function knownOpen(platform: string, sentence: string): string | null {
  return known.find((one) => one.platform === platform && one.sentence.test(sentence))?.because ?? null;
}
