import {
  type Compared,
  type Similarity,
  similarities,
  similarityOf,
} from '@bowerbird/catalog/similar/similarity';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';

/** A key shared by more products than this is a placeholder image or a phrase that the shop uses everywhere. */
const sharedMax = 60;

interface Candidate extends Compared {
  id: string;
  similar: string[];
  group: string | null;
}

/** A newly collected product, with its `similarityKeys`. */
export interface Fresh {
  id: string;
  similar: readonly string[];
}

/**
 * Groups newly collected products with similar ones. Runs one at a time for a merchant: two runs that collect the same
 * products at once must see each other's. A group marked as kept appears again when a new product joins it.
 */
export async function groupSimilar(db: OwnerDb, ownerId: string, fresh: readonly Fresh[]): Promise<void> {
  if (fresh.length === 0) {
    return;
  }
  await sql`select pg_advisory_xact_lock(hashtextextended('similarity ' || ${ownerId}, 0))`.execute(db);
  await sql`
    insert into similarity_key (collected_id, owner_id, key)
    select id, ${ownerId}::uuid, key from unnest(
      ${fresh.flatMap(({ id, similar }) => similar.map(() => id))}::uuid[], ${fresh.flatMap(({ similar }) => similar)}::text[]
    ) as given (id, key)
    on conflict do nothing
  `.execute(db);
  const candidates = await findCandidates(db, ownerId, fresh);
  const links = linksAmong(
    candidates,
    fresh.map(({ id }) => id),
  );
  if (links.length > 0) {
    await writeGroups(db, ownerId, candidates, links);
  }
}

/**
 * Finds all products that share a key with one of the new ones, including the new ones; ignores keys of very many
 * products.
 */
async function findCandidates(
  db: OwnerDb,
  ownerId: string,
  fresh: readonly Fresh[],
): Promise<Map<string, Candidate>> {
  const { rows: shared } = await sql<{ key: string; ids: string[] }>`
    select key, array_agg(collected_id) as ids from (
      select given.key, found.collected_id
      from unnest(${[...new Set(fresh.flatMap(({ similar }) => similar))]}::text[]) as given (key)
      cross join lateral (
        select collected_id from similarity_key
        where owner_id = ${ownerId} and key = given.key limit ${sharedMax + 1}
      ) as found
    ) as each
    group by key having count(*) between 2 and ${sharedMax}
  `.execute(db);
  const similar = new Map<string, string[]>();
  for (const { key, ids } of shared) {
    for (const id of ids) {
      similar.set(id, [...(similar.get(id) ?? []), key]);
    }
  }
  const { rows } = await sql<Omit<Candidate, 'similar'>>`
    select collected.id, title, image_url as "imageUrl", url, shop, group_id as "group"
    from collected left join similarity on similarity.collected_id = collected.id
    where collected.owner_id = ${ownerId} and collected.id = any(${[...similar.keys()]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, similar: similar.get(row.id) ?? [] }]));
}

interface Link {
  one: string;
  other: string;
  similarity: Similarity;
}

function linksAmong(candidates: ReadonlyMap<string, Candidate>, fresh: readonly string[]): Link[] {
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates.values()) {
    for (const key of candidate.similar) {
      const sharing = byKey.get(key);
      if (sharing) {
        sharing.push(candidate);
      } else {
        byKey.set(key, [candidate]);
      }
    }
  }
  const links: Link[] = [];
  for (const id of fresh) {
    const one = candidates.get(id);
    const seen = new Set([id]);
    for (const key of one?.similar ?? []) {
      const sharing = byKey.get(key) ?? [];
      for (const other of sharing) {
        const similarity = one && !seen.has(other.id) ? similarityOf(one, other) : null;
        seen.add(other.id);
        if (similarity !== null) {
          links.push({ one: id, other: other.id, similarity });
        }
      }
    }
  }
  return links;
}

/**
 * Writes each product's group, and by which key it got there: the oldest group of any product linked to it, else a new
 * one.
 */
async function writeGroups(
  db: OwnerDb,
  ownerId: string,
  candidates: ReadonlyMap<string, Candidate>,
  links: readonly Link[],
): Promise<void> {
  const groupOf = new Map<string, string>();
  const reasons = new Map<string, Similarity>();
  const merged = new Map<string, string>();
  const groupAt = (id: string): string => {
    const known = groupOf.get(id) ?? candidates.get(id)?.group ?? v7();
    groupOf.set(id, known);
    return latest(merged, known);
  };
  for (const { one, other, similarity } of links) {
    const [kept, gone] = [groupAt(one), groupAt(other)].sort() as [string, string];
    if (kept !== gone) {
      merged.set(gone, kept);
    }
    for (const id of [one, other]) {
      const before = reasons.get(id);
      const surer = before === undefined || similarities.indexOf(similarity) < similarities.indexOf(before);
      reasons.set(id, surer ? similarity : before);
    }
  }
  const ids = [...groupOf.keys()];
  await sql`
    insert into similarity (collected_id, owner_id, group_id, reason)
    select given.id, ${ownerId}::uuid, given.group_id, given.reason
    from unnest(
      ${ids}::uuid[], ${ids.map((id) => latest(merged, groupOf.get(id) ?? ''))}::uuid[], ${ids.map((id) => reasons.get(id) ?? 'title')}::text[]
    ) as given (id, group_id, reason)
    on conflict (collected_id) do update set group_id = excluded.group_id
  `.execute(db);
  if (merged.size > 0) {
    const gone = [...merged.keys()];
    await sql`
      update similarity set group_id = given.kept
      from unnest(${gone}::uuid[], ${gone.map((group) => latest(merged, group))}::uuid[]) as given (gone, kept)
      where owner_id = ${ownerId} and group_id = given.gone
    `.execute(db);
  }
}

function latest(merged: ReadonlyMap<string, string>, group: string): string {
  let at = group;
  for (let next = merged.get(at); next !== undefined; next = merged.get(at)) {
    at = next;
  }
  return at;
}
