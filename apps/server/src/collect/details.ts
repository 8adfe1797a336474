import { describeChange } from '@bowerbird/catalog/change';
import { Product, productFields } from '@bowerbird/catalog/product';
import type { getCollected } from '@bowerbird/contract/collected';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { OwnerDb } from '../db/database.ts';
import { rowColumns, tellRows } from './list.ts';

type CollectedDetail = AnswerOf<typeof getCollected>;

/** As many earlier readings as are told. */
const versionsMax = 50;
const twinsMax = 20;

/** Everything known of one collected product, as it was collected; its markup is made safe where it is answered. */
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
  const { twins, group } = await findAlike(db, ownerId, found);
  const [row, ...duplicates] = await tellRows(db, ownerId, [found, ...twins]);
  if (!row) {
    throw new AppError('not-found', `collected ${id}`);
  }
  const product = Product.parse(found.content);
  const now = { at: found.changed_at, run_id: found.last_run_id, product };
  return {
    row,
    product,
    ...readingOf(product, waysOf(found.ways)),
    duplicateGroup: group,
    rawHash: found.content_hash,
    versions: changesOf([...(await earlierReadings(db, ownerId, id)), now]),
    duplicates,
  };
}

interface EarlierReading {
  at: Date;
  run_id: string | null;
  product: Product;
}

async function earlierReadings(db: OwnerDb, ownerId: string, id: string): Promise<EarlierReading[]> {
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

/** Each reading with what it changed of the one before, newest first; the first one changed nothing. */
function changesOf(readings: readonly EarlierReading[]): CollectedDetail['versions'] {
  return readings
    .map(({ at, run_id, product }, index) => {
      const before = readings[index - 1]?.product;
      return { at: at.toISOString(), runId: run_id, changed: before ? describeChange(before, product) : [] };
    })
    .reverse();
}

/** What is in one group with it, and what shows the same: title and first picture alike. */
async function findAlike(db: OwnerDb, ownerId: string, found: { id: string; fingerprint: string }) {
  const mine = await db
    .selectFrom('likeness')
    .select(['group_id', 'kept'])
    .where('owner_id', '=', ownerId)
    .where('collected_id', '=', found.id)
    .executeTakeFirst();
  const twins = await db
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
            .selectFrom('likeness')
            .select('collected_id')
            .where('owner_id', '=', ownerId)
            .where('group_id', '=', mine?.group_id ?? found.id),
        ),
      ]),
    )
    .orderBy('id')
    .limit(twinsMax)
    .execute();
  return { twins, group: mine === undefined || mine.kept || twins.length === 0 ? null : mine.group_id };
}

/** Forms of a page that only seldom tell something else than the page shows. */
const sureForms = new Set(['linked-data', 'microdata']);

/**
 * The way of each field: where a page was read by the forms it tells a product in, the form in which it told that field. On a
 * page of no known platform, what it told in a form that shops fill carelessly, or what only its address tells, may be wrong.
 */
function readingOf(product: Product, ways: Record<string, string>): Pick<CollectedDetail, 'ways' | 'unsure'> {
  const { fields, priceIs } = product.extra.page ?? {};
  if (typeof fields !== 'object' || fields === null) {
    return { ways, unsure: [] };
  }
  const told = Object.fromEntries(
    Object.entries(fields).flatMap(([field, form]) => (typeof form === 'string' ? [[field, form]] : [])),
  );
  if (product.source?.platform !== 'unknown') {
    return { ways: { ...ways, ...told }, unsure: [] };
  }
  const doubtful = Object.entries(told).flatMap(([field, form]) => (sureForms.has(form) ? [] : [field]));
  return {
    ways: { ...ways, ...told },
    unsure: [...new Set([...doubtful, ...(priceIs === 'lowest' ? ['variants'] : [])])],
  };
}

/** `*` stands for every field. */
function waysOf({ '*': all, ...own }: Record<string, string>): Record<string, string> {
  return { ...(all !== undefined && Object.fromEntries(productFields.map((field) => [field, all]))), ...own };
}
