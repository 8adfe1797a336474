import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import type { BenchRow } from './row.ts';

/** One line of the report: the turn whose ratio is the median, and the spread of the ratios of all turns. */
export interface MeasuredRow extends BenchRow {
  turns: number;
  least: number;
  most: number;
}

/**
 * Joins the turns of one benchmark: of each line the turn with the median ratio, as it was measured, with the least and
 * the greatest ratio. Lines belong together by their place, since their words may contain what was measured. Throws if the turns have
 * different numbers of lines.
 */
export function mediansOf(turns: readonly (readonly BenchRow[])[]): MeasuredRow[] {
  const [first = []] = turns;
  if (turns.some((rows) => rows.length !== first.length)) {
    throw new Error(`The turns of "${first[0]?.what}" have different numbers of lines.`);
  }
  return first.flatMap((_, place) => {
    const rows = turns.flatMap((each) => each[place] ?? []).toSorted((one, other) => one.ratio - other.ratio);
    const median = rows[Math.floor(rows.length / 2)];
    const [least, most] = [rows[0]?.ratio ?? Number.NaN, rows.at(-1)?.ratio ?? Number.NaN];
    return median ? [{ ...median, turns: rows.length, least, most }] : [];
  });
}

/** Returns the table in Markdown. */
export function tableOf(rows: readonly MeasuredRow[]): string {
  return [
    '| What | Ours | Floor | Ratio | Aim |',
    '|---|---|---|---|---|',
    ...rows.map(({ what, ours, floor, ratio, aim, turns, least, most }) => {
      const spread = turns > 1 ? ` (${least.toFixed(3)} to ${most.toFixed(3)})` : '';
      return `| ${what} | ${ours} | ${floor} | ${ratio.toFixed(3)}${spread} | ${aim} |`;
    }),
  ].join('\n');
}

/** Returns the machine, the date, the commit and the load under which was measured, as a sentence. */
export function conditions(): string {
  const date = new Date().toISOString().slice(0, 10);
  const commit = git(['rev-parse', '--short=8', 'HEAD']);
  // The page of the figures itself changes with every benchmark that is written.
  const changes = git(['status', '--porcelain', '--untracked-files=no', '--', ':/', ':(exclude,top)docs']);
  const changed = changes === '' ? '' : ', with changes';
  const memory = Math.round(totalmem() / 2 ** 30);
  return (
    `${date}, commit ${commit}${changed}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ` +
    `${memory} GiB, Node ${process.versions.node}, ${process.platform}; load of the last 15 minutes ${(loadavg()[2] ?? 0).toFixed(1)}. ` +
    'Each line: the median of three by its ratio, with the least and the greatest.'
  );
}

function git(args: readonly string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

const [begin, end] = ['<!-- npm run bench -- --all --write -->', '<!-- end of the tables -->'];

/**
 * Returns the page with what one benchmark measured between its two marks, under the benchmark's name; what others measured
 * there and the explanations around the marks stay. Throws if a mark is missing.
 * @param names all benchmarks, in their order on the page
 */
export function withMeasured(page: string, name: string, measured: string, names: readonly string[]): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) {
    throw new Error(`The page has no place for the tables: ${begin} and ${end}.`);
  }
  const parts = page.slice(from + begin.length, to).split(/^### /m);
  const held = new Map(
    parts.slice(1).map((part): [string, string] => {
      const line = part.indexOf('\n');
      return [part.slice(0, line), part.slice(line).trim()];
    }),
  );
  held.set(name, measured);
  const sections = names.flatMap((each) => {
    const text = held.get(each);
    return text === undefined ? [] : [`### ${each}\n\n${text}`];
  });
  return `${page.slice(0, from + begin.length)}\n\n${sections.join('\n\n')}\n\n${page.slice(to)}`;
}
