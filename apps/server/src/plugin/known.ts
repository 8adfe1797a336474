import type { queryKnown } from '@bowerbird/contract/collect/plugin';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { webAddress } from './check-delivery.ts';
import { itemIdOf, shopOf, spellingsOf } from './sites.ts';

type Known = AnswerOf<typeof queryKnown>['known'];

interface Row {
  shop: string;
  source_id: string;
  url: string;
  collected_at: Date;
  claimed: boolean;
}

/** Returns which of these addresses this merchant has collected, by address or by a marketplace's item id. */
export async function findKnown(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  urls: readonly string[],
): Promise<Known> {
  const requested = urls.flatMap((url) => {
    const page = webAddress(url);
    return page === null
      ? []
      : [{ url, shop: shopOf(platform, page), id: itemIdOf(platform, page), spellings: spellingsOf(page) }];
  });
  const ids = requested.flatMap(({ id }) => id ?? []);
  const rows = [
    ...(await findByUrl(db, ownerId, platform, [
      ...new Set(requested.flatMap(({ spellings }) => spellings)),
    ])),
    ...(ids.length > 0
      ? await findById(
          db,
          ownerId,
          platform,
          requested.map(({ shop }) => shop),
          ids,
        )
      : []),
  ];
  const byUrl = new Map(rows.map((row) => [row.url, row]));
  const byId = new Map(rows.map((row) => [`${row.shop} ${row.source_id}`, row]));
  return requested.flatMap(({ url, shop, id, spellings }) => {
    const row =
      spellings.map((each) => byUrl.get(each)).find((found) => found) ??
      (id === null ? undefined : byId.get(`${shop} ${id}`));
    return row ? [{ url, collectedAt: row.collected_at.toISOString(), claimed: row.claimed }] : [];
  });
}

const reported = sql`shop, source_id, url, collected_at, product_id is not null as claimed`;

async function findByUrl(db: OwnerDb, ownerId: string, platform: string, urls: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${reported} from collected
    where url = any(${urls}) and owner_id = ${ownerId} and platform = ${platform}
  `.execute(db);
  return rows;
}

async function findById(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  shops: string[],
  ids: string[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${reported} from collected
    where owner_id = ${ownerId} and platform = ${platform}
      and shop = any(${[...new Set(shops)]}) and source_id = any(${ids})
  `.execute(db);
  return rows;
}
