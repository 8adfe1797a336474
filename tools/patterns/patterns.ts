import ts from 'typescript';
import { attacksOn, type Slow } from './pattern-attacks.ts';

/** A regular expression in a source file. */
export interface Pattern {
  /** From the root, with slashes. */
  file: string;
  /** As written: `/a+$/i`. */
  text: string;
}

/** Returns every regular expression literal of a source file, each once. */
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

/**
 * Numbers of repetitions, in turn, and the microseconds of processor time below which a pattern is quick. A pattern
 * that doubles its time with every character is found while the text is still short; a quick one is not tried further.
 */
const steps = [
  { times: 16, quick: 0 },
  { times: 24, quick: 0 },
  { times: 32, quick: 0 },
  { times: 64, quick: 0 },
  { times: 400, quick: 20 },
  { times: 1200, quick: 0 },
];
/**
 * Limit in microseconds, above which the growth is measured. One pass over the longest text takes less than a tenth of
 * it, on a slow machine too; going back at every place takes several times as long, on a fast machine too.
 */
const tooLong = 2000;
/** Minimum length of the last text, in characters. */
const longest = 20000;

/** Finds a text on which a pattern backtracks repeatedly; undefined if no tried text does. */
export function slowTextFor(text: string): Slow | undefined {
  const end = text.lastIndexOf('/');
  const [source, flags] = [text.slice(1, end), text.slice(end + 1)];
  const pattern = new RegExp(source, flags);
  return attacksOn(source, flags).find((attack) => isSlow(pattern, attack));
}

function isSlow(pattern: RegExp, { before, over, after }: Slow): boolean {
  for (const { times, quick } of steps) {
    const count = times === steps.at(-1)?.times ? Math.max(times, longest / over.length) : times;
    const took = microsecondsOf(pattern, before + over.repeat(count) + after, { tries: 10, enough: tooLong });
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
 * Reports whether the whole takes far more than twice the time of its half: a pattern without backtracking takes twice,
 * one with backtracking four times. The two are measured in turn and the least times are compared, because the
 * machine's load may change in between, and because an engine that has dropped a compiled pattern interprets it once
 * more, which takes a half as long as a whole.
 */
function growsFaster(pattern: RegExp, whole: string, half: string): boolean {
  const turns = Array.from({ length: 4 }, () => ({
    whole: microsecondsOf(pattern, whole, { tries: 3 }),
    half: microsecondsOf(pattern, half, { tries: 3 }),
  }));
  return Math.min(...turns.map((turn) => turn.whole)) > 2.7 * Math.min(...turns.map((turn) => turn.half));
}

/**
 * Returns the least time of several tries; one try within `enough` is sufficient. The machine may be busy, and the
 * first try compiles the pattern.
 */
function microsecondsOf(
  pattern: RegExp,
  subject: string,
  { tries, enough = 0 }: { tries: number; enough?: number },
): number {
  let least = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && least > enough; tried += 1) {
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
