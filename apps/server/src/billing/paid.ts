import { asOwner } from '../db/database.ts';
import type { Services } from '../services.ts';
import { inBooks } from './books.ts';
import { notePaid } from './settle.ts';
import { wakeHeld } from './waking.ts';

/** What follows a payment that was taken: the merchant is told, and what their old plan held up goes on. */
export async function tellSettled(services: Services, orderId: string): Promise<void> {
  const order = await inBooks(services.db, (db) =>
    db.selectFrom('plan_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow(),
  );
  await asOwner(services.db, order.owner_id, (db) => notePaid(db, order));
  await wakeHeld(services, order.owner_id);
}
