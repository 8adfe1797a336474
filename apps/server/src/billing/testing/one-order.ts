import type { Order } from '@bowerbird/contract/orders';
import type { Db } from '../../db/database.ts';
import { preparePlans } from '../plans.ts';

export const bank = {
  accountName: 'Bower House Ltd',
  accountNumber: '6222 0000 1234 5678',
  bank: 'Garden Bank',
  more: 'GARDCNBJ',
};

/** Sets where transfers go, as an administrator does. */
export async function setBank(db: Db): Promise<void> {
  await db
    .updateTable('billing_setting')
    .set({ bank: JSON.stringify(bank) })
    .execute();
}

/** An order of this merchant's that waits for its transfer; plans are off again afterwards. Answers its id. */
export async function oneOrder(
  db: Db,
  ask: <Answer>(method: 'POST' | 'PUT', path: string, payload?: object) => Promise<Answer>,
): Promise<string> {
  await preparePlans(db, true);
  await setBank(db);
  await ask('PUT', '/billing/invoice-data', {
    company: 'Ann & Co',
    taxId: '91310000',
    address: 'Secret mug street 1',
    email: 'ann@example.test',
  });
  const body = { planId: 'team', term: 'month', payment: 'bank-transfer', amount: '199.00' };
  const { id } = await ask<Order>('POST', '/billing/orders', body);
  await preparePlans(db, false);
  return id;
}
