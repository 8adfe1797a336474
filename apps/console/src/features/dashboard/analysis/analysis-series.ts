import type { Measure, MeasureName, MeasurePart } from '@bowerbird/contract/figures/analysis';
import type { TrendSeries } from '../../../ui/charts/trend-chart.tsx';

export const splits = ['none', 'platform', 'place'] as const;
export type Split = (typeof splits)[number];

export interface Series extends TrendSeries {
  total: number;
}

/** Returns the lines of a measure in the chosen split; one line for the total. */
export function seriesOf(
  { total, points, byPlatform, byPlace }: Measure,
  split: Split,
  words: { whole: string; nameOf(part: MeasurePart): string },
): Series[] {
  if (split === 'none') {
    return [{ key: 'whole', name: words.whole, values: points, total }];
  }
  return (split === 'platform' ? byPlatform : byPlace).map((part) => ({
    key: part.key ?? 'others',
    name: words.nameOf(part),
    values: part.points,
    total: part.total,
  }));
}

/**
 * Formats the table as a CSV file: a row for each point and one for the totals. Values that a spreadsheet would take
 * for formulas are written as text.
 */
export function csvOf(
  series: readonly Series[],
  words: { when: string; total: string; points: readonly string[] },
): string {
  const several = series.length > 1;
  const rows = [
    [words.when, ...series.map(({ name }) => name), ...(several ? [words.total] : [])],
    ...words.points.map((point, index) => {
      const values = series.map(({ values: each }) => each[index] ?? 0);
      return [point, ...values, ...(several ? [sum(values)] : [])];
    }),
    [
      words.total,
      ...series.map(({ total }) => total),
      ...(several ? [sum(series.map(({ total }) => total))] : []),
    ],
  ];
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, each) => total + each, 0);
}

function cell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Downloads a text as a file. */
export function saveCsv(text: string, measure: MeasureName, from: string, to: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = `${measure}-${from}-${to}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
