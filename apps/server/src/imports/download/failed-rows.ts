import type { Language } from '@bowerbird/contract/account/account';
import { isErrorCode } from '@bowerbird/contract/errors';
import type { FileFault } from '@bowerbird/contract/files/fault-codes';
import type { Fault } from '@bowerbird/contract/runs';
import { fileFaultText } from '@bowerbird/contract/texts/file-fault-text';
import { sentenceFor } from '@bowerbird/contract/texts/sentences';
import { failedHeader, failedRow, type RowProblem } from '@bowerbird/files/faults/failed-rows';
import { type Dialect, writtenRow } from '@bowerbird/files/text/dialect';
import { bytesOf, carriedMark } from '@bowerbird/files/text/encoding';
import { asOwner, type Db } from '../../db/database.ts';
import type { Opened } from '../../db/tables/imports.ts';
import { rowsOf } from '../rows/stored-rows.ts';

/** As spreadsheet programs of every language open it: the mark says that it is UTF-8. */
const dialect: Dialect = {
  encoding: 'utf-8',
  mark: true,
  separator: ',',
  lineEnd: '\r\n',
  quoting: 'needed',
};

export interface Asked {
  ownerId: string;
  runId: string;
  language: Language;
  opened: Opened;
}

/**
 * Yields the CSV file of the rows that were not imported: the original cells of each product with an error or a rejection,
 * and what is wrong. Memory: some hundred bytes for each such row.
 */
export async function* failedRowsFile(db: Db, asked: Asked): AsyncGenerator<Buffer> {
  const { opened } = asked;
  const header = opened.header?.cells ?? [];
  const problems = await problemsByRow(db, asked);
  yield bytesOf(carriedMark(dialect.encoding) + written(failedHeader(header)), dialect.encoding);
  for await (const page of rowsOf(db, asked)) {
    const rows = page.flatMap((row) => {
      const own = problems.get(row.number);
      return own ? [written(failedRow(header, row, own))] : [];
    });
    if (rows.length > 0) {
      yield bytesOf(rows.join(''), dialect.encoding);
    }
  }
}

function written(cells: readonly string[]): string {
  // UTF-8 has bytes for every character of a cell.
  return writtenRow(cells, dialect) ?? '';
}

/** Returns the rows of products that were not imported, each with its own problems. */
export async function problemsByRow(
  db: Db,
  { ownerId, runId, language }: Asked,
): Promise<ReadonlyMap<number, readonly RowProblem[]>> {
  const items = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('import_item')
      .select(['first_row', 'last_row', 'rows', 'faults', 'rejection'])
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .where((where) => where.or([where('in_group', '=', 'faulty'), where('outcome', '=', 'rejected')]))
      .orderBy('position')
      .execute(),
  );
  const byRow = new Map<number, RowProblem[]>();
  for (const { first_row: first, last_row: last, rows, faults, rejection } of items) {
    if (first === null || last === null) {
      continue;
    }
    for (const row of rows ?? Array.from({ length: last - first + 1 }, (_, at) => first + at)) {
      byRow.set(row, []);
    }
    for (const fault of faults ?? []) {
      byRow.get(fault.row)?.push(problemOfFault(language, fault));
    }
    if (rejection) {
      byRow.get(first)?.push(problemOfRejection(language, rejection));
    }
  }
  return byRow;
}

function problemOfFault(language: Language, { column, code }: FileFault): RowProblem {
  return { fault: column === null ? code : `${column}: ${code}`, ...fileFaultText(language, code) };
}

function problemOfRejection(language: Language, { code, params }: Fault): RowProblem {
  return { fault: code, reason: isErrorCode(code) ? sentenceFor(language, code, params) : code, remedy: '' };
}
