import type { InvoiceData } from '@bowerbird/contract/billing/billing';
import type { OwnerDb } from '../../db/database.ts';

export async function findInvoiceData(db: OwnerDb, ownerId: string): Promise<InvoiceData | null> {
  const row = await db
    .selectFrom('invoice_data')
    .select('data')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.data ?? null;
}

/** Saves the data for orders from now on, and for the order that waits for its payment. */
export async function saveInvoiceData(db: OwnerDb, ownerId: string, data: InvoiceData): Promise<void> {
  const text = JSON.stringify(data);
  await db
    .insertInto('invoice_data')
    .values({ owner_id: ownerId, data: text })
    .onConflict((conflict) => conflict.column('owner_id').doUpdateSet({ data: text }))
    .execute();
  await db
    .updateTable('plan_order')
    .set({ invoice: text })
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting-payment')
    .execute();
}
