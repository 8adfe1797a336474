import {
  type Comparable,
  comparable,
  matchOf,
  type Similarity,
  similarities,
} from '@bowerbird/catalog/similar/similarity';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../../db/database.ts';
import { sharedKeys } from './shared-keys.ts';

interface Candidate extends Comparable {
  id: string;
  group: string | null;
}

/**
 * Groups newly collected products with similar ones. Runs one at a time for a merchant: two runs that collect the same
 * products at once must see each other's. A group marked as kept appears again when a new product joins it.
 */
export async function groupSimilar(
  db: OwnerDb,
  ownerId: string,
  fresh: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  if (fresh.length === 0) {
    return;
  }
  const isFresh = new Set(fresh);
  const groups = new Groups();
  for await (const shared of sharedKeys(db, ownerId, fresh)) {
    signal?.throwIfAborted();
    const candidates = await findCandidates(db, ownerId, shared);
    for (const { one, other, similarity } of linksAmong(candidates, shared, isFresh)) {
      groups.link(one, other, similarity);
    }
  }
  await groups.write(db, ownerId);
}

async function findCandidates(
  db: OwnerDb,
  ownerId: string,
  shared: readonly string[][],
): Promise<Map<string, Candidate>> {
  const { rows } = await sql<{
    id: string;
    title: string;
    imageUrl: string | null;
    url: string;
    shop: string;
    group: string | null;
  }>`
    select found.*, group_id as "group"
    from unnest(${[...new Set(shared.flat())]}::uuid[]) as given (id)
    cross join lateral (
      select id, title, image_url as "imageUrl", url, shop from collected
      where collected.id = given.id and collected.owner_id = ${ownerId} limit 1
    ) as found
    left join lateral (select group_id from similarity where collected_id = given.id limit 1) as grouped on true
  `.execute(db);
  return new Map(rows.map(({ id, group, ...row }) => [id, { id, group, ...comparable(row) }]));
}

interface Link {
  one: Candidate;
  other: Candidate;
  similarity: Similarity;
}

/** Compares each new product once with each other that it shares a key with. */
function* linksAmong(
  candidates: ReadonlyMap<string, Candidate>,
  shared: readonly string[][],
  isFresh: ReadonlySet<string>,
): Generator<Link> {
  const compared = new Map<string, Set<string>>();
  for (const ids of shared) {
    for (const id of ids) {
      const one = isFresh.has(id) ? candidates.get(id) : undefined;
      if (one === undefined) {
        continue;
      }
      const known = compared.get(id) ?? new Set([id]);
      compared.set(id, known);
      for (const otherId of ids) {
        const other = candidates.get(otherId);
        if (other === undefined || known.has(otherId) || compared.get(otherId)?.has(id)) {
          continue;
        }
        known.add(otherId);
        const similarity = matchOf(one, other);
        if (similarity !== null) {
          yield { one, other, similarity };
        }
      }
    }
  }
}

/**
 * The groups of linked products, and by which key each got there: the oldest group of any product linked to it, else a
 * new one.
 */
class Groups {
  readonly #groupOf = new Map<string, string>();
  readonly #reasons = new Map<string, Similarity>();
  readonly #merged = new Map<string, string>();

  link(one: Candidate, other: Candidate, similarity: Similarity): void {
    const [kept, gone] = [this.#groupAt(one), this.#groupAt(other)].sort() as [string, string];
    if (kept !== gone) {
      this.#merged.set(gone, kept);
    }
    for (const { id } of [one, other]) {
      const before = this.#reasons.get(id);
      const surer = before === undefined || similarities.indexOf(similarity) < similarities.indexOf(before);
      this.#reasons.set(id, surer ? similarity : before);
    }
  }

  async write(db: OwnerDb, ownerId: string): Promise<void> {
    const ids = [...this.#groupOf.keys()];
    if (ids.length === 0) {
      return;
    }
    const groups = [...this.#groupOf.values()].map((group) => this.#latest(group));
    const reasons = ids.map((id) => this.#reasons.get(id) ?? 'title');
    await sql`
      insert into similarity (collected_id, owner_id, group_id, reason)
      select given.id, ${ownerId}::uuid, given.group_id, given.reason
      from unnest(${ids}::uuid[], ${groups}::uuid[], ${reasons}::text[]) as given (id, group_id, reason)
      cross join lateral (select id from collected where collected.id = given.id for key share) as still_there
      on conflict (collected_id) do update set group_id = excluded.group_id
    `.execute(db);
    const gone = [...this.#merged.keys()];
    if (gone.length > 0) {
      await sql`
        update similarity set group_id = given.kept
        from unnest(${gone}::uuid[], ${gone.map((group) => this.#latest(group))}::uuid[]) as given (gone, kept)
        where owner_id = ${ownerId} and group_id = given.gone
      `.execute(db);
    }
  }

  #groupAt({ id, group }: Candidate): string {
    const known = this.#groupOf.get(id) ?? group ?? v7();
    this.#groupOf.set(id, known);
    return this.#latest(known);
  }

  #latest(group: string): string {
    let at = group;
    for (let next = this.#merged.get(at); next !== undefined; next = this.#merged.get(at)) {
      at = next;
    }
    return at;
  }
}
