import type { StagedRow, StagedTable } from '@bowerbird/files/staging/staged-table';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { Opened } from '../../db/tables/imports.ts';
import { type Attempt, requireAttempt } from '../apply/attempt.ts';
import { unpackRows } from './pack-rows.ts';

/** Rows of a product: from the first to the last, or only these where others lie between. */
export interface RowSpan {
  first_row: number | null;
  last_row: number | null;
  rows: readonly number[] | null;
}

/** Pages that are kept unpacked. */
const keptPages = 4;

/** The stored rows of an import as they are read, with their remedies, by their numbers. */
export class StoredRows {
  readonly #ownerId: string;
  readonly #runId: string;
  readonly #opened: Opened;
  readonly #reading: StagedTable;
  readonly #bounds: readonly { page: number; first: number; last: number }[];
  readonly #kept = new Map<number, ReadonlyMap<number, StagedRow>>();

  private constructor(
    of: { ownerId: string; runId: string; opened: Opened; reading: StagedTable },
    bounds: readonly { page: number; first: number; last: number }[],
  ) {
    this.#ownerId = of.ownerId;
    this.#runId = of.runId;
    this.#opened = of.opened;
    this.#reading = of.reading;
    this.#bounds = bounds;
  }

  static async of(
    db: OwnerDb,
    of: { ownerId: string; runId: string; opened: Opened; reading: StagedTable },
  ): Promise<StoredRows> {
    const bounds = await db
      .selectFrom('import_page')
      .select(['page', 'first_row as first', 'last_row as last'])
      .where('owner_id', '=', of.ownerId)
      .where('run_id', '=', of.runId)
      .orderBy('page')
      .execute();
    return new StoredRows(of, bounds);
  }

  /** Returns the rows of each of these products, in the order of the file. */
  async read(db: OwnerDb, spans: readonly RowSpan[]): Promise<StagedRow[][]> {
    const read: StagedRow[][] = [];
    for (const span of spans) {
      read.push(await this.#rowsOf(db, span));
    }
    return read;
  }

  async #rowsOf(db: OwnerDb, { first_row: first, last_row: last, rows }: RowSpan): Promise<StagedRow[]> {
    if (first === null || last === null) {
      return [];
    }
    const numbers = rows ?? Array.from({ length: last - first + 1 }, (_, at) => first + at);
    const found: StagedRow[] = [];
    for (const number of numbers) {
      const page = this.#pageOf(number);
      const row = page === undefined ? undefined : (await this.#unpacked(db, page)).get(number);
      if (row) {
        found.push(row);
      }
    }
    return found;
  }

  #pageOf(number: number): number | undefined {
    let [low, high] = [0, this.#bounds.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#bounds[middle]?.last ?? 0) < number) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const found = this.#bounds[low];
    return found && found.first <= number && number <= found.last ? found.page : undefined;
  }

  async #unpacked(db: OwnerDb, page: number): Promise<ReadonlyMap<number, StagedRow>> {
    const kept = this.#kept.get(page);
    if (kept) {
      return kept;
    }
    const row = await db
      .selectFrom('import_page')
      .select(['packed', 'first_row', 'above'])
      .where('owner_id', '=', this.#ownerId)
      .where('run_id', '=', this.#runId)
      .where('page', '=', page)
      .executeTakeFirstOrThrow();
    if (this.#reading.looksAbove) {
      this.#reading.startBelow(row.above);
    }
    const rows = new Map<number, StagedRow>();
    for (const each of unpackRows(this.#opened, row)) {
      const remedied = this.#reading.remedied(each);
      if (remedied !== null) {
        rows.set(each.number, remedied);
      }
    }
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= keptPages && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
    this.#kept.set(page, rows);
    return rows;
  }
}

/** Stores with every page what its rows are read below. */
export async function storeAbove(
  db: Db,
  attempt: Attempt,
  reading: StagedTable,
  opened: Opened,
): Promise<void> {
  const { ownerId, runId } = attempt;
  reading.startBelow(null);
  let above: readonly string[] | null = null;
  for await (const page of pagesOf(db, ownerId, runId)) {
    const start: readonly string[] | null = above;
    await asOwner(db, ownerId, async (owned) => {
      await requireAttempt(owned, attempt);
      await owned
        .updateTable('import_page')
        .set({ above: start === null ? null : jsonText(start) })
        .where('owner_id', '=', ownerId)
        .where('run_id', '=', runId)
        .where('first_row', '=', page.first_row)
        .execute();
    });
    for (const row of unpackRows(opened, page)) {
      above = reading.remedied(row)?.cells ?? above;
    }
  }
}

/** Yields every stored row of an import in the order of the file, a page at a time. */
export async function* rowsOf(
  db: Db,
  { ownerId, runId, opened }: { ownerId: string; runId: string; opened: Opened },
): AsyncGenerator<NotedRow[]> {
  for await (const page of pagesOf(db, ownerId, runId)) {
    yield unpackRows(opened, page);
  }
}

/** Yields the packed rows of an import in the order of the file (`unpackBytes`, `unpackRows`). */
export async function* pagesOf(
  db: Db,
  ownerId: string,
  runId: string,
): AsyncGenerator<{ packed: Buffer; first_row: number }> {
  for (let page = 0; ; page += 1) {
    const row = await asOwner(db, ownerId, (owned) => findPage(owned, ownerId, runId, page));
    if (!row) {
      return;
    }
    yield row;
  }
}

/** Returns a page of packed rows; undefined behind the last one. */
export async function findPage(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  page: number,
): Promise<{ packed: Buffer; first_row: number } | undefined> {
  return await db
    .selectFrom('import_page')
    .select(['packed', 'first_row'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .where('page', '=', page)
    .executeTakeFirst();
}
