import type { Quotas } from '@bowerbird/contract/billing/billing';
import type { Db } from '../../db/database.ts';
import { preparePlans } from '../plans.ts';

const unlimited: Quotas = {
  products: null,
  'collected-per-month': null,
  'listed-per-month': null,
  stores: null,
  people: null,
};

/** Turns plans on and gives these quotas to everybody without a paid plan; quotas that are left out are unlimited. */
export async function limitTo(db: Db, quotas: Partial<Quotas>): Promise<void> {
  await preparePlans(db, true);
  await db
    .updateTable('plan')
    .set({ quotas: JSON.stringify({ ...unlimited, ...quotas }) })
    .where('id', '=', 'free')
    .execute();
}
