import type { FileSource } from '../source/file-source.ts';
import { FileRefused } from '../source/refused.ts';
import type { TakeRows } from '../text/table-row.ts';
import { openContainer } from './container.ts';
import { SharedStrings } from './shared-strings.ts';
import { SheetReader } from './sheet.ts';
import { readNumberFormats } from './styles.ts';
import { type TextLimits, TextStore, textLimits } from './text-store.ts';
import { readWorkbook, type SheetEntry } from './workbook.ts';

/** A workbook whose sheets are read as often as they are asked for, each row once and in order. */
export interface XlsxFile {
  sheets: readonly { name: string; hidden: boolean }[];
  /** Other files to which formulas refer; they are never opened, the values stand in this file. */
  externalLinks: number;
  /**
   * Passes on the rows of a sheet, by its place from 0. Returns why it ended early, or null. Memory: a chunk of the sheet,
   * and the shared strings up to a limit, beyond which they are kept on disk.
   */
  rows(sheet: number, take: TakeRows): Promise<FileRefused | null>;
}

/** Opens a workbook. Throws `FileRefused` for what is none, or must not be unpacked. */
export async function openXlsx(source: FileSource, limits: TextLimits = textLimits): Promise<XlsxFile> {
  const container = await openContainer(source);
  const workbook = await readWorkbook(container);
  const formats = await readNumberFormats(container, workbook.styles);
  const part = ({ part: own, name }: SheetEntry): string => {
    if (own === null) {
      throw new FileRefused('sheet.chart', name);
    }
    return own;
  };
  return {
    sheets: workbook.sheets.map(({ name, hidden }) => ({ name, hidden })),
    externalLinks: workbook.externalLinks,
    async rows(sheet, take) {
      const entry = workbook.sheets[sheet];
      if (entry === undefined) {
        return new FileRefused('sheet.missing', String(sheet + 1));
      }
      const strings = new SharedStrings(container, workbook.sharedStrings, new TextStore(limits));
      let reader: SheetReader | null = null;
      try {
        const own = part(entry);
        reader = new SheetReader(own, { formats, date1904: workbook.date1904, strings });
        for await (const chunk of container.chunks(own)) {
          const rows = await reader.push(chunk);
          if (rows.length > 0 && (await take(rows)) === false) {
            return null;
          }
        }
        const rest = await reader.end();
        if (rest.length > 0) {
          await take(rest);
        }
        return null;
      } catch (thrown) {
        if (thrown instanceof FileRefused) {
          return new FileRefused(thrown.code, thrown.part, Math.max(1, reader?.number ?? 1));
        }
        throw thrown;
      } finally {
        await strings.close();
      }
    },
  };
}
