import type { Services } from '../../services/services.ts';
import { wakeHeld } from '../waking.ts';
import { inBilling } from './books.ts';

/** Continues after a payment: resumes what the merchant's old plan held up. Safe to repeat. */
export async function goOnPaid(services: Services, orderId: string): Promise<void> {
  const { owner_id } = await inBilling(services.db, (db) =>
    db.selectFrom('plan_order').select('owner_id').where('id', '=', orderId).executeTakeFirstOrThrow(),
  );
  await wakeHeld(services, owner_id);
}
