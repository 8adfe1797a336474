import { CsvCutOff, CsvReader, type CsvRow } from './csv-reader.ts';
import { detectEncoding, sampleBytes } from './detect-encoding.ts';
import {
  type Dialect,
  type DialectLineEnd,
  quotings,
  readingOf,
  type Separator,
  separators,
  writtenRow,
} from './dialect.ts';
import { bytesOf, Carrier, carriedMark, type Encoding } from './encoding.ts';

/** Rows by which a separator is judged. */
const rowsJudged = 200;

/** A file's dialect as its first bytes show it; `certain` is false where a person should confirm it by examples. */
export interface DetectedDialect {
  dialect: Dialect;
  certain: boolean;
}

/** Detects encoding, separator, line end and quoting by a file's first bytes (`sampleBytes` are enough). */
export function detectDialect(bytes: Uint8Array, given: { encoding?: Encoding } = {}): DetectedDialect {
  const sample = bytes.subarray(0, sampleBytes);
  const detected = detectEncoding(sample);
  const encoding = given.encoding ?? detected.encoding;
  const carrier = new Carrier(encoding);
  const whole = carrier.push(sample);
  const mark = carriedMark(encoding);
  const hasMark = mark !== '' && whole.startsWith(mark);
  const text = hasMark ? whole.slice(mark.length) : whole;
  const lineEnd = lineEndOf(text);
  const isWhole = bytes.length <= sampleBytes;
  const named = separatorLine.exec(text)?.[1];
  const possible = separatorsOf(encoding);
  const tried = (named === undefined ? possible : possible.filter((each) => each === named)).map(
    (separator) => {
      const dialect: Dialect = { encoding, mark: hasMark, separator, lineEnd, quoting: 'needed' };
      const rows = firstRows(text, dialect, isWhole);
      return { dialect, rows, score: evenness(rows, widthOfFirst(rows)) };
    },
  );
  const isNone = tried.every(({ score }) => score < 0.5);
  const scored = isNone
    ? tried.map((each) => ({ ...each, score: evenness(each.rows, usualWidth(each.rows)) }))
    : tried;
  const [best, second] = scored.sort((left, right) => right.score - left.score);
  if (!best) {
    throw new RangeError('There is always a separator');
  }
  return {
    dialect: { ...best.dialect, quoting: quotingOf(best.rows, best.dialect) },
    certain:
      (given.encoding !== undefined || detected.certain) &&
      (named !== undefined || (!isNone && best.score > 2 * (second?.score ?? 0))),
  };
}

/** The trailing bytes of these encodings may look like a bar. */
function separatorsOf(encoding: Encoding): readonly Separator[] {
  const mayHide = encoding === 'gb18030' || encoding === 'big5' || encoding === 'shift_jis';
  return mayHide ? separators.filter((each) => each !== '|') : separators;
}

/** CR alone ends rows only where there is no LF outside quotes. */
function lineEndOf(text: string): DialectLineEnd {
  const bare = text
    .split('"')
    .filter((_, at) => at % 2 === 0)
    .join('');
  const windows = bare.split('\r\n').length - 1;
  const unix = bare.split('\n').length - 1 - windows;
  const old = bare.split('\r').length - 1 - windows;
  if (windows === 0 && unix === 0 && old > 0) {
    return '\r';
  }
  return windows > unix ? '\r\n' : '\n';
}

function firstRows(text: string, dialect: Dialect, isWhole: boolean): CsvRow[] {
  const reader = new CsvReader(readingOf(dialect));
  try {
    const rows = reader.push(text);
    return (isWhole && rows.length < rowsJudged ? rows.concat(reader.end()) : rows).slice(0, rowsJudged);
  } catch (thrown) {
    if (thrown instanceof CsvCutOff) {
      return reader.push('').slice(0, rowsJudged);
    }
    throw thrown;
  }
}

/** Higher for a separator that gives many rows of this number of cells; 0 where it never occurs. */
function evenness(rows: readonly CsvRow[], width: number): number {
  const filled = rows.filter(({ cells }) => cells.length > 0);
  if (width < 2) {
    return 0;
  }
  const even = filled.filter(({ cells }) => cells.length === width).length / filled.length;
  return even * even * Math.log2(width + 1);
}

function widthOfFirst(rows: readonly CsvRow[]): number {
  return rows.find(({ cells }) => cells.length > 0)?.cells.length ?? 0;
}

/** The number of cells that most rows have: above the header, a supplier's name and a date may stand. */
function usualWidth(rows: readonly CsvRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) {
    counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  }
  const [most] = [...counts].filter(([width]) => width > 1).sort((left, right) => right[1] - left[1]);
  return most?.[0] ?? 0;
}

/** A first line that Excel writes and reads: `sep=;`. */
const separatorLine = /^"?sep=([,;\t|])"?\r?\n/i;

/** Returns the quoting that gives most rows back as they stand. */
function quotingOf(rows: readonly CsvRow[], dialect: Dialect): Dialect['quoting'] {
  const counted = quotings.map((quoting) => ({
    quoting,
    same: rows.filter(({ cells, text }) => writtenRow(cells, { ...dialect, quoting }) === text).length,
  }));
  return counted.reduce((best, each) => (each.same > best.same ? each : best)).quoting;
}

/** Returns the whole content of a small file in carried form without its mark, for previews and tests. */
export function carriedText(bytes: Uint8Array, { encoding, mark }: Dialect): string {
  const text = new Carrier(encoding).push(bytes);
  return mark ? text.slice(carriedMark(encoding).length) : text;
}

/** Returns the bytes of a file of these row texts. */
export function fileBytes(texts: Iterable<string>, { encoding, mark }: Dialect): Buffer {
  return bytesOf((mark ? carriedMark(encoding) : '') + [...texts].join(''), encoding);
}
