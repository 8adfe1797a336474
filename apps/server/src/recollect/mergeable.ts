import type { Edit } from '@bowerbird/catalog/edit';
import {
  type KnownReading,
  type MergedSource,
  mergeSource,
  type SourceAnswers,
  type SourceRules,
} from '@bowerbird/catalog/merge-source';
import type { Product } from '@bowerbird/catalog/product';
import { type Selectable, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import type { MergeQuestionTable } from '../db/tables/recollect.ts';
import { claimedFrom, withCleanDescription } from '../products/claim.ts';
import type { Rules } from './rules.ts';

export type QuestionRow = Selectable<MergeQuestionTable>;

/** A claimed product with all that a merge needs to know. */
export interface Mergeable {
  id: string;
  revision: number;
  product: Product;
  /** The reading it was merged with last; its content is null when it is not kept any more. */
  merged: { hash: string | null; content: Product | null; at: Date };
  known: KnownReading | null;
  collected: {
    id: string;
    platform: string;
    shop: string;
    url: string;
    content: Product;
    hash: string;
    at: Date;
  };
  /** What it was claimed with. */
  edits: Edit[];
  question: QuestionRow | null;
}

interface Row {
  id: string;
  revision: number;
  content: Product;
  source_hash: string | null;
  source_known: KnownReading | null;
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
  edits: Edit[] | null;
}

/**
 * These claimed products, locked in one order until the transaction ends; others, and such as nothing collected belongs
 * to any more, are left out.
 */
export async function lockMergeable(
  db: OwnerDb,
  ownerId: string,
  ids: readonly string[],
): Promise<Mergeable[]> {
  // First the locks: what is read after them nobody else writes.
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
      earlier.content as before, earlier.at as before_at, claim.edits
    from product
    join collected on collected.id = product.collected_id and collected.owner_id = ${ownerId}
    left join lateral (
      select content, at from collected_version
      where collected_id = collected.id and content_hash = product.source_hash
        and product.source_hash <> collected.content_hash
      order by at desc limit 1
    ) as earlier on true
    left join lateral (
      select edit_set.edits from product_change
      join edit_set on edit_set.id = product_change.edit_set_id
      where product_change.product_id = product.id and edit_set.kind = 'claimed'
      order by product_change.id limit 1
    ) as claim on true
    where product.owner_id = ${ownerId} and product.id = any(${ids}::uuid[])
    order by product.id
  `.execute(db);
  const questions = await findQuestions(db, ownerId, ids);
  return rows.map((row) => toMergeable(row, questions.get(row.id) ?? null));
}

async function findQuestions(db: OwnerDb, ownerId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('merge_question')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`product_id = any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.product_id, row]));
}

function toMergeable(row: Row, question: QuestionRow | null): Mergeable {
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
    edits: row.edits ?? [],
    question,
  };
}

/**
 * The product with the reading that it holds, about which its questions are. What was collected since is for the run that
 * collected it to merge: nobody was shown it yet.
 */
export function asMerged(row: Mergeable): Mergeable {
  const { hash, content, at } = row.merged;
  return hash === null || content === null
    ? row
    : { ...row, collected: { ...row.collected, content, hash, at } };
}

/** Brings the product up to its present reading; a person's answers go before their rules. */
export function mergeOf(row: Mergeable, rules: Rules, answers: SourceAnswers = {}): MergedSource {
  const { question } = row;
  const ofShop: SourceRules = rules.of(row.collected.shop);
  return mergeSource({
    before: row.merged.content && withCleanDescription(row.merged.content),
    known: row.known,
    now: withCleanDescription(row.collected.content),
    mine: row.product,
    claimed: (reading) => claimedFrom(reading, row.edits),
    undecided: question
      ? { fields: question.fields.flatMap(({ fields }) => fields), before: question.base }
      : undefined,
    answers,
    rules: ofShop,
  });
}
