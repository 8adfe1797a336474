import type { DriftKind, DriftSide } from '@bowerbird/contract/listing/states';
import { sql } from 'kysely';
import { asOwner } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { getStore } from '../../stores/queries.ts';
import { saveRule } from '../rules.ts';
import { type DecidedNow, type Decider, type Decision, decide } from './decide.ts';

const atOnce = 200;

/**
 * Decides all drift of one kind the same way, a batch of products at a time; optionally also saves a rule for future
 * drift.
 */
export async function decideSimilar(
  services: Services,
  by: Decider,
  request: { kind: DriftKind; storeId: string | null; side: DriftSide; asRule: boolean },
): Promise<DecidedNow> {
  const { ownerId } = by;
  const { kind, storeId, side } = request;
  const shopId =
    storeId === null
      ? null
      : (await asOwner(services.db, ownerId, (db) => getStore(db, ownerId, storeId))).shop.id;
  if (request.asRule) {
    await asOwner(services.db, ownerId, (db) => saveRule(db, ownerId, request));
  }
  const all: DecidedNow = { decided: 0, impossible: 0, runIds: [], editSetId: null };
  const decisions: Decision[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const from = after;
    const found = await asOwner(services.db, ownerId, (db) =>
      db
        .selectFrom('listing_comparison')
        .select(['listing_id', 'differences'])
        .where('owner_id', '=', ownerId)
        .where('listing_id', '>', from)
        .where(sql<boolean>`kinds @> ${[kind]}::text[]`)
        .$if(shopId !== null, (query) => query.where('shop_id', '=', shopId ?? ''))
        .orderBy('listing_id')
        .limit(atOnce)
        .execute(),
    );
    decisions.push(
      ...found.map(({ listing_id, differences }) => ({
        listingId: listing_id,
        side,
        keys: differences.filter((each) => each.kind === kind).map(({ key }) => key),
      })),
    );
    after = found.at(-1)?.listing_id ?? after;
    if (found.length < atOnce) {
      break;
    }
  }
  if (decisions.length === 0) {
    return all;
  }
  return await decide(services, by, decisions);
}
