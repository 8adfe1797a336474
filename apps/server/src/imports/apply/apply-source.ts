import { AppError } from '@bowerbird/contract/errors';
import type { StagedTable } from '@bowerbird/files/staging/staged-table';
import { sql } from 'kysely';
import { isStanding, looksAgainAt } from '../../billing/quotas.ts';
import { endOf, writeCertificate } from '../../collect/certificate.ts';
import { type Snapshot, snapshotOf } from '../../collect/lists/collected-columns.ts';
import { beginBatch, getCollectRun, readProgress } from '../../collect/progress.ts';
import { saveProducts } from '../../collect/saving/save-products.ts';
import { matchFresh } from '../../collect/similar/match-similar.ts';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import { jsonText } from '../../db/json-text.ts';
import { mergeRun } from '../../recollect/merge-run.ts';
import { alertsByHand } from '../../recollect/start.ts';
import type { RunControl, RunEnd } from '../../runs/work.ts';
import type { Services } from '../../services/services.ts';
import { asCollected, filePlatform, type Supplier, supplierAddress } from '../check/source-product.ts';
import { getFileSource, getImportRow, type ImportRow } from '../queries.ts';
import { readingOf } from '../rows/reading.ts';
import { StoredRows } from '../rows/stored-rows.ts';
import { type Attempt, requireAttempt } from './attempt.ts';

/** Products saved in one transaction. */
const atOnce = 250;

/**
 * Saves the products of a checked file as those of a supplier, as collecting saves a shop's, and merges them into the
 * products that were claimed from it before. Each part is saved with how far it goes, so that a run that is killed at
 * any moment saves nothing twice and leaves nothing out.
 */
export async function applySource(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  attempt: Attempt,
  control: RunControl,
): Promise<RunEnd> {
  const { db } = services;
  const { ownerId, runId } = attempt;
  const row = await asOwner(db, ownerId, async (owned) => {
    const found = await getImportRow(owned, ownerId, runId, 'update');
    await beginCollected(owned, found);
    return found;
  });
  const total = row.figures.products ?? 0;
  const saving = await openSaving(services, row);
  let { reached } = row;
  let size = atOnce;
  while (saving !== null && reached < total) {
    control.signal.throwIfAborted();
    const until = Math.min(total, reached + size);
    try {
      await asOwner(db, ownerId, (owned) => saveItems(owned, attempt, saving, { from: reached, until }));
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (!isStanding(failure)) {
        throw thrown;
      }
      if (until - reached === 1) {
        const { code, params } = failure;
        const goesOnAt = looksAgainAt(failure, new Date(services.clock.wall()));
        return { state: 'held', goesOnAt, fault: { code, params } };
      }
      // A part of these may still fit into what the merchant's plan allows.
      size = Math.ceil((until - reached) / 2);
      continue;
    }
    reached = until;
    size = atOnce;
    control.progress({ done: reached, total });
  }
  await asOwner(db, ownerId, (owned) => endCollected(owned, attempt, control.workedMs() / 1000));
  await matchFresh(db, ownerId, control.signal);
  await mergeRun(services, { ownerId, runId }, control);
  await asOwner(db, ownerId, async (owned) => {
    await requireAttempt(owned, attempt);
    await owned
      .updateTable('import')
      .set({ state: 'applied' })
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .execute();
  });
  const { groups = {} } = row.figures;
  const left = (groups.faulty ?? 0) + (groups.ambiguous ?? 0);
  control.progress({ done: total, total, failed: left });
  return { state: left > 0 || row.refused !== null ? 'partial' : 'complete' };
}

/** Makes the run one that collecting and merging know, of a shop that is the supplier; keeps how the file was read. */
async function beginCollected(db: OwnerDb, row: ImportRow): Promise<void> {
  const { owner_id: ownerId, run_id: runId, source_id: sourceId, request } = row;
  if (sourceId === null || request.into.as !== 'source') {
    throw new AppError('not-found', `the supplier of import ${runId}`);
  }
  await db
    .insertInto('collect_run')
    .values({
      run_id: runId,
      owner_id: ownerId,
      platform: filePlatform,
      shop: sourceId,
      // What is missing from a supplier's whole range is gone, as what a whole shop no longer has.
      scope: request.into.whole && row.refused === null ? 'shop' : 'list',
      addresses: JSON.stringify([supplierAddress(sourceId)]),
      promised: '[]',
      slices: '[]',
      ways: '[]',
    })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
  await db
    .insertInto('recollect_run')
    .values({ run_id: runId, owner_id: ownerId, watch_id: null, alerts: jsonText(alertsByHand) })
    .onConflict((conflict) => conflict.column('run_id').doNothing())
    .execute();
  await db
    .updateTable('file_source')
    .set({
      key: request.key,
      dialect: jsonText(request.dialect),
      mapping: jsonText(request.mapping),
      header: sql<string[]>`${[...(row.opened?.header?.cells ?? [])]}::text[]`,
    })
    .where('owner_id', '=', ownerId)
    .where('id', '=', sourceId)
    .execute();
}

interface Saving {
  row: ImportRow;
  supplier: Supplier;
  rows: StoredRows;
  reading: StagedTable;
}

async function openSaving({ db }: Pick<Services, 'db'>, row: ImportRow): Promise<Saving | null> {
  const { owner_id: ownerId, run_id: runId, source_id: sourceId, opened, request } = row;
  const reading = opened && readingOf(opened, request.mapping);
  if (!opened || !reading || sourceId === null) {
    return null;
  }
  return await asOwner(db, ownerId, async (owned) => ({
    row,
    reading,
    supplier: await getFileSource(owned, ownerId, sourceId),
    rows: await StoredRows.of(owned, { ownerId, runId, opened, reading }),
  }));
}

/** Saves some products, and how far the import is then. */
async function saveItems(
  db: OwnerDb,
  attempt: Attempt,
  { row, supplier, rows, reading }: Saving,
  { from, until }: { from: number; until: number },
): Promise<void> {
  const { ownerId, runId } = attempt;
  await requireAttempt(db, attempt, 'applying');
  const items = await findItems(db, { ownerId, runId, shop: supplier.id, from, until });
  const changed = items.filter(({ is_current: isCurrent }) => !isCurrent);
  const snapshots: Snapshot[] = (await rows.read(db, changed)).flatMap((own) => {
    const { product } = reading.read(own);
    return product ? [snapshotOf(asCollected(product, supplier, row.request))] : [];
  });
  const { rows: counted } = await sql<{ seq: number }>`
    select count(*)::integer as seq from collect_batch where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
  const keys = items.map(({ key }) => `${supplier.id} ${key}`);
  await beginBatch(db, ownerId, runId, counted[0]?.seq ?? 0, keys);
  if (snapshots.length > 0) {
    const scope = { ownerId, runId, platform: filePlatform, way: null };
    const { over } = await saveProducts(db, scope, snapshots);
    if (over) {
      throw over.why;
    }
  }
  await sql`
    update collect_run set got = got + ${items.length}, unchanged = unchanged + ${items.length - snapshots.length},
      variants = variants + ${items.reduce((sum, { variants }) => sum + variants, 0)},
      images = images + ${snapshots.reduce((sum, { image_count: images }) => sum + images, 0)}
    where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
  await sql`
    update import set reached = ${until} where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
}

interface Item {
  key: string;
  first_row: number;
  last_row: number;
  rows: number[] | null;
  variants: number;
  /** The supplier's product is saved already with this content. */
  is_current: boolean;
}

async function findItems(
  db: OwnerDb,
  {
    ownerId,
    runId,
    shop,
    from,
    until,
  }: { ownerId: string; runId: string; shop: string; from: number; until: number },
): Promise<Item[]> {
  const { rows } = await sql<Omit<Item, 'is_current'> & { content_hash: string | null }>`
    select key, first_row, last_row, rows, variants, content_hash from import_item
    where owner_id = ${ownerId} and run_id = ${runId} and position >= ${from} and position < ${until}
      and in_group in ('new', 'changed', 'unchanged', 'conflict')
    order by position
  `.execute(db);
  // Looked up by their keys: a join of fresh tables is planned as if they were empty.
  const { rows: saved } = await sql<{ source_id: string; content_hash: string }>`
    select source_id, content_hash from collected
    where owner_id = ${ownerId} and platform = ${filePlatform} and shop = ${shop}
      and source_id = any(${rows.map(({ key }) => key)}::text[])
  `.execute(db);
  const hashes = new Map(saved.map((row) => [row.source_id, row.content_hash]));
  return rows.map(({ content_hash: hash, ...item }) => ({
    ...item,
    is_current: hash !== null && hashes.get(item.key) === hash,
  }));
}

/** Writes what was saved, as the end of collecting. */
async function endCollected(db: OwnerDb, attempt: Attempt, seconds: number): Promise<void> {
  const { ownerId, runId } = attempt;
  await requireAttempt(db, attempt, 'applying');
  const run = await getCollectRun(db, ownerId, runId);
  if (endOf(run) === null) {
    const { figures } = await readProgress(db, ownerId, runId);
    await writeCertificate(db, run, figures, { fault: null, seconds: Math.round(seconds) });
  }
}
