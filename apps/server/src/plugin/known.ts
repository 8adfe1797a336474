import type { askKnown } from '@bowerbird/contract/plugin';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { webAddress } from './check-delivery.ts';
import { itemIdOf, shopOf, spellingsOf } from './houses.ts';

type Known = AnswerOf<typeof askKnown>['known'];

interface Row {
  shop: string;
  source_id: string;
  url: string;
  collected_at: Date;
  claimed: boolean;
}

/** Which of these addresses this merchant has collected, by address or by a marketplace's id of the item. */
export async function findKnown(
  db: OwnerDb,
  ownerId: string,
  platform: string,
  urls: readonly string[],
): Promise<Known> {
  const asked = urls.flatMap((url) => {
    const page = webAddress(url);
    return page === null
      ? []
      : [{ url, shop: shopOf(platform, page), id: itemIdOf(platform, page), spellings: spellingsOf(page) }];
  });
  const ids = asked.flatMap(({ id }) => id ?? []);
  const rows = [
    ...(await findByUrl(db, ownerId, platform, [...new Set(asked.flatMap(({ spellings }) => spellings))])),
    ...(ids.length > 0
      ? await findById(
          db,
          ownerId,
          platform,
          asked.map(({ shop }) => shop),
          ids,
        )
      : []),
  ];
  const byUrl = new Map(rows.map((row) => [row.url, row]));
  const byId = new Map(rows.map((row) => [`${row.shop} ${row.source_id}`, row]));
  return asked.flatMap(({ url, shop, id, spellings }) => {
    const row =
      spellings.map((each) => byUrl.get(each)).find((found) => found) ??
      (id === null ? undefined : byId.get(`${shop} ${id}`));
    return row ? [{ url, collectedAt: row.collected_at.toISOString(), claimed: row.claimed }] : [];
  });
}

const told = sql`shop, source_id, url, collected_at, product_id is not null as claimed`;

async function findByUrl(db: OwnerDb, ownerId: string, platform: string, urls: string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${told} from collected
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
    select ${told} from collected
    where owner_id = ${ownerId} and platform = ${platform}
      and shop = any(${[...new Set(shops)]}) and source_id = any(${ids})
  `.execute(db);
  return rows;
}
