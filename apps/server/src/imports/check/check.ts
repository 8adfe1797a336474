import { noticeCodes } from '@bowerbird/contract/files/fault-codes';
import { importGroups } from '@bowerbird/contract/files/imports';
import { FaultGroups } from '@bowerbird/files/faults/groups';
import type { NamedProduct, StagedTable } from '@bowerbird/files/staging/staged-table';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import { sql } from 'kysely';
import { nextTurn } from '../../async/next-turn.ts';
import { prefetch } from '../../async/prefetch.ts';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import type { ImportFigures, Opened } from '../../db/tables/imports.ts';
import type { RunControl } from '../../runs/work.ts';
import { MarkedExports } from '../../uploads/exported/find-export.ts';
import { type Attempt, requireAttempt, requireChecking, TakenOver } from '../apply/attempt.ts';
import { getImportRow, type ImportRow } from '../queries.ts';
import { readingOf } from '../rows/reading.ts';
import { storeRows } from '../rows/store-rows.ts';
import { type RowSpan, rowsOf, StoredRows, storeAbove } from '../rows/stored-rows.ts';
import { type Comparison, columnsOf, type ReadProduct } from './compared.ts';
import { deleteChecked, insertItems, linesOf, type NewItem } from './import-items.ts';
import { RowGroups } from './row-groups.ts';
import { saveFaults } from './save-faults.ts';

/** Products read, compared and recorded at once. */
const atOnce = 500;

export interface CheckParts {
  /** Returns the path of the uploaded file; used only while its rows are not stored. */
  path(): Promise<string>;
  comparison(row: ImportRow, db: OwnerDb): Promise<Comparison>;
}

/**
 * Stores the rows of a file where that has not been done, reads its products, compares them and notes every error.
 * Nothing of the merchant's products is changed. Killed and called again, it ends with the same result.
 */
export async function checkImport(
  db: Db,
  attempt: Attempt,
  parts: CheckParts,
  control: Pick<RunControl, 'signal' | 'progress'>,
): Promise<void> {
  const { ownerId, runId } = attempt;
  const row = await asOwner(db, ownerId, (owned) => getImportRow(owned, ownerId, runId));
  const { groups, marked, reading, opened, refused } = await groupRows(db, attempt, row, parts, control);
  const faults = new FaultGroups();
  for (const fault of [...(refused ? [refused] : []), ...(reading?.faults ?? [])]) {
    faults.add(fault);
  }
  const comparison = await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt, 'checking');
    await deleteChecked(owned, ownerId, runId);
    await owned
      .updateTable('import')
      .set({ marked: sql<string[]>`${marked}::uuid[]` })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
    return await parts.comparison(await getImportRow(owned, ownerId, runId), owned);
  });
  const counted = new Counted();
  let columns: Record<string, string> | null = null;
  let recorded = 0;
  if (reading !== null && opened !== null && reading.faults.length === 0) {
    const used = reading;
    const rows = await asOwner(db, ownerId, (owned) =>
      StoredRows.of(owned, { ownerId, runId, opened, reading: used }),
    );
    const parts = prefetch(
      readParts(
        groups,
        (spans) => asOwner(db, ownerId, (owned) => rows.read(owned, spans)),
        used,
        comparison,
      ),
      () => true,
    );
    for await (const part of parts) {
      control.signal.throwIfAborted();
      columns ??= part.read[0] ? columnsOf(part.read[0].origin) : null;
      await asOwner(db, ownerId, async (owned) => {
        await requireChecking(owned, attempt);
        const items = await compareProducts(owned, part, comparison);
        await insertItems(owned, ownerId, runId, items);
        counted.add(items, faults);
      });
      recorded += part.spans.length;
      control.progress({ done: part.from + part.spans.length, total: groups.size });
    }
  }
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt, 'checking');
    await requireRecorded(owned, attempt, recorded);
    const gone = (await comparison.gone(owned)).map(
      (each, at): NewItem => ({
        ...each,
        position: groups.size + at,
        span: null,
        variants: 0,
        lines: null,
        faults: [],
        notices: [],
      }),
    );
    for (let from = 0; from < gone.length; from += atOnce) {
      await insertItems(owned, ownerId, runId, gone.slice(from, from + atOnce));
    }
    counted.add(gone, faults);
    await saveFaults(owned, ownerId, runId, faults.all());
    const figures: ImportFigures = {
      ...comparison.figures(),
      ...counted.figures(),
      products: groups.size,
      ...countFaults(faults),
      columns: columns ?? {},
    };
    await owned
      .updateTable('import')
      .set({ state: 'checked', figures: jsonText(figures), reached: 0 })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
}

/**
 * Throws `TakenOver` if the database, which crashed meanwhile, has forgotten some of what was recorded: the commits of a check do not wait
 * for the disk.
 */
async function requireRecorded(db: OwnerDb, { ownerId, runId }: Attempt, recorded: number): Promise<void> {
  const { count } = await db
    .selectFrom('import_item')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  if (count !== recorded) {
    throw new TakenOver(`import ${runId} has ${count} products, not ${recorded}`);
  }
}

/** Finds the rows of each product. */
async function groupRows(
  db: Db,
  attempt: Attempt,
  row: ImportRow,
  parts: CheckParts,
  { signal, progress }: Pick<RunControl, 'signal' | 'progress'>,
) {
  const { ownerId, runId } = attempt;
  const groups = new RowGroups();
  let reading: StagedTable | null = null;
  let marked: MarkedExports | null = null;
  const see = (each: NotedRow, opened: Opened) => {
    reading ??= readingOf(opened, row.request.mapping);
    marked ??= opened.header && new MarkedExports(opened.header.cells);
    if (opened.header !== null && each.number > opened.header.number) {
      marked?.add(each.cells);
    }
    const remedied = reading?.remedied(each) ?? null;
    if (reading !== null && remedied !== null) {
      groups.add(reading.keyOf(remedied), each.number);
    }
  };
  if (row.rows === null) {
    await storeRows(db, attempt, await parts.path(), {
      request: row.request,
      signal,
      see,
      progress: (rows) => progress({ done: rows }),
    });
  } else if (row.opened !== null) {
    const { opened } = row;
    for await (const page of rowsOf(db, { ownerId, runId, opened })) {
      signal.throwIfAborted();
      for (const each of page) {
        see(each, opened);
      }
    }
  }
  const { opened, refused } = await asOwner(db, ownerId, (owned) => getImportRow(owned, ownerId, runId));
  const used = reading as StagedTable | null;
  if (used?.looksAbove && opened !== null) {
    await storeAbove(db, attempt, used, opened);
  }
  const named = (marked as MarkedExports | null)?.ids ?? [];
  return { groups, marked: named, reading: reading as StagedTable | null, opened, refused };
}

/** Products that follow each other in the file. */
interface Part {
  from: number;
  spans: readonly RowSpan[];
  read: readonly NamedProduct[];
}

/** Reads the products of a file part by part: one is read while the one before is compared and recorded. */
async function* readParts(
  groups: RowGroups,
  rowsOfSpans: (spans: readonly RowSpan[]) => Promise<NotedRow[][]>,
  reading: StagedTable,
  comparison: Comparison,
): AsyncGenerator<Part, void> {
  for (let from = 0; from < groups.size; from += atOnce) {
    const spans = groups.spans(from, from + atOnce);
    const rows = await rowsOfSpans(spans);
    yield { from, spans, read: rows.map((own) => reading.read(own, (code) => comparison.knows(code))) };
    await nextTurn();
  }
}

async function compareProducts(
  db: OwnerDb,
  { from, spans, read }: Part,
  comparison: Comparison,
): Promise<NewItem[]> {
  const whole = read.flatMap((staged, at): ReadProduct[] => {
    const span = spans[at];
    return staged.product && span ? [{ span, staged, product: staged.product }] : [];
  });
  const compared = await comparison.compare(db, whole);
  const byStaged = new Map(whole.map(({ staged }, at) => [staged, compared[at]]));
  return read.map((staged, at): NewItem => {
    const span = spans[at] ?? null;
    const outcome = byStaged.get(staged);
    return {
      position: from + at,
      span,
      title: staged.title,
      variants: staged.product?.variants.length ?? 0,
      lines: linesOf(staged),
      faults: staged.faults,
      notices: staged.notices,
      key: outcome?.key ?? '',
      group: outcome?.group ?? 'faulty',
      productId: outcome?.productId ?? null,
      revision: outcome?.revision ?? null,
      contentHash: outcome?.contentHash ?? null,
    };
  });
}

function countFaults(groups: FaultGroups): Pick<ImportFigures, 'faults' | 'notices'> {
  const count = (isNotice: boolean) =>
    groups
      .all()
      .reduce((sum, group) => sum + (noticeCodes.has(group.code) === isNotice ? group.count : 0), 0);
  return { faults: count(false), notices: count(true) };
}

/** Counts what was recorded. */
class Counted {
  #variants = 0;
  #rowsFailed = 0;
  readonly #groups = new Map<string, number>();

  add(items: readonly NewItem[], faults: FaultGroups): void {
    for (const item of items) {
      this.#variants += item.variants;
      this.#groups.set(item.group, (this.#groups.get(item.group) ?? 0) + 1);
      if (item.group === 'faulty') {
        this.#rowsFailed += rowCount(item.span);
      }
      for (const fault of [...item.faults, ...item.notices]) {
        faults.add(fault);
      }
    }
  }

  figures(): Pick<ImportFigures, 'variants' | 'rowsFailed' | 'groups'> {
    return {
      variants: this.#variants,
      rowsFailed: this.#rowsFailed,
      groups: Object.fromEntries(importGroups.map((group) => [group, this.#groups.get(group) ?? 0])),
    };
  }
}

function rowCount(span: RowSpan | null): number {
  return span?.rows?.length ?? (span ? (span.last_row ?? 0) - (span.first_row ?? 0) + 1 : 0);
}
