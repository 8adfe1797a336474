import type { Met } from '../listing/plan.ts';

/** The part of the engine that a mutant breaks. */
export const kinds = ['timing', 'order', 'identity', 'content', 'records'] as const;
export type Kind = (typeof kinds)[number];

/**
 * A change of source text; `find` occurs exactly once in the file, whose path is relative to the root of the
 * repository.
 */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A round of `npm run proof:listing`: these values give the same plan. */
export interface FixedRound {
  platform: string;
  seed: number;
  round: number;
  /** Target of the round; null for random selection. */
  focus: Met | null;
}

/** A test that names the rule which a mutant breaks, if no round reaches it. */
export interface NamedTest {
  file: string;
  /** The test's full name, or a part that is unique in the file. */
  name: string;
}

/** A way to break the engine that the proof must notice. */
export interface Mutant {
  name: string;
  kind: Kind;
  /** What is broken, in a sentence. */
  breaks: string;
  edits: readonly Edit[];
  /** Fixed in advance, and without a problem on the unchanged engine. Run in this order until one finds a problem. */
  rounds?: readonly FixedRound[];
  test?: NamedTest;
}

/** Returns a fixed round of seed 1. */
export function on(platform: string, round: number, focus: Met | null = null): FixedRound {
  return { platform, seed: 1, round, focus };
}

/**
 * Rounds in which creates are applied just before the settle period ends: waited for by one worker alone, so that the
 * outcome is always the same, and by two. Which of them has what in doubt then depends on how they race, so there are
 * several.
 */
export const nearlyTooLate: readonly FixedRound[] = [
  on('shopyy', 3, 'late-alone'),
  on('shoplazza', 5, 'late-alone'),
  on('shopyy', 212, 'late'),
  on('shoplazza', 93, 'late'),
  on('shopyy', 23, 'late'),
];

/** Returns the name of a round in tables and state files, in the form of the options of `npm run proof:listing`. */
export function nameOf({ platform, seed, round, focus }: FixedRound): string {
  return `--seed ${seed} --platform ${platform} --round ${round}${focus === null ? '' : ` --focus ${focus}`}`;
}

/**
 * Returns a file of the engine with a mutant's edits applied. Throws if an edit's text is missing, or occurs more than
 * once.
 */
export function edited(name: string, file: string, source: string, edits: readonly Edit[]): string {
  let text = source;
  for (const { find, replace } of edits.filter((edit) => edit.file === file)) {
    const times = text.split(find).length - 1;
    if (times !== 1) {
      throw new Error(
        `mutant ${name}: its text is ${times} times in ${file}, and must be there once: ${find}`,
      );
    }
    text = text.replace(find, () => replace);
  }
  return text;
}
