import { languages } from '@bowerbird/contract/account/account';
import { sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import { asOwner, type Db } from '../db/database.ts';
import { noteNotice } from '../notifications/notify.ts';
import { inBilling } from './paying/books.ts';

/** Days before the end of a term at which the merchant is notified. */
const daysAhead = 7;
/** Most terms processed in one check. */
const atOnce = 200;

/** Notifies every merchant whose term ends within a week, once for each term; returns how many. */
export async function notifyAllEnding({ db }: { db: Db }): Promise<number> {
  const ending = await inBilling(db, (billing) =>
    billing
      .selectFrom('subscription')
      .select('owner_id')
      .where('end_notified', '=', false)
      .where('ends_at', '>', sql<Date>`now()`)
      .where('ends_at', '<', sql<Date>`now() + ${`${daysAhead} days`}::interval`)
      .limit(atOnce)
      .execute(),
  );
  const failures: unknown[] = [];
  for (const { owner_id } of ending) {
    // A failed notification does not hold up the others.
    await notifyEnding(db, owner_id).catch((thrown: unknown) => failures.push(thrown));
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return ending.length;
}

/** Marks the term and records the notification in one transaction, so that two programs send it only once. */
async function notifyEnding(db: Db, ownerId: string): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const term = await owned
      .updateTable('subscription')
      .set({ end_notified: true })
      .where('owner_id', '=', ownerId)
      .where('end_notified', '=', false)
      // A term that was renewed since it was found does not end soon.
      .where('ends_at', '<', sql<Date>`now() + ${`${daysAhead} days`}::interval`)
      .returning(['plan_id', 'ends_at', 'order_id'])
      .executeTakeFirst();
    if (!term) {
      return;
    }
    const order = await owned
      .selectFrom('plan_order')
      .leftJoin('user', 'user.id', 'plan_order.created_by')
      .select(['plan_order.plan_name', 'user.language'])
      .where('plan_order.owner_id', '=', ownerId)
      .where('plan_order.id', '=', term.order_id)
      .executeTakeFirst();
    const language = languages.find((each) => each === order?.language) ?? 'zh-CN';
    await noteNotice(owned, {
      ownerId,
      event: 'plan-ends',
      subject: term.order_id,
      params: {
        plan: order?.plan_name[language] ?? term.plan_id,
        date: term.ends_at.toISOString().slice(0, 10),
      },
      link: '/dashboard/prices',
    });
  });
}

export const endingPlans: BackgroundWork<{ db: Db }> = {
  name: 'ending-plans',
  everyMs: 600_000,
  does: 'Notifies merchants whose plan ends within a week, once for each term.',
  runsIn: 'workers',
  begin: (services) => ({ pass: () => notifyAllEnding(services) }),
};
