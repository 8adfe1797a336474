import type { Met } from '../listing/plan.ts';

/** What of the engine a mutant breaks. */
export const kinds = ['timing', 'order', 'identity', 'content', 'records'] as const;
export type Kind = (typeof kinds)[number];

/** A change of source text; `find` stands exactly once in the file, which is named from the top of the repository. */
export interface Edit {
  file: string;
  find: string;
  replace: string;
}

/** A round of `npm run proof:listing`: with these it plays the same plan. */
export interface FixedRound {
  platform: string;
  seed: number;
  round: number;
  /** What the round is led to; null for whatever chance leads to. */
  focus: Met | null;
}

/** A test that names the rule which a mutant breaks, where no round comes to it. */
export interface NamedTest {
  file: string;
  /** The test's whole name, or a part of it that no other in the file has. */
  name: string;
}

/** A way to break the engine that the proof must notice. */
export interface Mutant {
  name: string;
  kind: Kind;
  /** What is broken, in a sentence. */
  breaks: string;
  edits: readonly Edit[];
  /** Fixed beforehand, and without a wrong thing on the engine as it is. Played in this order until one is wrong. */
  rounds?: readonly FixedRound[];
  test?: NamedTest;
}

/** A fixed round of seed 1. */
export function on(platform: string, round: number, focus: Met | null = null): FixedRound {
  return { platform, seed: 1, round, focus };
}

/** The name of a round in tables and state files, in the words of `npm run proof:listing`. */
export function nameOf({ platform, seed, round, focus }: FixedRound): string {
  return `--seed ${seed} --platform ${platform} --round ${round}${focus === null ? '' : ` --focus ${focus}`}`;
}

/** A file of the engine with a mutant's edits made. Throws where an edit's text is not there, or is there more than once. */
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
