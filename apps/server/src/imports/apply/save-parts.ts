import { AppError } from '@bowerbird/contract/errors';
import type { StagedTable } from '@bowerbird/files/staging/staged-table';
import { sql } from 'kysely';
import { nextTurn } from '../../async/next-turn.ts';
import { isStanding, looksAgainAt } from '../../billing/quotas.ts';
import { type Snapshot, snapshotOf } from '../../collect/lists/collected-columns.ts';
import { beginBatch } from '../../collect/progress.ts';
import { saveProducts } from '../../collect/saving/save-products.ts';
import { storedKeys } from '../../collect/similar/stored-keys.ts';
import { asOwner, type Db, type OwnerDb } from '../../db/database.ts';
import type { RunEnd } from '../../runs/work.ts';
import type { Services } from '../../services/services.ts';
import { asCollected, filePlatform, type Supplier } from '../check/source-product.ts';
import { getFileSource, type ImportRow } from '../queries.ts';
import { readingOf } from '../rows/reading.ts';
import { StoredRows } from '../rows/stored-rows.ts';
import { type Attempt, requireAttempt, TakenOver } from './attempt.ts';

/** Products read, and saved in one transaction, at once. */
const atOnce = 500;

/** What is needed to read and save the products of a checked file. */
export interface Saving {
  row: ImportRow;
  supplier: Supplier;
  rows: StoredRows;
  reading: StagedTable;
}

/** Returns null for a file of which nothing can be read. */
export async function openSaving({ db }: Pick<Services, 'db'>, row: ImportRow): Promise<Saving | null> {
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

/** Checked products that follow each other in the file, as they are to be saved; null for one that is saved already. */
interface Part {
  items: { item: Item; snapshot: Snapshot | null }[];
  from: number;
  until: number;
}

/** Products read before other work gets its turn: the part that is being saved must not wait for a whole part to be read. */
const readAtOnce = 10;

/** Reads the checked products part by part: one is read while the one before is saved. */
export async function* readParts(
  db: Db,
  { row, supplier, rows, reading }: Saving,
  { from: start, total }: { from: number; total: number },
): AsyncGenerator<Part, void> {
  const { owner_id: ownerId, run_id: runId, request } = row;
  for (let from = start; from < total; from += atOnce) {
    const until = Math.min(total, from + atOnce);
    const { items, changed, found } = await asOwner(db, ownerId, async (owned) => {
      const items = await findItems(owned, { ownerId, runId, shop: supplier.id, from, until });
      const changed = items.filter(({ is_current: isCurrent }) => !isCurrent);
      return { items, changed, found: await rows.read(owned, changed) };
    });
    const read = new Map<Item, Snapshot>();
    for (const [at, own] of found.entries()) {
      const item = changed[at];
      const { product } = reading.read(own);
      if (item && product) {
        const snapshot = snapshotOf(asCollected(product, supplier, request));
        storedKeys(ownerId, snapshot);
        read.set(item, snapshot);
      }
      if (at % readAtOnce === readAtOnce - 1) {
        await nextTurn();
      }
    }
    yield { items: items.map((item) => ({ item, snapshot: read.get(item) ?? null })), from, until };
  }
}

/** Saves a part, in smaller ones where the merchant's plan has no room for all of it; returns why the import must wait. */
export async function savePart(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  attempt: Attempt,
  saving: Saving,
  part: Part,
): Promise<RunEnd | null> {
  let { from } = part;
  let size = part.until - from;
  while (from < part.until) {
    const until = Math.min(part.until, from + size);
    const items = part.items.filter(({ item: { position } }) => position >= from && position < until);
    try {
      await asOwner(db, attempt.ownerId, (owned) =>
        saveItems(owned, attempt, saving, { items, from, until }),
      );
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (!isStanding(failure)) {
        throw thrown;
      }
      if (until - from === 1) {
        const { code, params } = failure;
        const goesOnAt = looksAgainAt(failure, new Date(clock.wall()));
        return { state: 'held', goesOnAt, fault: { code, params } };
      }
      // A part of these may still fit into what the merchant's plan allows.
      size = Math.ceil(size / 2);
      continue;
    }
    from = until;
  }
  return null;
}

/**
 * Saves some products, and how far the import is then. Their commit does not wait for the disk (`beginBatch`): a database that crashed may
 * have forgotten the part before. Then this throws `TakenOver`, and the import goes on from what the database has.
 */
async function saveItems(
  db: OwnerDb,
  attempt: Attempt,
  { supplier }: Saving,
  { items, from, until }: Part,
): Promise<void> {
  const { ownerId, runId } = attempt;
  await requireAttempt(db, attempt, 'applying');
  const snapshots = items.flatMap(({ snapshot }) => snapshot ?? []);
  const { rows: counted } = await sql<{ seq: number }>`
    select count(*)::integer as seq from collect_batch where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
  const keys = items.map(({ item }) => `${supplier.id} ${item.key}`);
  await beginBatch(db, ownerId, runId, counted[0]?.seq ?? 0, keys);
  const scope = { ownerId, runId, platform: filePlatform, way: null };
  const saved = snapshots.length > 0 ? await saveProducts(db, scope, snapshots) : null;
  if (saved?.over) {
    throw saved.over.why;
  }
  const unchanged = items.length - snapshots.length + (saved?.unchanged ?? 0);
  await sql`
    update collect_run set got = got + ${items.length}, unchanged = unchanged + ${unchanged},
      variants = variants + ${items.reduce((sum, { item: { variants } }) => sum + variants, 0)},
      images = images + ${snapshots.reduce((sum, { image_count: images }) => sum + images, 0)}
    where owner_id = ${ownerId} and run_id = ${runId}
  `.execute(db);
  const { numAffectedRows } = await sql`
    update import set reached = ${until} where owner_id = ${ownerId} and run_id = ${runId} and reached = ${from}
  `.execute(db);
  if (numAffectedRows !== 1n) {
    throw new TakenOver(`what import ${runId} saved before product ${from} is gone`);
  }
}

interface Item {
  position: number;
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
    select position, key, first_row, last_row, rows, variants, content_hash from import_item
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
