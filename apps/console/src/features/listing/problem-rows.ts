import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import type { FitReport, Problem } from './queries.ts';

/** One problem over all stores of a report. */
export interface ProblemRow {
  kind: Problem['kind'];
  code: string;
  params: Problem['params'];
  /** Products it concerns, by store. */
  counts: Map<string, number>;
  largest: number;
  productIds: string[];
  remedy: Problem['remedy'];
  mended: boolean;
}

/** The problems of a report, each once, those that concern most products first. */
export function problemRows({ stores }: FitReport): ProblemRow[] {
  const rows = new Map<string, ProblemRow>();
  for (const { storeId, problems } of stores) {
    for (const { kind, code, params, count, productIds, remedy, mended } of problems) {
      const name = `${kind} ${code} ${params.field ?? ''} ${mended}`;
      const first = { kind, code, params, counts: new Map(), largest: 0, productIds: [], remedy, mended };
      const row: ProblemRow = rows.get(name) ?? first;
      row.counts.set(storeId, count);
      row.largest = Math.max(row.largest, count);
      row.productIds = [...new Set([...row.productIds, ...productIds])];
      rows.set(name, row);
    }
  }
  return [...rows.values()].sort((one, other) => other.largest - one.largest);
}

/** What a problem is, and what that means, in the language shown; a code without words of its own is told as a fault. */
export function useProblemWords(): (row: ProblemRow) => { title: string; note: string } {
  const text = useText();
  const sentence = useFaultText();
  return ({ code, params }) => {
    const key = `listing.problem.${code}`;
    const field =
      String(params.field ?? '')
        .split('.')
        .at(-1) ?? '';
    const values = { ...params, field: text.named(`listing.field.${field}`, {}, field) };
    return {
      title: text.named(key, values, sentence({ code, params })),
      note: text.named(`${key}.note`, values, ''),
    };
  };
}
