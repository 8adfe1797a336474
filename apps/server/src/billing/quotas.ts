import type { QuotaName, Quotas } from '@bowerbird/contract/billing/billing';
import { AppError } from '@bowerbird/contract/errors';
import { sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';
import { lockOwner } from '../db/places.ts';
import { noteNotice } from '../notifications/notify.ts';

/**
 * Takes `adding` from a quota, or throws `quota.exceeded` (what, limit, used) and takes nothing. Throws `owner.frozen`
 * for a merchant who may start nothing. Must be called in the transaction that adds: until it ends, other transactions
 * of this merchant wait.
 */
export async function requireQuota(
  db: OwnerDb,
  ownerId: string,
  what: QuotaName,
  adding: number,
): Promise<void> {
  const { room, limit, used } = await roomFor(db, ownerId, what);
  if (adding > room) {
    throw exceeded(what, limit, used);
  }
  await take(db, ownerId, what, adding);
  await reportNear(db, ownerId, what, { limit, used, taken: adding });
}

/** Takes as many of `wanted` as there is room for, and returns how many. Throws `owner.frozen` like `requireQuota`. */
export async function takeQuota(
  db: OwnerDb,
  ownerId: string,
  what: QuotaName,
  wanted: number,
): Promise<{ taken: number; reached: AppError | null }> {
  const { room, limit, used } = await roomFor(db, ownerId, what);
  const taken = Math.min(wanted, room);
  await take(db, ownerId, what, taken);
  await reportNear(db, ownerId, what, { limit, used, taken });
  return { taken, reached: taken < wanted ? exceeded(what, limit, used + taken) : null };
}

/** Throws like `requireQuota` if nothing more would fit, and takes nothing. For use before long work is recorded. */
export async function requireRoom(db: OwnerDb, ownerId: string, what: QuotaName): Promise<void> {
  const { room, limit, used } = await roomFor(db, ownerId, what);
  if (room === 0) {
    throw exceeded(what, limit, used);
  }
}

/** Throws `owner.frozen` for a merchant who may start nothing. */
export async function requireActive(db: OwnerDb, ownerId: string): Promise<void> {
  await quotasOf(db, ownerId);
}

/** Counts each listing (of a product, in a store) once, and returns those there is room for. */
export async function admitListings(
  db: OwnerDb,
  ownerId: string,
  listings: readonly { id: string; generation: number }[],
): Promise<{ admitted: ReadonlySet<string>; reached: AppError | null }> {
  const everyId = new Set(listings.map(({ id }) => id));
  const quotas = await quotasOf(db, ownerId);
  if (quotas === null || everyId.size === 0) {
    return { admitted: everyId, reached: null };
  }
  // Locks the counter first: other transactions of this merchant wait, so that none counts a listing a second time.
  await roomFor(db, ownerId, 'listed-per-month');
  const { rows } = await sql<{ listing_id: string }>`
    select listing_id from quota_listed
    join unnest(${listings.map(({ id }) => id)}::uuid[], ${listings.map(({ generation }) => generation)}::integer[])
      as given (id, generation) on given.id = quota_listed.listing_id and given.generation = quota_listed.generation
    where owner_id = ${ownerId}
  `.execute(db);
  const counted = new Set(rows.map(({ listing_id }) => listing_id));
  const open = listings.filter(({ id }) => !counted.has(id));
  const { taken, reached } = await takeQuota(db, ownerId, 'listed-per-month', open.length);
  const fresh = open.slice(0, taken);
  if (fresh.length > 0) {
    await db
      .insertInto('quota_listed')
      .values(fresh.map(({ id, generation }) => ({ listing_id: id, generation, owner_id: ownerId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return { admitted: new Set([...counted, ...fresh.map(({ id }) => id)]), reached };
}

/** Returns true for failures that stop a merchant's work as a whole: their plan's limit, or that they are frozen. */
export function isStanding(failure: AppError): boolean {
  return failure.code === 'quota.exceeded' || failure.code === 'owner.frozen';
}

/**
 * Returns when work that such a failure stopped checks again by itself: for a monthly quota at the next month,
 * otherwise after a day. An upgrade or an unfreezing resumes it at once.
 */
export function looksAgainAt(failure: AppError, now: Date): Date {
  const monthly = isMonthly(failure.params.what);
  return monthly
    ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    : new Date(now.getTime() + 86_400_000);
}

/** Counts how much is used; stops counting at `limitSeen`, for callers that only need to know whether it is reached. */
export async function countUsed(
  db: OwnerDb,
  ownerId: string,
  what: QuotaName,
  limitSeen: number | null = null,
): Promise<number> {
  if (isMonthly(what)) {
    const { rows } = await sql<{ used: number }>`
      select used from quota_month where owner_id = ${ownerId} and what = ${what} and month = ${thisMonth}
    `.execute(db);
    return rows[0]?.used ?? 0;
  }
  const { rows } = await sql<{ used: number }>`
    select count(*)::integer as used from (${held[what](ownerId)} limit ${limitSeen}) as one
  `.execute(db);
  return rows[0]?.used ?? 0;
}

const thisMonth = sql`date_trunc('month', now() at time zone 'utc')::date`;

/** Reports whether a quota starts from zero each month; such quotas are counted only while plans are on. */
export function isMonthly(what: unknown): what is 'collected-per-month' | 'listed-per-month' {
  return what === 'collected-per-month' || what === 'listed-per-month';
}

/** What a merchant currently has. The practice store does not count; an invited person counts already. */
const held = {
  products: (ownerId: string) => sql`select 1 from product where owner_id = ${ownerId}`,
  stores: (ownerId: string) =>
    sql`select 1 from store where owner_id = ${ownerId} and removed_at is null and not practice`,
  people: (ownerId: string) => sql`
    select 1 from "user" where owner_id = ${ownerId}
    union all select 1 from invitation where owner_id = ${ownerId}`,
};

/** Returns null while plans are off: nothing is counted then. Throws for a frozen merchant. */
async function quotasOf(db: OwnerDb, ownerId: string): Promise<Quotas | null> {
  const { rows } = await sql<{ status: string; reason: string | null; plans_on: boolean; quotas: Quotas }>`
    select owner.status, owner.status_reason as reason, billing_setting.plans_on, plan.quotas
    from owner
    cross join billing_setting
    left join subscription on subscription.owner_id = owner.id and subscription.ends_at > now()
    join plan on plan.id = coalesce(subscription.plan_id, billing_setting.default_plan)
    where owner.id = ${ownerId}
  `.execute(db);
  const [row] = rows;
  if (!row) {
    throw new AppError('not-found', `owner ${ownerId}`);
  }
  if (row.status === 'frozen') {
    throw new AppError('owner.frozen', `owner ${ownerId} is frozen`, {
      params: row.reason ? { reason: row.reason } : {},
    });
  }
  return row.plans_on ? row.quotas : null;
}

/**
 * Returns how many more fit and how many there are. If there is a limit, other transactions of this merchant now wait
 * for this one.
 */
async function roomFor(
  db: OwnerDb,
  ownerId: string,
  what: QuotaName,
): Promise<{ room: number; limit: number; used: number }> {
  const limit = (await quotasOf(db, ownerId))?.[what] ?? Number.POSITIVE_INFINITY;
  if (limit === Number.POSITIVE_INFINITY) {
    return { room: limit, limit, used: 0 };
  }
  await lockOwner(db, ownerId);
  const used = await countUsed(db, ownerId, what, limit);
  return { room: Math.max(0, limit - used), limit, used };
}

/** Counts monthly usage even without a limit, because there may be a limit tomorrow. */
async function take(db: OwnerDb, ownerId: string, what: QuotaName, adding: number): Promise<void> {
  if (!isMonthly(what) || adding === 0) {
    return;
  }
  await sql`
    insert into quota_month (owner_id, what, month, used)
    select ${ownerId}::uuid, ${what}, ${thisMonth}, ${adding} from billing_setting where plans_on
    on conflict (owner_id, what, month) do update set used = quota_month.used + excluded.used
  `.execute(db);
}

/** Part of a limit beyond which a merchant is notified that the limit is near. */
const nearAt = 0.8;

/** Notifies the merchant when this takes them past four fifths of a limit, and when it uses up the limit. */
async function reportNear(
  db: OwnerDb,
  ownerId: string,
  what: QuotaName,
  { limit, used, taken }: { limit: number; used: number; taken: number },
): Promise<void> {
  const after = used + taken;
  const reached = after >= limit && used < limit;
  if (!reached && !(after >= limit * nearAt && used < limit * nearAt)) {
    return;
  }
  await noteNotice(db, {
    ownerId,
    event: reached ? 'quota-reached' : 'quota-near',
    subject: what,
    params: { state: what, limit, used: after },
    link: '/dashboard/prices',
  });
}

function exceeded(what: QuotaName, limit: number, used: number): AppError {
  return new AppError('quota.exceeded', `${what}: ${used} of ${limit}`, { params: { what, limit, used } });
}
