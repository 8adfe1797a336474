import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { FileSource } from '../source/file-source.ts';
import { FileRefused } from '../source/refused.ts';
import { openContainer } from './container.ts';
import { type CellsOfRow, editedSheet } from './edit-sheet.ts';
import { MergedCells } from './merged-cells.ts';
import { readNumberFormats } from './styles.ts';
import { readWorkbook } from './workbook.ts';

/** A workbook of which cells of one sheet can be written again. */
export interface EditableXlsx {
  /** Reports whether a cell is hidden under a merged one, in which nobody sees a value. Row from 1, place from 0. */
  isCovered(row: number, place: number): boolean;
  /** Returns the workbook with these cells; every other part, unpacked, is the same bytes. */
  edited(cellsOf: CellsOfRow): Readable;
}

/** Opens a workbook to edit a sheet of it. Throws `FileRefused` as `openXlsx` does. */
export async function editableXlsx(source: FileSource, sheet: string): Promise<EditableXlsx> {
  const container = await openContainer(source);
  const workbook = await readWorkbook(container);
  const part = workbook.sheets.find(({ name }) => name === sheet)?.part ?? null;
  if (part === null) {
    throw new FileRefused('sheet.missing', sheet);
  }
  const formats = await readNumberFormats(container, workbook.styles);
  const merged = await MergedCells.of(container.chunks(part));
  return {
    isCovered: (row, place) => merged.covers(row, place),
    edited(cellsOf) {
      const zip = new ZipFile();
      // yazl's stream is Node's own kind, though its type says less.
      const output = zip.outputStream as Readable;
      const fail = (thrown: Error) => output.destroy(thrown);
      zip.on('error', fail);
      for (const { name, modified, packed } of container.parts) {
        if (name.endsWith('/')) {
          zip.addEmptyDirectory(name, { mtime: modified });
          continue;
        }
        zip.addReadStreamLazy(name, { mtime: modified, compress: packed }, (done) => {
          const chunks =
            name === part
              ? editedSheet(part, container.chunks(part), { formats, date1904: workbook.date1904 }, cellsOf)
              : container.chunks(name);
          done(null, Readable.from(chunks, { objectMode: false }).on('error', fail));
        });
      }
      zip.end();
      return output;
    },
  };
}
