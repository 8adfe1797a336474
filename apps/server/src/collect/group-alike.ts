import { type Compared, type Likeness, likenesses, likenessOf } from '@bowerbird/catalog/likeness';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';

/** A key that so many share is a placeholder's picture or a word of the house. */
const sharedMax = 60;

interface Candidate extends Compared {
  id: string;
  alike: string[];
  group: string | null;
}

/** What was newly collected, with its `likenessKeys`. */
export interface Fresh {
  id: string;
  alike: readonly string[];
}

/**
 * Puts what was newly collected into groups with what it is alike. One at a time for a merchant: two runs that get the
 * same goods at once must see each other's. Ones that were said to be kept apart come up again with a new one beside them.
 */
export async function groupAlike(db: OwnerDb, ownerId: string, fresh: readonly Fresh[]): Promise<void> {
  if (fresh.length === 0) {
    return;
  }
  await sql`select pg_advisory_xact_lock(hashtextextended('likeness ' || ${ownerId}, 0))`.execute(db);
  await sql`
    insert into likeness_key (collected_id, owner_id, key)
    select id, ${ownerId}::uuid, key from unnest(
      ${fresh.flatMap(({ id, alike }) => alike.map(() => id))}::uuid[], ${fresh.flatMap(({ alike }) => alike)}::text[]
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

/** Whatever shares a key with one of the new ones, they themselves among it; a key of very many is left out. */
async function findCandidates(
  db: OwnerDb,
  ownerId: string,
  fresh: readonly Fresh[],
): Promise<Map<string, Candidate>> {
  const { rows: shared } = await sql<{ key: string; ids: string[] }>`
    select key, array_agg(collected_id) as ids from (
      select given.key, found.collected_id
      from unnest(${[...new Set(fresh.flatMap(({ alike }) => alike))]}::text[]) as given (key)
      cross join lateral (
        select collected_id from likeness_key
        where owner_id = ${ownerId} and key = given.key limit ${sharedMax + 1}
      ) as found
    ) as each
    group by key having count(*) between 2 and ${sharedMax}
  `.execute(db);
  const alike = new Map<string, string[]>();
  for (const { key, ids } of shared) {
    for (const id of ids) {
      alike.set(id, [...(alike.get(id) ?? []), key]);
    }
  }
  const { rows } = await sql<Omit<Candidate, 'alike'>>`
    select collected.id, title, picture_url as "pictureUrl", url, shop, group_id as "group"
    from collected left join likeness on likeness.collected_id = collected.id
    where collected.owner_id = ${ownerId} and collected.id = any(${[...alike.keys()]}::uuid[])
  `.execute(db);
  return new Map(rows.map((row) => [row.id, { ...row, alike: alike.get(row.id) ?? [] }]));
}

interface Link {
  one: string;
  other: string;
  likeness: Likeness;
}

function linksAmong(candidates: ReadonlyMap<string, Candidate>, fresh: readonly string[]): Link[] {
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates.values()) {
    for (const key of candidate.alike) {
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
    for (const key of one?.alike ?? []) {
      const sharing = byKey.get(key) ?? [];
      for (const other of sharing) {
        const likeness = one && !seen.has(other.id) ? likenessOf(one, other) : null;
        seen.add(other.id);
        if (likeness !== null) {
          links.push({ one: id, other: other.id, likeness });
        }
      }
    }
  }
  return links;
}

/** Each one's group: the oldest that any of those it is linked to was in, else a new one; and by what it got there. */
async function writeGroups(
  db: OwnerDb,
  ownerId: string,
  candidates: ReadonlyMap<string, Candidate>,
  links: readonly Link[],
): Promise<void> {
  const groupOf = new Map<string, string>();
  const reasons = new Map<string, Likeness>();
  const merged = new Map<string, string>();
  const groupAt = (id: string): string => {
    const known = groupOf.get(id) ?? candidates.get(id)?.group ?? v7();
    groupOf.set(id, known);
    return latest(merged, known);
  };
  for (const { one, other, likeness } of links) {
    const [kept, gone] = [groupAt(one), groupAt(other)].sort() as [string, string];
    if (kept !== gone) {
      merged.set(gone, kept);
    }
    for (const id of [one, other]) {
      const before = reasons.get(id);
      const surer = before === undefined || likenesses.indexOf(likeness) < likenesses.indexOf(before);
      reasons.set(id, surer ? likeness : before);
    }
  }
  const ids = [...groupOf.keys()];
  await sql`
    insert into likeness (collected_id, owner_id, group_id, reason)
    select given.id, ${ownerId}::uuid, given.group_id, given.reason
    from unnest(
      ${ids}::uuid[], ${ids.map((id) => latest(merged, groupOf.get(id) ?? ''))}::uuid[], ${ids.map((id) => reasons.get(id) ?? 'title')}::text[]
    ) as given (id, group_id, reason)
    on conflict (collected_id) do update set group_id = excluded.group_id
  `.execute(db);
  if (merged.size > 0) {
    const gone = [...merged.keys()];
    await sql`
      update likeness set group_id = given.kept
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
