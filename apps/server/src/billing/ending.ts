import { languages } from '@bowerbird/contract/account';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import { asOwner, type Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { noteNotice } from '../notifications/notify.ts';
import { inBooks } from './books.ts';

/** A merchant is told so long before their term ends. */
const daysAhead = 7;
const everyMs = 600_000;
/** As many as one look takes up. */
const atOnce = 200;

/** Tells every merchant whose term ends within a week, once for each term; answers how many. */
export async function tellAllEnding({ db }: { db: Db }): Promise<number> {
  const ending = await inBooks(db, (books) =>
    books
      .selectFrom('subscription')
      .select('owner_id')
      .where('end_told', '=', false)
      .where('ends_at', '>', sql<Date>`now()`)
      .where('ends_at', '<', sql<Date>`now() + ${`${daysAhead} days`}::interval`)
      .limit(atOnce)
      .execute(),
  );
  const failures: unknown[] = [];
  for (const { owner_id } of ending) {
    // One that cannot be told holds up none of the others.
    await tellEnding(db, owner_id).catch((thrown: unknown) => failures.push(thrown));
  }
  if (failures.length > 0) {
    throw failures[0];
  }
  return ending.length;
}

/** Marks the term and notes the notice in one transaction, so that two programs tell it once. */
async function tellEnding(db: Db, ownerId: string): Promise<void> {
  await asOwner(db, ownerId, async (owned) => {
    const term = await owned
      .updateTable('subscription')
      .set({ end_told: true })
      .where('owner_id', '=', ownerId)
      .where('end_told', '=', false)
      // Renewed since it was found, it does not end soon.
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

/** Looks every ten minutes for terms that end soon; `stop` waits for a look that is under way. */
export function keepTellingEnds(services: { db: Db; clock: Clock; log: Log }): { stop(): Promise<void> } {
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      await tellAllEnding(services).catch((thrown: unknown) =>
        services.log.warn({ error: String(thrown) }, 'Terms that end could not be looked for'),
      );
      await services.clock.sleep(everyMs, over.signal).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      over.abort();
      await looking;
    },
  };
}
