import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/files/imports';
import { fileAt, type OpenFile } from '@bowerbird/files/source/file-at';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import { editableXlsx } from '@bowerbird/files/xlsx/edit-xlsx';
import type { Opened } from '../../db/tables/imports.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../../http/serve.ts';
import { getImportFile } from '../../uploads/queries.ts';
import { wholeFile } from '../../uploads/source.ts';
import { partFilesOf } from '../../uploads/storing/part-files-of.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { keptBytes, keptSource } from '../rows/kept-bytes.ts';
import { csvBytes, csvWriter, editedCsvBytes, type RestOfFile } from './csv-file.ts';
import { type EditedPage, editedPages } from './edited-rows.ts';
import { failedRowsFile } from './failed-rows.ts';
import { failedSheet } from './failed-sheet.ts';
import { editedSheetPages, editedXlsx } from './xlsx-file.ts';

/** What the download with edits holds. */
export const importDownloadRoutes: Served[] = [
  serve(contract.listFileEdits, async ({ params }, call) => {
    const imported = await openedImport(call, params.id);
    const unwritten: contract.UnwrittenEdit[] = [];
    let [cells, unwrittenCount] = [0, 0];
    await withPages(call, imported, async (pages) => {
      for await (const page of pages) {
        cells += page.cells.length;
        unwrittenCount += page.unwritten.length;
        unwritten.push(...page.unwritten.slice(0, contract.unwrittenMax - unwritten.length));
      }
    });
    return { cells, unwritten, unwrittenCount };
  }),
];

/** Downloads of an import: the rows that failed, and the file itself. */
export const importBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.downloadFailedRows, async ({ params }, call) => {
    const { row, name, opened } = await openedImport(call, params.id);
    const { ownerId, language } = call;
    const { db } = call.services;
    const asked = { ownerId, runId: row.run_id, language };
    const plain = `${name.replace(/\.\w+$/, '')}-failed-rows`;
    const source = opened.kind === 'xlsx' ? await sourceOrNull(call, row) : null;
    if (opened.kind === 'csv' || source === null) {
      return send(call, `${plain}.csv`, Readable.from(failedRowsFile(db, { ...asked, opened })));
    }
    const sheet = await closedAfter(source, () => failedSheet(db, { ...asked, opened }, source));
    return send(call, `${plain}.xlsx`, sheet);
  }),

  serveBrowser(contract.downloadAsImported, async ({ params }, call) => {
    const { row, name, opened } = await openedImport(call, params.id);
    const bytes =
      opened.kind === 'csv'
        ? csvBytes(call.services.db, row, opened, await restOf(call, row))
        : (await workbookOf(call, row)).content();
    return send(call, name, Readable.from(bytes, { objectMode: false }));
  }),

  serveBrowser(contract.downloadEdited, async ({ params }, call) => {
    const { row, name, opened } = await openedImport(call, params.id);
    const { db } = call.services;
    if (opened.kind === 'csv') {
      return send(call, name, Readable.from(editedCsvBytes(db, row, opened, await restOf(call, row))));
    }
    const { content, open } = await workbookOf(call, row);
    const source = await open();
    const edited = await closedAfter(source, () => editedXlsx(db, row, opened, source));
    return send(call, name, edited ?? Readable.from(content(), { objectMode: false }));
  }),
];

/** Makes a stream from an opened file, which is closed after it, or at once where there is none. */
async function closedAfter<Stream extends Readable | null>(
  source: OpenFile,
  make: () => Promise<Stream>,
): Promise<Stream> {
  let stream: Stream | null = null;
  try {
    stream = await make();
    return stream;
  } finally {
    if (stream === null) {
      await source.close();
    } else {
      stream.once('close', () => void source.close());
    }
  }
}

/** Returns a workbook's bytes; null where they are gone. */
async function sourceOrNull(call: Call, row: ImportRow): Promise<OpenFile | null> {
  try {
    return await (await workbookOf(call, row)).open();
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'import.file-gone') {
      return null;
    }
    throw thrown;
  }
}

interface Imported {
  row: ImportRow;
  name: string;
  opened: Opened;
}

/** Hands over the pages of a file with the merchant's edits. */
async function withPages(
  call: Call,
  { row, opened }: Imported,
  take: (pages: AsyncIterable<Pick<EditedPage<NotedRow>, 'cells' | 'unwritten'>>) => Promise<void>,
): Promise<void> {
  const { db } = call.services;
  if (opened.kind === 'csv') {
    return await take(editedPages(db, row, opened, csvWriter(opened)));
  }
  const source = await (await workbookOf(call, row)).open();
  try {
    await take(editedSheetPages(db, row, opened, await editableXlsx(source, opened.sheet)));
  } finally {
    await source.close();
  }
}

/** Returns a workbook's bytes: those kept with the import, else those of the upload. Throws `import.file-gone`. */
async function workbookOf(
  call: Call,
  { owner_id: ownerId, run_id: runId, ...row }: ImportRow,
): Promise<{ content(): AsyncIterable<Buffer>; open(): Promise<OpenFile> }> {
  const { db } = call.services;
  if (row.kept === null) {
    const path = await uploadOf(call, row.file_id);
    return { content: () => createReadStream(path), open: () => fileAt(path) };
  }
  const size = Number(row.kept);
  return {
    content: () => keptBytes(db, ownerId, runId),
    open: async () => ({ ...keptSource(db, ownerId, runId, size), close: async () => undefined }),
  };
}

/** Returns what stands behind the last row of a CSV file that could not be read to its end. Throws `import.file-gone`. */
async function restOf(call: Call, row: ImportRow): Promise<RestOfFile> {
  const { owner_id: ownerId, run_id: runId, refused, kept, file_id: fileId } = row;
  if (refused === null || kept !== null) {
    return () => keptBytes(call.services.db, ownerId, runId);
  }
  const path = await uploadOf(call, fileId);
  return (start) => createReadStream(path, { start });
}

async function uploadOf(call: Call, fileId: string): Promise<string> {
  return await wholeFile(call.db, partFilesOf(call.services), call.ownerId, fileId);
}

/** Returns an import whose rows are all stored; throws `not-found`, and `import.not-checked` before. */
async function openedImport(call: Call, runId: string): Promise<Imported> {
  return await call.db(async (db) => {
    const row = await getImportRow(db, call.ownerId, runId);
    if (row.opened === null || row.rows === null) {
      throw new AppError('import.not-checked', `import ${runId} is ${row.state}`);
    }
    const { name } = await getImportFile(db, call.ownerId, row.file_id);
    return { row, name, opened: row.opened };
  });
}

function send(call: Call, name: string, bytes: Readable) {
  // The name as it is for browsers that read RFC 5987, and without unusual characters for all others.
  const plain = name.replaceAll(/[^\w.-]+/g, '-');
  return call.reply
    .header('content-type', 'application/octet-stream')
    .header(
      'content-disposition',
      `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .header('cache-control', 'private, no-store')
    .send(bytes);
}
