import { changedFields } from '@bowerbird/catalog/change/fields';
import { Product, productFields } from '@bowerbird/catalog/product';
import type { getCollected } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { OwnerDb } from '../db/database.ts';
import { reportRows, rowColumns } from './lists/list.ts';

type CollectedDetail = AnswerOf<typeof getCollected>;

/** Most earlier snapshots that are returned. */
const versionsMax = 50;
const duplicatesMax = 20;

/**
 * Returns everything known of one collected product, as it was collected; its markup is sanitised where the response is
 * sent.
 */
export async function getCollectedDetail(db: OwnerDb, ownerId: string, id: string): Promise<CollectedDetail> {
  const found = await db
    .selectFrom('collected')
    .select([...rowColumns, 'content', 'content_hash', 'ways', 'changed_at'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `collected ${id}`);
  }
  const { similarRows, group } = await findSimilar(db, ownerId, found);
  const [row, ...duplicates] = await reportRows(db, ownerId, [found, ...similarRows]);
  if (!row) {
    throw new AppError('not-found', `collected ${id}`);
  }
  const product = Product.parse(found.content);
  const now = { at: found.changed_at, run_id: found.last_run_id, product };
  return {
    row,
    product,
    ...snapshotOf(product, waysOf(found.ways)),
    duplicateGroup: group,
    rawHash: found.content_hash,
    versions: changesOf([...(await earlierSnapshots(db, ownerId, id)), now]),
    duplicates,
  };
}

interface EarlierSnapshot {
  at: Date;
  run_id: string | null;
  product: Product;
}

async function earlierSnapshots(db: OwnerDb, ownerId: string, id: string): Promise<EarlierSnapshot[]> {
  const rows = await db
    .selectFrom('collected_version')
    .select(['at', 'run_id', 'content'])
    .where('owner_id', '=', ownerId)
    .where('collected_id', '=', id)
    .orderBy('id', 'desc')
    .limit(versionsMax)
    .execute();
  return rows.reverse().map(({ at, run_id, content }) => ({ at, run_id, product: Product.parse(content) }));
}

/** Returns each snapshot with its changes against the one before, newest first; the first snapshot changed nothing. */
function changesOf(snapshots: readonly EarlierSnapshot[]): CollectedDetail['versions'] {
  return snapshots
    .map(({ at, run_id, product }, index) => {
      const before = snapshots[index - 1]?.product;
      return { at: at.toISOString(), runId: run_id, changed: before ? changedFields(before, product) : [] };
    })
    .reverse();
}

/** Finds products in the same duplicate group, and products with the same title and first image. */
async function findSimilar(db: OwnerDb, ownerId: string, found: { id: string; fingerprint: string }) {
  const mine = await db
    .selectFrom('similarity')
    .select(['group_id', 'kept'])
    .where('owner_id', '=', ownerId)
    .where('collected_id', '=', found.id)
    .executeTakeFirst();
  const similarRows = await db
    .selectFrom('collected')
    .select(rowColumns)
    .where('owner_id', '=', ownerId)
    .where('id', '!=', found.id)
    .where((eb) =>
      eb.or([
        eb('fingerprint', '=', found.fingerprint),
        eb(
          'id',
          'in',
          eb
            .selectFrom('similarity')
            .select('collected_id')
            .where('owner_id', '=', ownerId)
            .where('group_id', '=', mine?.group_id ?? found.id),
        ),
      ]),
    )
    .orderBy('id')
    .limit(duplicatesMax)
    .execute();
  return {
    similarRows,
    group: mine === undefined || mine.kept || similarRows.length === 0 ? null : mine.group_id,
  };
}

/** Page formats whose data rarely differs from what the page shows. */
const sureForms = new Set(['linked-data', 'microdata']);

/**
 * Returns for each field how it was read: for a page read through several data formats, the format that gave the field.
 * On a page of an unknown platform, a field from a format that shops fill carelessly, or from the address only, may be
 * wrong.
 */
function snapshotOf(
  product: Product,
  ways: Record<string, string>,
): Pick<CollectedDetail, 'ways' | 'uncertain'> {
  const { fields, priceIs } = product.extra.page ?? {};
  if (typeof fields !== 'object' || fields === null) {
    return { ways, uncertain: [] };
  }
  const reported = Object.fromEntries(
    Object.entries(fields).flatMap(([field, form]) => (typeof form === 'string' ? [[field, form]] : [])),
  );
  if (product.source?.platform !== 'unknown') {
    return { ways: { ...ways, ...reported }, uncertain: [] };
  }
  const guessed = Object.entries(reported).flatMap(([field, form]) => (sureForms.has(form) ? [] : [field]));
  return {
    ways: { ...ways, ...reported },
    uncertain: [...new Set([...guessed, ...(priceIs === 'lowest' ? ['variants'] : [])])],
  };
}

/** `*` stands for every field. */
function waysOf({ '*': all, ...own }: Record<string, string>): Record<string, string> {
  return { ...(all !== undefined && Object.fromEntries(productFields.map((field) => [field, all]))), ...own };
}
