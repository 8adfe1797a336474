import { quotaNames, type Standing } from '@bowerbird/contract/billing/billing';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { Config } from '../config/config.ts';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';
import type { Services } from '../services/services.ts';
import { withoutPlans } from './first-plans.ts';
import { findTerm } from './orders.ts';
import { findPayments } from './paying/payment.ts';
import { getPlan, getSetting } from './plans.ts';
import { countUsed, isMonthly } from './quotas.ts';
import { releaseHeld, wakeHeld } from './waking.ts';

/** Returns a merchant's standing: plan, term, usage, payment methods, and whether they are frozen. */
export async function standingOf(db: OwnerDb, ownerId: string, config: Config): Promise<Standing> {
  const setting = await getSetting(db);
  const owner = await db
    .selectFrom('owner')
    .select(['status', 'status_reason'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  const last = await findTerm(db, ownerId);
  const term = setting.plans_on && last && last.ends_at > new Date() ? last : null;
  const plan = await getPlan(db, setting.plans_on ? (term?.plan_id ?? setting.default_plan) : withoutPlans);
  const use: Standing['use'] = [];
  // Monthly quotas are counted with plans only; without plans there is no figure to show.
  for (const what of quotaNames.filter((name) => setting.plans_on || !isMonthly(name))) {
    const used = await countUsed(db, ownerId, what);
    use.push({ what, used, limit: setting.plans_on ? plan.quotas[what] : null });
  }
  const requested = await findUnfreezeRequest(db, ownerId);
  return {
    plansOn: setting.plans_on,
    frozen:
      owner.status === 'frozen'
        ? { reason: owner.status_reason, requestedAt: requested?.at.toISOString() ?? null }
        : null,
    plan,
    term: term && { startsAt: term.starts_at.toISOString(), endsAt: term.ends_at.toISOString() },
    use,
    payments: setting.plans_on ? await findPayments(db, config) : [],
    bank: setting.bank,
  };
}

/**
 * Requests that the merchant be unfrozen; if a request is already open, it stays as it is. Returns when it was
 * requested. Refuses a merchant who is not frozen.
 */
export async function requestUnfreeze(
  db: OwnerDb,
  ownerId: string,
  { userId, message }: { userId: string; message: string },
): Promise<Date> {
  await sql`
    insert into unfreeze_request (id, owner_id, user_id, message)
    select ${v7()}, id, ${userId}, ${message} from owner where id = ${ownerId} and status = 'frozen'
    on conflict do nothing
  `.execute(db);
  const open = await findUnfreezeRequest(db, ownerId);
  if (!open) {
    throw new AppError('request.invalid', 'a merchant who is not frozen');
  }
  return open.at;
}

async function findUnfreezeRequest(db: OwnerDb, ownerId: string) {
  return await db
    .selectFrom('unfreeze_request')
    .select(['at', 'message'])
    .where('owner_id', '=', ownerId)
    .where('settled_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Freezes or unfreezes a merchant, and notifies them. Unfreezing resumes held work and closes the merchant's request.
 * `record` happens in the same transaction. Throws `not-found` for an unknown merchant.
 */
export async function setOwnerStatus(
  services: Services,
  ownerId: string,
  { status, reason }: { status: 'active' | 'frozen'; reason: string | null },
  record: (db: OwnerDb) => Promise<void>,
): Promise<void> {
  await asOwner(services.db, ownerId, async (db) => {
    const changed = await db
      .updateTable('owner')
      .set({ status, status_reason: reason })
      .where('id', '=', ownerId)
      .returning('id')
      .executeTakeFirst();
    if (!changed) {
      throw new AppError('not-found', `merchant ${ownerId}`);
    }
    if (status === 'active') {
      await db
        .updateTable('unfreeze_request')
        .set({ settled_at: sql<Date>`now()` })
        .where('owner_id', '=', ownerId)
        .where('settled_at', 'is', null)
        .execute();
      await releaseHeld(db, ownerId);
    }
    await noteNotice(db, {
      ownerId,
      event: 'owner-frozen',
      subject: ownerId,
      params: { state: status, reason: reason ?? '' },
      link: '/dashboard/pay-info',
    });
    await record(db);
  });
  if (status === 'active') {
    await wakeHeld(services, ownerId);
  }
}
