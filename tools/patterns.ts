import ts from 'typescript';
import { attacksOn } from './pattern-attacks.ts';

/** A regular expression as it stands in a source file. */
export interface Pattern {
  /** From the root, with slashes. */
  file: string;
  /** As written: `/a+$/i`. */
  text: string;
}

/** Every regular expression literal of a source file, each once. */
export function patternsIn(file: string, source: string): Pattern[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      found.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS));
  return [...found].map((text) => ({ file, text }));
}

/** Text over which a pattern takes far longer than its length: before, then the same over and over, then after. */
export interface Slow {
  before: string;
  over: string;
  after: string;
}

/**
 * How often it is put over and over, in turn, and under how many microseconds of the processor a pattern is quick. A pattern that
 * doubles its time with every character is found while the text is still short; one that is quick is not tried further.
 */
const steps = [
  { times: 16, quick: 0 },
  { times: 24, quick: 0 },
  { times: 32, quick: 0 },
  { times: 64, quick: 0 },
  { times: 400, quick: 20 },
  { times: 1200, quick: 0 },
];
/** Microseconds: one pass over the longest takes a hundredth of it. */
const tooLong = 5000;
/** The last is no shorter than this, in characters. */
const longest = 6000;

/** Finds a text that a pattern steps back over again and again; undefined where none of those tried is one. */
export function slowTextFor(text: string): Slow | undefined {
  const end = text.lastIndexOf('/');
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)];
  const pattern = new RegExp(source, flags);
  return attacksOn(source, flags).find((attack) => isSlow(pattern, attack));
}

function isSlow(pattern: RegExp, { before, over, after }: Slow): boolean {
  for (const { times, quick } of steps) {
    const count = times === steps.at(-1)?.times ? Math.max(times, longest / over.length) : times;
    const took = microsecondsOf(pattern, before + over.repeat(count) + after);
    if (took > tooLong) {
      const [whole, half] = [count, count / 2].map((some) => before + over.repeat(some) + after);
      return growsFaster(pattern, whole ?? '', half ?? '');
    }
    if (took < quick) {
      return false;
    }
  }
  return false;
}

/**
 * Whether the whole takes far more than twice the time of its half: a pattern that does not step back takes twice, one that does four
 * times. Asked some times over, as a machine may be busier for the one than for the other.
 */
function growsFaster(pattern: RegExp, whole: string, half: string): boolean {
  return Array.from({ length: 4 }).every(
    () => microsecondsOf(pattern, whole, 0) > 2.7 * microsecondsOf(pattern, half, 0),
  );
}

/** The least of some tries, of which one is enough that took no longer than `enough`: a machine may be busy, and the first compiles. */
function microsecondsOf(pattern: RegExp, subject: string, enough = tooLong): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < 10 && least > enough; tried += 1) {
    const started = process.cpuUsage();
    pattern.lastIndex = 0;
    if (pattern.global) {
      subject.replace(pattern, '');
    } else {
      pattern.exec(subject);
    }
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, user + system);
  }
  return least;
}
