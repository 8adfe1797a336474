import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/files/imports';
import { bytesOf, carriedMark } from '@bowerbird/files/text/encoding';
import type { Db } from '../../db/database.ts';
import type { Opened } from '../../db/tables/imports.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../../http/serve.ts';
import { partFilesIn } from '../../uploads/part-files.ts';
import { getImportFile } from '../../uploads/queries.ts';
import { wholeFile } from '../../uploads/source.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { unpackBytes } from '../rows/pack-rows.ts';
import { pagesOf } from '../rows/stored-rows.ts';
import { editedPages } from './edited-rows.ts';
import { failedRowsFile } from './failed-rows.ts';

/** What the download with edits holds. */
export const importDownloadRoutes: Served[] = [
  serve(contract.listFileEdits, async ({ params }, call) => {
    const { row, opened } = await openedImport(call, params.id);
    const unwritten: contract.UnwrittenEdit[] = [];
    let [cells, unwrittenCount] = [0, 0];
    for await (const page of editedPages(call.services.db, row, asCsv(opened))) {
      cells += page.cells;
      unwrittenCount += page.unwritten.length;
      unwritten.push(...page.unwritten.slice(0, contract.unwrittenMax - unwritten.length));
    }
    return { cells, unwritten, unwrittenCount };
  }),
];

/** Downloads of an import: the rows that failed, and the file itself. */
export const importBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.downloadFailedRows, async ({ params }, call) => {
    const { row, name, opened } = await openedImport(call, params.id);
    const { ownerId, language } = call;
    const bytes = failedRowsFile(call.services.db, { ownerId, runId: row.run_id, language, opened });
    return send(call, `${name.replace(/\.\w+$/, '')}-failed-rows.csv`, Readable.from(bytes));
  }),

  serveBrowser(contract.downloadAsImported, async ({ params }, call) => {
    const { row, name, opened } = await openedImport(call, params.id);
    if (opened.kind === 'csv') {
      return send(call, name, Readable.from(csvBytes(call.services.db, call.ownerId, row, opened)));
    }
    const files = partFilesIn(call.services.config.dataFolder);
    const path = await call.db((db) => wholeFile(db, files, call.ownerId, row.file_id));
    return send(call, name, createReadStream(path));
  }),

  serveBrowser(contract.downloadEdited, async ({ params }, call) => {
    const { row, name, opened } = await openedImport(call, params.id);
    return send(call, name, Readable.from(editedBytes(call.services.db, row, asCsv(opened))));
  }),
];

type OpenedCsv = Extract<Opened, { kind: 'csv' }>;

/** Throws `import.edits-need-csv` for a workbook. */
function asCsv(opened: Opened): OpenedCsv {
  if (opened.kind !== 'csv') {
    throw new AppError('import.edits-need-csv', `a file of kind ${opened.kind}`);
  }
  return opened;
}

/** Yields the bytes of a CSV file with the merchant's edits. */
async function* editedBytes(db: Db, row: ImportRow, opened: OpenedCsv): AsyncGenerator<Buffer> {
  const { mark, encoding } = opened.dialect;
  if (mark) {
    yield bytesOf(carriedMark(encoding), encoding);
  }
  for await (const { texts } of editedPages(db, row, opened)) {
    yield bytesOf(texts.join(''), encoding);
  }
}

/** Returns an import whose rows are all stored; throws `not-found`, and `import.not-checked` before. */
async function openedImport(
  call: Call,
  runId: string,
): Promise<{ row: ImportRow; name: string; opened: Opened }> {
  return await call.db(async (db) => {
    const row = await getImportRow(db, call.ownerId, runId);
    if (row.opened === null || row.rows === null) {
      throw new AppError('import.not-checked', `import ${runId} is ${row.state}`);
    }
    const { name } = await getImportFile(db, call.ownerId, row.file_id);
    return { row, name, opened: row.opened };
  });
}

/** Yields the bytes of a CSV file as they were imported. */
async function* csvBytes(
  db: Db,
  ownerId: string,
  row: ImportRow,
  { dialect: { mark, encoding } }: Extract<Opened, { kind: 'csv' }>,
): AsyncGenerator<Buffer> {
  if (mark) {
    yield bytesOf(carriedMark(encoding), encoding);
  }
  for await (const page of pagesOf(db, ownerId, row.run_id)) {
    yield unpackBytes(page.packed);
  }
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
