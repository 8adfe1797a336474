import { sql } from 'kysely';
import { testDatabase } from '../../../testing/database/database.ts';
import { asOwner } from '../../db/database.ts';
import { recollectTests } from '../testing.ts';

/** What of a watch these tests read. */
export interface Watch {
  id: string;
  on: boolean;
  nextAt: string | null;
  lastRun: { id: string; state: string } | null;
  fault: { code: string } | null;
  alertCount: number;
  shop: string;
}
/** The alerts that watches gave. */
export interface Alerts {
  items: {
    id: string;
    runId: string;
    kind: string;
    title: string;
    before: string | null;
    after: string | null;
  }[];
  total: number;
  unread: Record<string, number>;
}

/** The target of a watch that reads a whole Shopify shop. */
export const shopAt = (host: string) => ({
  kind: 'addresses',
  platform: 'shopify',
  scope: 'shop',
  addresses: [`https://${host}/`],
});

/** The body of a call that creates a watch. */
export const body = (target: object, more: object = {}) => ({
  name: 'Prices',
  everyHours: 24,
  hour: 6,
  timeZone: 'Asia/Shanghai',
  alerts: { pricePercent: 5, stock: true, gone: true },
  target,
  ...more,
});

/** A merchant who watches shops. */
export async function watchBench() {
  const { db } = await testDatabase();
  const tests = await recollectTests(db);
  const { ownerId } = tests;
  return {
    db,
    tests,
    create: (target: object, more: object = {}) => tests.call<Watch>('POST', '/watches', body(target, more)),
    watch: async (id: string) =>
      (await tests.call<Watch[]>('GET', '/watches')).find((each) => each.id === id),
    /** Makes the watch due, as if its hour had come yesterday, without changing anything else. */
    makeDue: (id: string) =>
      asOwner(db, ownerId, (owned) =>
        sql`update watch set next_at = next_at - interval '1 day' where id = ${id}`.execute(owned),
      ),
    /** Returns the ids of all runs, in their order. */
    runs: () =>
      asOwner(db, ownerId, async (owned) => {
        const { rows } = await sql<{ id: string }>`select id from run order by id`.execute(owned);
        return rows.map(({ id }) => id);
      }),
  };
}
