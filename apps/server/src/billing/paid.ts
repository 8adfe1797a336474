import type { Services } from '../services.ts';
import { inBooks } from './books.ts';
import { wakeHeld } from './waking.ts';

/** What follows a payment that was taken: what the merchant's old plan held up goes on. Safe to repeat. */
export async function goOnPaid(services: Services, orderId: string): Promise<void> {
  const { owner_id } = await inBooks(services.db, (db) =>
    db.selectFrom('plan_order').select('owner_id').where('id', '=', orderId).executeTakeFirstOrThrow(),
  );
  await wakeHeld(services, owner_id);
}
