import type { Quotas } from '@bowerbird/contract/billing';
import type { Db } from '../../db/database.ts';
import { preparePlans } from '../plans.ts';

const unlimited: Quotas = {
  products: null,
  'collected-per-month': null,
  'listed-per-month': null,
  stores: null,
  people: null,
};

/** Plans are on, and everybody who paid for none has these quotas from now on; what is left out is unlimited. */
export async function limitTo(db: Db, quotas: Partial<Quotas>): Promise<void> {
  await preparePlans(db, true);
  await db
    .updateTable('plan')
    .set({ quotas: JSON.stringify({ ...unlimited, ...quotas }) })
    .where('id', '=', 'free')
    .execute();
}
