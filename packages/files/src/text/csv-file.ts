import { FileRefused } from '../source/refused.ts';
import { CsvCutOff, CsvReader, type CsvRow } from './csv-reader.ts';
import { detectDialect } from './detect-dialect.ts';
import { sampleBytes } from './detect-encoding.ts';
import { type Dialect, readingOf } from './dialect.ts';
import { Carrier, carriedMark } from './encoding.ts';
import type { TakeRows } from './table-row.ts';

/** A CSV file that is read once, in batches of rows. */
export interface CsvFile {
  dialect: Dialect;
  /** False where a person should confirm the dialect. */
  certain: boolean;
  /** Passes on all rows; returns why it ended early, or null. Memory: two chunks and one row. */
  rows(take: TakeRows<CsvRow>): Promise<FileRefused | null>;
}

/** Opens a file given as its bytes in chunks. Reads as many chunks as detecting the dialect needs. */
export async function openCsvFile(
  chunks: AsyncIterable<Uint8Array>,
  given: Partial<Dialect> = {},
): Promise<CsvFile> {
  const coming = chunks[Symbol.asyncIterator]();
  const first: Uint8Array[] = [];
  let length = 0;
  while (length < sampleBytes) {
    const next = await coming.next();
    if (next.done) {
      break;
    }
    first.push(next.value);
    length += next.value.length;
  }
  const start = Buffer.concat(first);
  const detected = detectDialect(start, given);
  const dialect = { ...detected.dialect, ...given };
  return {
    dialect,
    certain: detected.certain,
    async rows(take) {
      const carrier = new Carrier(dialect.encoding);
      const reader = new CsvReader(readingOf(dialect));
      const mark = dialect.mark ? carriedMark(dialect.encoding).length : 0;
      let row = 0;
      const pass = async (batch: CsvRow[]) => {
        row = batch.at(-1)?.number ?? row;
        return batch.length === 0 || (await take(batch)) !== false;
      };
      try {
        let goesOn = await pass(reader.push(carrier.push(start).slice(mark)));
        while (goesOn) {
          const next = await coming.next();
          if (next.done) {
            break;
          }
          goesOn = await pass(reader.push(carrier.push(next.value)));
        }
        if (!goesOn) {
          await coming.return?.();
          return null;
        }
        await pass(reader.end());
      } catch (thrown) {
        if (thrown instanceof CsvCutOff) {
          return new FileRefused('file.cut-off', '', thrown.row);
        }
        if (thrown instanceof FileRefused) {
          return new FileRefused(thrown.code, thrown.part, row + 1);
        }
        throw thrown;
      }
      return carrier.endsInside ? new FileRefused('file.half-character', '', row + 1) : null;
    },
  };
}
