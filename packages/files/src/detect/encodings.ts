import type { FileSource } from '../source/file-source.ts';
import { chunksOf } from '../source/file-source.ts';
import { openCsvFile } from '../text/csv-file.ts';
import type { Dialect } from '../text/dialect.ts';
import { type Encoding, encodings } from '../text/encoding.ts';

/** Cells of a file as they read in one encoding. */
export interface EncodingExample {
  encoding: Encoding;
  cells: string[];
  /** False if some bytes are none in this encoding. */
  sound: boolean;
}

const examplesMax = 4;

/** Returns the first cells beyond ASCII in each encoding that the file could have; the sound ones first. */
export async function encodingExamples(source: FileSource, dialect: Dialect): Promise<EncodingExample[]> {
  const isWide = dialect.encoding.startsWith('utf-16');
  const examples: EncodingExample[] = [];
  for (const encoding of encodings.filter((each) => each.startsWith('utf-16') === isWide)) {
    const file = await openCsvFile(chunksOf(source), { ...dialect, encoding });
    const cells = new Set<string>();
    let sound = true;
    await file.rows((batch) => {
      for (const row of batch) {
        sound &&= !row.notes.some(({ kind }) => kind === 'not-in-encoding');
        for (const cell of row.cells) {
          if (cells.size < examplesMax && /\P{ASCII}/u.test(cell)) {
            cells.add(cell.slice(0, 60));
          }
        }
      }
      return false;
    });
    examples.push({ encoding, cells: [...cells], sound });
  }
  return examples.sort((left, right) => Number(right.sound) - Number(left.sound));
}
