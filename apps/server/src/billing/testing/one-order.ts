import type { Order } from '@bowerbird/contract/billing/orders';
import type { Db } from '../../db/database.ts';
import { preparePlans } from '../plans.ts';

export const bank = {
  accountName: 'Bower House Ltd',
  accountNumber: '6222 0000 1234 5678',
  bank: 'Garden Bank',
  more: 'GARDCNBJ',
};

/** Sets the bank account for transfers, as an administrator does. */
export async function setBank(db: Db): Promise<void> {
  await db
    .updateTable('billing_setting')
    .set({ bank: JSON.stringify(bank) })
    .execute();
}

/** Creates an order of this merchant that waits for its transfer, and turns plans off again. Returns its id. */
export async function oneOrder(
  db: Db,
  call: <Answer>(method: 'POST' | 'PUT', path: string, payload?: object) => Promise<Answer>,
): Promise<string> {
  await preparePlans(db, true);
  await setBank(db);
  await call('PUT', '/billing/invoice-data', {
    company: 'Ann & Co',
    taxId: '91310000',
    address: 'Secret mug street 1',
    email: 'ann@example.test',
  });
  const body = { planId: 'team', term: 'month', payment: 'bank-transfer', amount: '199.00' };
  const { id } = await call<Order>('POST', '/billing/orders', body);
  await preparePlans(db, false);
  return id;
}
