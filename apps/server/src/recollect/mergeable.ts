import type { Edit } from '@bowerbird/catalog/edits/edit';
import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { RuleRejection } from '@bowerbird/catalog/edits/rule-steps';
import {
  type KnownSnapshot,
  type MergedSource,
  mergeSource,
  type SourceAnswers,
  type SourceRules,
} from '@bowerbird/catalog/merge/merge-source';
import type { Product } from '@bowerbird/catalog/product';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { MergeConflictTable } from '../db/tables/recollect.ts';
import { claimedFrom, cleanSnapshot } from '../products/claim/claim.ts';
import { attachedTo, type ProductRule } from '../products/write/attached-rules.ts';
import type { Rules } from './rules.ts';

export type ConflictRow = Selectable<MergeConflictTable>;

/** A claimed product with everything that a merge needs. */
export interface Mergeable {
  id: string;
  revision: number;
  product: Product;
  /** The snapshot it was last merged with; its content is null when it is no longer kept. */
  merged: { hash: string | null; content: Product | null; at: Date };
  known: KnownSnapshot | null;
  collected: {
    id: string;
    platform: string;
    shop: string;
    url: string;
    content: Product;
    hash: string;
    at: Date;
  };
  /** The edits it was claimed with. */
  edits: Edit[];
  /** The rules that it has, in the order in which they are applied. */
  rules: ProductRule[];
  conflict: ConflictRow | null;
}

interface Row {
  id: string;
  revision: number;
  content: Product;
  source_hash: string | null;
  source_known: KnownSnapshot | null;
  updated_at: Date;
  collected_id: string;
  platform: string;
  shop: string;
  url: string;
  now: Product;
  now_hash: string;
  now_at: Date;
  before: Product | null;
  before_at: Date | null;
  steps: EditStep[] | null;
  rules: ProductRule[] | null;
}

/**
 * Returns these claimed products, locked in a fixed order until the transaction ends. Others, and products without a
 * collected product, are left out.
 */
export async function lockMergeable(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<Mergeable[]> {
  // Locks first: after this, no other transaction writes what is read below.
  await sql`
    select from product where owner_id = ${ownerId} and id = any(${ids}::uuid[]) order by id for no key update
  `.execute(db);
  return await findMergeable(db, ownerId, ids);
}

export async function findMergeable(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<Mergeable[]> {
  const { rows } = await sql<Row>`
    select product.id, product.revision, product.content, product.source_hash, product.source_known,
      product.updated_at, collected.id as collected_id, collected.platform, collected.shop, collected.url,
      collected.content as now, collected.content_hash as now_hash, collected.changed_at as now_at,
      earlier.content as before, earlier.at as before_at, claim.steps, attached.rules
    from product
    join collected on collected.id = product.collected_id and collected.owner_id = ${ownerId}
    left join lateral (
      select content, at from collected_version
      where collected_id = collected.id and content_hash = product.source_hash
        and product.source_hash <> collected.content_hash
      order by at desc limit 1
    ) as earlier on true
    left join lateral (
      select edit_set.steps from product_change
      join edit_set on edit_set.id = product_change.edit_set_id
      where product_change.product_id = product.id and edit_set.kind = 'claimed'
      order by product_change.revision limit 1
    ) as claim on true
    left join lateral ${attachedTo(ownerId)} on true
    where product.owner_id = ${ownerId} and product.id = any(${ids}::uuid[])
    order by product.id
  `.execute(db);
  const conflicts = await findConflicts(db, ownerId, ids);
  return rows.map((row) => toMergeable(row, conflicts.get(row.id) ?? null));
}

async function findConflicts(db: OwnerDb, ownerId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('merge_conflict')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row]));
}

function toMergeable(row: Row, conflict: ConflictRow | null): Mergeable {
  const isCurrent = row.source_hash === row.now_hash;
  return {
    id: row.id,
    revision: row.revision,
    product: row.content,
    merged: {
      hash: row.source_hash,
      content: isCurrent ? row.now : row.before,
      at: (isCurrent ? row.now_at : row.before_at) ?? row.updated_at,
    },
    known: row.source_known,
    collected: {
      id: row.collected_id,
      platform: row.platform,
      shop: row.shop,
      url: row.url,
      content: row.now,
      hash: row.now_hash,
      at: row.now_at,
    },
    edits: (row.steps ?? []).map(({ edit }) => edit),
    rules: row.rules ?? [],
    conflict,
  };
}

/**
 * Returns the product with the snapshot that it holds, which its conflicts are about. Newer snapshots are merged by the
 * run that collected them, because no person has seen them yet.
 */
export function asMerged(row: Mergeable): Mergeable {
  const { hash, content, at } = row.merged;
  return hash === null || content === null
    ? row
    : { ...row, collected: { ...row.collected, content, hash, at } };
}

/** The result of a merge, and the product's rules that could not be applied to its present snapshot. */
export interface MergedUnderRules extends MergedSource {
  rejections: RuleRejection[];
}

/** Brings the product up to its current snapshot; a person's answers take precedence over their rules. */
export function mergeOf(row: Mergeable, rules: Rules, answers: SourceAnswers = {}): MergedUnderRules {
  const { conflict } = row;
  const rejections = new Map<Product, RuleRejection[]>();
  const ofShop: SourceRules = rules.of(row.collected.shop);
  const merged = mergeSource({
    before: row.merged.content && cleanSnapshot(row.merged.content),
    known: row.known,
    now: cleanSnapshot(row.collected.content),
    mine: row.product,
    claimed: (snapshot) => {
      const claimed = claimedFrom(snapshot, row.edits, row.rules);
      rejections.set(snapshot, claimed.rejections);
      return claimed.product;
    },
    undecided: conflict
      ? { fields: conflict.fields.flatMap(({ fields }) => fields), before: conflict.base }
      : undefined,
    answers,
    rules: ofShop,
  });
  return { ...merged, rejections: rejections.get(merged.read.now) ?? [] };
}
