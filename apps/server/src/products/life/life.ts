import { fieldsOf } from '@bowerbird/catalog/change/cell';
import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ProductLife } from '@bowerbird/contract/products/life';
import { type SqlBool, sql } from 'kysely';
import type { OwnerDb } from '../../db/database.ts';
import { shownCells } from '../history/history.ts';
import { findListingLife } from './life-listing.ts';
import { type RunFact, runFactsOf } from './life-runs.ts';

const exportsShown = 50;
const linesMax = 500;

/** Returns a product's whole history, from the page it was read from to the stores it is in. */
export async function findLife(db: OwnerDb, ownerId: string, id: string): Promise<ProductLife> {
  const row = await getProductRow(db, ownerId, id);
  const collected = await findCollected(db, ownerId, row.collected_id);
  const changes = await findChanges(db, ownerId, id);
  const exports = await findExports(db, ownerId, id);
  const facts = await runFactsOf(db, ownerId, {
    runIds: [
      ...(collected?.snapshots.flatMap(({ run_id }) => run_id ?? []) ?? []),
      ...(row.collect_run_id === null ? [] : [row.collect_run_id]),
      ...changes.flatMap(({ run_id }) => run_id ?? []),
      ...exports.map(({ id: runId }) => runId),
    ],
    userIds: changes.flatMap(({ user_id }) => user_id ?? []),
  });
  const { stores, lines } = await findListingLife(db, ownerId, id);
  return {
    id,
    title: row.title,
    imageUrl: row.image_url,
    sku: row.sku,
    status: row.status,
    price: row.price,
    currency: row.currency,
    revision: row.revision,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    source: sourceOf(row.content.source, collected, row.collect_run_id, facts.run),
    claim: claimOf(changes, facts),
    exports: exports.map((run) => ({
      run: { id: run.id, title: run.title },
      fileId: run.file_id,
      at: run.created_at.toISOString(),
      by: facts.run(run.id)?.by ?? null,
      products: run.done,
    })),
    stores,
    collecting: collectingOf(collected, facts.run),
    editing: changes.map((change) => ({
      id: change.edit_set_id,
      at: change.at.toISOString(),
      by: facts.name(change.user_id),
      result: 'done' as const,
      run: refOf(facts.run(change.run_id)),
      kind: change.kind,
      fields: fieldsOf(change.cells),
      revision: change.revision,
      takenBack: shownCells(change).undone,
    })),
    listing: lines,
  };
}

async function getProductRow(db: OwnerDb, ownerId: string, id: string) {
  const row = await db
    .selectFrom('product')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `product ${id}`);
  }
  return row;
}

function refOf(run: RunFact | null): { id: string; title: string } | null {
  return run && { id: run.id, title: run.title };
}

type FindRun = (id: string | null) => RunFact | null;
type Collected = Awaited<ReturnType<typeof findCollected>>;

function sourceOf(
  source: Product['source'],
  collected: Collected,
  collectRunId: string | null,
  run: FindRun,
): ProductLife['source'] {
  if (source === null) {
    return null;
  }
  return {
    collectedId: collected?.id ?? null,
    platform: source.platform,
    shop: source.shop,
    url: source.url,
    collectedAt: collected?.collected_at.toISOString() ?? null,
    changedAt: collected?.changed_at.toISOString() ?? null,
    timesSeen: collected?.times_seen ?? 0,
    versions: collected?.snapshots.length ?? 0,
    firstRun: refOf(run(collected?.first_run_id ?? collectRunId)),
    lastRun: refOf(run(collected?.last_run_id ?? collectRunId)),
  };
}

async function findCollected(db: OwnerDb, ownerId: string, id: string | null) {
  const row =
    id === null
      ? undefined
      : await db
          .selectFrom('collected')
          .select(['id', 'collected_at', 'changed_at', 'times_seen', 'first_run_id', 'last_run_id'])
          .where('owner_id', '=', ownerId)
          .where('id', '=', id)
          .executeTakeFirst();
  if (!row) {
    return null;
  }
  const earlier = await db
    .selectFrom('collected_version')
    .select(['id', 'at', 'run_id'])
    .where('owner_id', '=', ownerId)
    .where('collected_id', '=', row.id)
    .orderBy('id')
    .limit(linesMax)
    .execute();
  // The current snapshot is in `collected` itself; the first run that read it is always included.
  const now = {
    id: row.id,
    at: row.changed_at,
    run_id: earlier.length === 0 ? row.first_run_id : row.last_run_id,
  };
  return { ...row, snapshots: [...earlier, now] };
}

/** Returns each snapshot that differed from the one before, newest first. */
function collectingOf(collected: Collected, run: FindRun): ProductLife['collecting'] {
  return (collected?.snapshots ?? [])
    .map(({ id, at, run_id }, index) => {
      const of = run(run_id);
      return {
        id,
        at: at.toISOString(),
        by: of?.by ?? null,
        result: 'done' as const,
        run: refOf(of),
        kind: index === 0 ? ('collected' as const) : ('changed' as const),
      };
    })
    .reverse();
}

/** Returns what changed the product, newest first. */
async function findChanges(db: OwnerDb, ownerId: string, productId: string) {
  return await db
    .selectFrom('product_change')
    .innerJoin('edit_set', 'edit_set.id', 'product_change.edit_set_id')
    .select([
      'product_change.edit_set_id',
      'product_change.at',
      'product_change.revision',
      'product_change.cells',
      'product_change.undone',
      'edit_set.kind',
      'edit_set.steps',
      'edit_set.user_id',
      'edit_set.run_id',
    ])
    .where('product_change.owner_id', '=', ownerId)
    .where('product_change.product_id', '=', productId)
    .orderBy('product_change.revision', 'desc')
    .limit(linesMax)
    .execute();
}

function claimOf(
  changes: Awaited<ReturnType<typeof findChanges>>,
  facts: { run: FindRun; name(userId: string | null): string | null },
): ProductLife['claim'] {
  const claim = changes.findLast(({ kind }) => kind === 'claimed');
  return claim
    ? {
        at: claim.at.toISOString(),
        by: facts.name(claim.user_id),
        edits: (claim.steps ?? []).map(({ edit }) => edit),
        fields: fieldsOf(claim.cells),
        run: refOf(facts.run(claim.run_id)),
      }
    : null;
}

/** Returns exports for which this product was chosen by hand. */
async function findExports(db: OwnerDb, ownerId: string, productId: string) {
  return await db
    .selectFrom('run')
    .leftJoin('export_file', 'export_file.run_id', 'run.id')
    .select(['run.id', 'run.title', 'run.created_at', 'run.done', 'export_file.id as file_id'])
    .where('run.owner_id', '=', ownerId)
    .where('run.kind', '=', 'export')
    .where(sql<SqlBool>`run.request -> 'selection' -> 'ids' ? ${productId}`)
    .orderBy('run.id', 'desc')
    .limit(exportsShown)
    .execute();
}
