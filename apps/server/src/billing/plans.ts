import type { Plan, PlanContent, Quotas } from '@bowerbird/contract/billing/billing';
import { currencies } from '@bowerbird/contract/billing/billing';
import { AppError } from '@bowerbird/contract/errors';
import type { Selectable } from 'kysely';
import { v7 } from 'uuid';
import type { Db, OwnerDb } from '../db/database.ts';
import type { PlanTable } from '../db/tables/account/billing.ts';
import { firstPlans, withoutPlans } from './first-plans.ts';

/**
 * Turns plans on or off for every merchant, as configured. Writes the first plans once and keeps an administrator's
 * changes to them.
 */
export async function preparePlans(database: Db, plansOn: boolean): Promise<void> {
  await database.transaction().execute(async (db) => {
    const before = await getSetting(db);
    if (plansOn) {
      await db
        .insertInto('plan')
        .values(firstPlans.map((plan, index) => ({ ...columnsOf(plan), id: plan.id, position: index + 1 })))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
    const chosen = before.default_plan === withoutPlans ? 'free' : before.default_plan;
    await db
      .updateTable('billing_setting')
      .set({ plans_on: plansOn, ...(plansOn && { default_plan: chosen }) })
      .execute();
  });
}

export async function getSetting(db: Db | OwnerDb) {
  return await db.selectFrom('billing_setting').selectAll().executeTakeFirstOrThrow();
}

/** Returns the plans in their order; `onSale` leaves out those that are not on sale. */
export async function findPlans(db: Db | OwnerDb, { onSale }: { onSale: boolean }): Promise<Plan[]> {
  const rows = await db
    .selectFrom('plan')
    .selectAll()
    .$if(onSale, (query) => query.where('on_sale', '=', true))
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(toPlan);
}

export async function getPlan(db: Db | OwnerDb, id: string): Promise<Plan> {
  const row = await db.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) {
    throw new AppError('not-found', `plan ${id}`);
  }
  return toPlan(row);
}

export async function addPlan(db: OwnerDb, content: PlanContent): Promise<Plan> {
  const id = v7();
  const { last } = await db
    .selectFrom('plan')
    .select((eb) => eb.fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  await db
    .insertInto('plan')
    .values({ ...columnsOf(content), id, position: last + 1 })
    .execute();
  return { ...content, id };
}

/** Saves a plan. Existing orders keep their price; the quotas apply from now on to everybody who has the plan. */
export async function savePlan(db: OwnerDb, id: string, content: PlanContent): Promise<Plan> {
  await getPlan(db, id);
  await db.updateTable('plan').set(columnsOf(content)).where('id', '=', id).execute();
  return { ...content, id };
}

export async function setDefaultPlan(db: OwnerDb, id: string): Promise<void> {
  await getPlan(db, id);
  await db.updateTable('billing_setting').set({ default_plan: id }).execute();
}

function columnsOf({ name, priceMonth, priceYear, currency, quotas, onSale }: PlanContent) {
  return {
    name: JSON.stringify(name),
    price_month: priceMonth,
    price_year: priceYear,
    currency,
    quotas: JSON.stringify(quotas satisfies Quotas),
    on_sale: onSale,
  };
}

function toPlan(row: Selectable<PlanTable>): Plan {
  return {
    id: row.id,
    name: row.name,
    priceMonth: row.price_month,
    priceYear: row.price_year,
    currency: currencies.find((each) => each === row.currency) ?? 'CNY',
    quotas: row.quotas,
    onSale: row.on_sale,
  };
}
