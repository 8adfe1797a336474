import { describeChange } from '@bowerbird/catalog/change/describe';
import { applyEdits, type Edit } from '@bowerbird/catalog/edits/edit';
import { type AttachedRule, applyRules, type RuleRejection } from '@bowerbird/catalog/edits/rule-steps';
import { repaired } from '@bowerbird/catalog/invariants/repair';
import { withoutOwnValues } from '@bowerbird/catalog/own-values/in-store';
import { marginPercent } from '@bowerbird/catalog/pricing/price';
import type { Product } from '@bowerbird/catalog/product';
import type { previewClaim } from '@bowerbird/contract/collect/collected';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Fault } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { mapInTurns } from '../../async/map-in-turns.ts';
import { requireQuota } from '../../billing/quotas.ts';
import type { OwnerDb } from '../../db/database.ts';
import { OpenEditSet, stepsOf } from '../history/edit-sets.ts';
import { saveRecords } from '../history/history.ts';
import { type ProductRule, rulesForNew, saveRejections } from '../write/attached-rules.ts';
import { cleanHtml } from '../write/description.ts';
import { insertProducts } from '../write/insert.ts';
import { columnsOf, priceRange } from '../write/rows.ts';

export interface ClaimRequest {
  collectedIds: readonly string[];
  /** Edits applied while claiming. */
  edits: readonly Edit[];
  userId: string | null;
  /** The edit set of a run; left out, the claim gets its own. */
  editSet?: OpenEditSet;
  /** Claims no more than this many. */
  atMost?: number;
  /** What stops a product from being claimed, given what its source states and what was made of it; left out, nothing does. */
  stops?: ClaimStops;
}

export type ClaimStops = (read: Product, made: Product) => Fault | null;

export interface Claimed {
  claimed: number;
  alreadyClaimed: number;
  /** Number of claimed products that were invalid and were repaired (`repaired`); their history shows what changed. */
  repaired: number;
  /**
   * Ids of new and earlier claimed products, in the requested order; collected products that do not exist are left out.
   */
  productIds: string[];
}

/**
 * Makes products of collected ones. One that was claimed already gives its existing product, never a second one. If the
 * merchant's plan cannot hold all, none is claimed: `quota.exceeded`.
 */
export async function claimCollected(db: OwnerDb, ownerId: string, request: ClaimRequest): Promise<Claimed> {
  const { rows, claims } = await claimEach(db, ownerId, request);
  const products = new Map(rows.map((row) => [row.id, row.product_id]));
  for (const { id, collectedId } of claims) {
    products.set(collectedId, id);
  }
  return {
    claimed: claims.length,
    alreadyClaimed: rows.length - claims.length,
    repaired: claims.filter(({ isRepaired }) => isRepaired).length,
    productIds: [...new Set(request.collectedIds)].flatMap((id) => products.get(id) ?? []),
  };
}

/**
 * The same, and returns the collected products that were found, the claims that were made of them, and by collected product what was
 * stopped.
 */
export async function claimEach(
  db: OwnerDb,
  ownerId: string,
  request: ClaimRequest,
): Promise<{ rows: CollectedRow[]; claims: Claim[]; stopped: Map<string, Fault> }> {
  const rows = await lockCollected(db, ownerId, request.collectedIds);
  const open = rows.filter((row) => row.product_id === null).slice(0, request.atMost);
  // Computed before other claims of this merchant have to wait.
  const drafts = await mapInTurns(open, (row) => claimOf(v7(), row, request.edits));
  await requireQuota(db, ownerId, 'products', drafts.length);
  const { claims, stopped } = partStopped(
    await withRules(db, ownerId, open, drafts, request.edits),
    request.stops,
  );
  if (claims.length > 0) {
    const { userId, edits, editSet } = request;
    const set = editSet ?? OpenEditSet.of(ownerId, { kind: 'claimed', userId, steps: stepsOf(edits) });
    const editSetId = await set.open(db);
    await insertProducts(db, ownerId, claims);
    const records = claims.map(({ id, cells }) => ({ productId: id, revision: 1, cells }));
    await saveRecords(db, ownerId, editSetId, records);
    await saveRejections(
      db,
      ownerId,
      claims.flatMap(({ id, rejections }) => (rejections.length > 0 ? [{ productId: id, rejections }] : [])),
    );
    await markClaimed(db, ownerId, claims);
  }
  return { rows, claims, stopped };
}

/** Parts claims from those that are stopped, with why, by collected product. */
function partStopped(
  all: readonly Claim[],
  stops: ClaimStops = () => null,
): { claims: Claim[]; stopped: Map<string, Fault> } {
  const claims: Claim[] = [];
  const stopped = new Map<string, Fault>();
  for (const claim of all) {
    const why = stops(claim.read, claim.product);
    if (why === null) {
      claims.push(claim);
    } else {
      stopped.set(claim.collectedId, why);
    }
  }
  return { claims, stopped };
}

/** Previews what claiming with these edits would make of these; writes nothing. */
export async function sampleClaim(
  db: OwnerDb,
  ownerId: string,
  collectedIds: readonly string[],
  edits: readonly Edit[],
): Promise<AnswerOf<typeof previewClaim>['sample']> {
  const rows = await db
    .selectFrom('collected')
    .select(['id', 'content'])
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${collectedIds}::uuid[])`)
    .execute();
  const found = new Map(rows.map(({ id, content }) => [id, content]));
  return collectedIds.flatMap((id) => {
    const before = found.get(id);
    if (!before) {
      return [];
    }
    const after = repaired(applyEdits(before, edits)).product;
    return {
      id,
      title: { before: before.title, after: after.title },
      imageUrl: after.images[0]?.url ?? null,
      price: { before: priceRange(before.variants).low, after: priceRange(after.variants).low },
      currency: after.currency,
      ...costOf(before, after),
      changes: wordsChanged(before, after),
    };
  });
}

/**
 * Returns the cost and the margin of the variant with the lowest price; without a cost, the source's price counts as
 * the cost.
 */
function costOf(before: Product, after: Product): { cost: string | null; margin: number | null } {
  const { low } = priceRange(after.variants);
  const cheapest = after.variants.find(({ price }) => price === low);
  const sourcePrice = before.variants.find(({ id }) => id === cheapest?.id)?.price;
  const cost = cheapest?.cost ?? null;
  const counted = cost ?? sourcePrice ?? null;
  const percent = counted === null || low === null ? null : marginPercent(low, counted);
  return { cost, margin: percent === null ? null : Number(percent) };
}

/** Maximum number of characters shown of a description. */
const excerptMax = 160;

/** Returns what edits change other than title and price, as text; of a description, the beginning of the difference. */
function wordsChanged(before: Product, after: Product) {
  const wordsOf = ({ vendor, tags, categories, status }: Product) => ({
    vendor: vendor ?? '',
    tags: tags.join(', '),
    categories: categories.map((path) => path.join(' / ')).join(', '),
    status,
  });
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const changed = (Object.keys(old) as (keyof typeof old)[]).flatMap((field) =>
    old[field] === now[field] ? [] : [{ field, before: old[field], after: now[field] }],
  );
  if (before.descriptionHtml === after.descriptionHtml) {
    return changed;
  }
  const [was, is] = [plainWords(before.descriptionHtml), plainWords(after.descriptionHtml)];
  const same = [...was].findIndex((sign, at) => sign !== is[at]);
  const from = Math.max(0, (same === -1 ? was.length : same) - 20);
  const part = (text: string) => text.slice(from, from + excerptMax);
  return [...changed, { field: 'descriptionHtml', before: part(was), after: part(is) }];
}

function plainWords(html: string): string {
  return html
    .replaceAll(/<[^<>]{0,2000}>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Undoes claims: deletes those of these products that are untouched since their claim and were never listed. Returns
 * how many.
 */
export async function undoClaim(
  db: OwnerDb,
  ownerId: string,
  productIds: readonly string[],
): Promise<number> {
  // A listing that begins at this moment locks its products; the statement after this one sees what it wrote.
  await sql`
    select from product where owner_id = ${ownerId} and id = any(${productIds}::uuid[]) order by id for update
  `.execute(db);
  const { numDeletedRows } = await db
    .deleteFrom('product')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${productIds}::uuid[])`)
    .where('collected_id', 'is not', null)
    .where('revision', '=', 1)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('listing')
            .select('listing.id')
            .where('listing.owner_id', '=', ownerId)
            .whereRef('listing.product_id', '=', 'product.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Locked in a fixed order, so that two claims of the same products wait for each other and never deadlock. Each is looked
 * up by its id, whatever the planner believes of the table.
 */
async function lockCollected(db: OwnerDb, ownerId: string, ids: readonly string[]): Promise<CollectedRow[]> {
  const inOrder = [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  const { rows } = await sql<CollectedRow>`
    select found.* from unnest(${inOrder}::uuid[]) as given (id)
    cross join lateral (
      select id, content, content_hash, last_run_id, product_id from collected
      where owner_id = ${ownerId} and id = given.id for update
    ) as found
  `.execute(db);
  return rows;
}

/**
 * Returns what claiming makes of a snapshot: HTML sanitized, edits applied, invalid data repaired, attached rules applied.
 * A rule that cannot be applied to it is left out and reported. `read`: the snapshot with its HTML sanitized alone.
 */
export function claimedFrom(
  snapshot: Product,
  edits: readonly Edit[],
  rules: readonly AttachedRule[],
): { read: Product; product: Product; rejections: RuleRejection[]; isRepaired: boolean } {
  const read = cleanSnapshot(snapshot);
  const { product, repairs } = repaired(cleanSnapshot(applyEdits(read, edits), read));
  const ruled = applyRules(product, rules);
  return {
    read,
    product: cleanSnapshot(ruled.product, product),
    rejections: ruled.rejections,
    isRepaired: repairs.length > 0,
  };
}

interface CollectedRow {
  id: string;
  content: Product;
  content_hash: string;
  last_run_id: string | null;
  product_id: string | null;
}

/** Returns the products to be inserted: drafts without rules, computed again under the rules whose filters they match. */
async function withRules(
  db: OwnerDb,
  ownerId: string,
  rows: readonly CollectedRow[],
  drafts: Claim[],
  edits: readonly Edit[],
): Promise<Claim[]> {
  const ids = drafts.map(({ id }) => id);
  const rules = await rulesForNew(db, ownerId, ids, () => insertProducts(db, ownerId, drafts));
  return rules.size === 0
    ? drafts
    : rows.map((row, at) => claimOf(ids[at] ?? v7(), row, edits, rules.get(ids[at] ?? '')));
}

function claimOf(id: string, row: CollectedRow, edits: readonly Edit[], rules: readonly ProductRule[] = []) {
  const { read, product, rejections, isRepaired } = claimedFrom(row.content, edits, rules);
  return {
    id,
    read,
    product,
    rules: rules.map((rule) => rule.id),
    rejections,
    columns: columnsOf(product),
    collectedId: row.id,
    collectRunId: row.last_run_id,
    sourceHash: row.content_hash,
    cells: describeChange(read, product),
    isRepaired,
  };
}
type Claim = ReturnType<typeof claimOf>;

/**
 * Returns a snapshot with its HTML sanitized and without own values in stores, which no source has; the same object if it
 * was so.
 * @param known a product whose description is clean: an equal one is not sanitized again
 */
export function cleanSnapshot(given: Product, known?: Product): Product {
  const product = withoutOwnValues(given);
  if (product.descriptionHtml === known?.descriptionHtml) {
    return product;
  }
  const descriptionHtml = cleanHtml(product.descriptionHtml);
  return descriptionHtml === product.descriptionHtml ? product : { ...product, descriptionHtml };
}

/** Marks the locked rows. They are found by their places in the table: a join by id may read all of the owner's rows. */
async function markClaimed(db: OwnerDb, ownerId: string, claims: readonly Claim[]): Promise<void> {
  const ids = claims.map(({ collectedId }) => collectedId);
  await sql`
    update collected set product_id = given.product_id
    from unnest(${ids}::uuid[], ${claims.map(({ id }) => id)}::uuid[]) as given (id, product_id)
    where collected.id = given.id and collected.owner_id = ${ownerId} and collected.ctid = any(array(
      select found.ctid from unnest(${ids}::uuid[]) as wanted (id)
      cross join lateral (select ctid from collected where id = wanted.id limit 1) as found
    ))
  `.execute(db);
}
