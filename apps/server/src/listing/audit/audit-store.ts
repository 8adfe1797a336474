import type { listAudits, StoreAudit } from '@bowerbird/contract/listing/audit';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { ListerContext } from '@bowerbird/platforms/listing/store/access';
import { asOwner, type OwnerDb } from '../../db/database.ts';
import type { Services } from '../../services/services.ts';
import { StoreSession } from '../../stores/session.ts';
import { findAccepted } from '../as-stored/accepted.ts';
import { compareStore } from './compare-store.ts';

/** What an audit of one store needs to know. */
export interface StoreToAudit {
  ownerId: string;
  storeId: string;
  signal: AbortSignal;
  /** Called after each page, so that the holder of a lease can renew it. */
  onPage?: () => Promise<void>;
}

/**
 * Compares everything in one store with its ledger, product by product, and saves the findings as the store's last
 * audit. A store that is being listed to meanwhile is compared as it was when the audit began. Throws as the store's
 * own calls do.
 */
export async function auditStore(
  services: Services,
  { ownerId, storeId, signal, onPage }: StoreToAudit,
): Promise<StoreAudit> {
  const { db, clock } = services;
  const session = await StoreSession.open(services, ownerId, storeId);
  const { id: shopId } = session.shop;
  const { id: installationId } = await db.selectFrom('installation').select('id').executeTakeFirstOrThrow();
  const access = await session.access(signal);
  const context: ListerContext = session.context(signal);
  const fullScan = session.lister.reader.fullScan(access, context);
  const pages = async function* () {
    for await (const page of fullScan) {
      await onPage?.();
      yield page;
    }
  };
  const findings = await compareStore({ db, ownerId, shopId, installationId }, pages());
  const { listed, open } = await countListed(services, ownerId, shopId);
  const { duplicates, missing, orphans, unfinished } = findings;
  const accepted = await asOwner(db, ownerId, (owned) => findAccepted(owned, ownerId, shopId));
  const audit: StoreAudit = {
    listed,
    open,
    ...findings,
    ...(accepted.length > 0 && { accepted }),
    agrees: open + duplicates + missing + orphans + unfinished === 0,
    guarantee: session.lister.features.guarantee,
    at: new Date(clock.wall()).toISOString(),
  };
  await asOwner(db, ownerId, (owned) =>
    owned
      .insertInto('store_audit')
      .values({ shop_id: shopId, owner_id: ownerId, audit: JSON.stringify(audit) })
      .onConflict((conflict) => conflict.column('shop_id').doUpdateSet({ audit: JSON.stringify(audit) }))
      .execute(),
  );
  return audit;
}

/** Returns the last audit of each connected store; null for one that was never audited. */
export async function lastAudits(db: OwnerDb, ownerId: string): Promise<AnswerOf<typeof listAudits>> {
  const rows = await db
    .selectFrom('store')
    .leftJoin('store_audit', 'store_audit.shop_id', 'store.shop_id')
    .select(['store.id', 'store.name', 'store_audit.audit'])
    .where('store.owner_id', '=', ownerId)
    .where('store.removed_at', 'is', null)
    .orderBy('store.name')
    .execute();
  return rows.map(({ id, name, audit }) => ({ storeId: id, name, audit }));
}

async function countListed(
  { db }: Pick<Services, 'db'>,
  ownerId: string,
  shopId: string,
): Promise<{ listed: number; open: number }> {
  const row = await asOwner(db, ownerId, (owned) =>
    owned
      .selectFrom('listing')
      .select((eb) => [
        eb.fn
          .countAll<string>()
          .filterWhere('state', '=', 'listed')
          .filterWhere('open_attempt', 'is', null)
          .as('listed'),
        eb.fn.countAll<string>().filterWhere('open_attempt', 'is not', null).as('open'),
      ])
      .where('owner_id', '=', ownerId)
      .where('shop_id', '=', shopId)
      .executeTakeFirstOrThrow(),
  );
  return { listed: Number(row.listed), open: Number(row.open) };
}
