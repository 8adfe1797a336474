import type { ScheduleTimes } from '@bowerbird/contract/listing/schedules';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { type ListingBench, listingBench } from '../../../testing/listing/listing.ts';
import { testPerson } from '../../../testing/products/products.ts';
import { asOwner, type Db } from '../../db/database.ts';
import type { Call } from '../../http/serve.ts';
import type { Action } from '../../listing/actions/act.ts';
import { createActionRun, createUndoRun } from '../../listing/api/create-actions.ts';
import { writeSchedule } from '../change.ts';
import { runScheduleNow } from '../run-now.ts';
import { startDueListings } from '../start-due.ts';
import { getSchedule } from '../view.ts';

export const hourMs = 3_600_000;
const zone = 'America/New_York';
const daily = { kind: 'daily' as const };

/** A merchant whose store is in New York's time zone. */
export async function scheduleBench(db: Db) {
  const bench = await listingBench(db, { times: 40 });
  const userId = await testPerson(db, bench.ownerId, 'Annie');
  const owned = <T>(work: Parameters<typeof asOwner<T>>[2]) => asOwner(db, bench.ownerId, work);
  // Due schedules of all merchants are looked for together.
  onTestFinished(() => owned(async (rows) => void (await sql`delete from listing_schedule`.execute(rows))));
  await owned((rows) => sql`update shop set time_zone = ${zone} where id = ${bench.shopId}`.execute(rows));
  // The `Call` that the server passes, as far as schedules use it.
  const call = {
    services: bench.services,
    ownerId: bench.ownerId,
    user: { id: userId },
    db: owned,
  } as unknown as Call;

  const work = (runId: string) => bench.work({ runId, ownerId: bench.ownerId, key: bench.shopId });
  const place = async (id: string) => (await owned((rows) => getSchedule(rows, bench.ownerId, id))).places[0];
  return {
    ...bench,
    call,
    owned,
    place,
    runNow: async (id: string) => await work(await runScheduleNow(call, id)),
    async act(act: Action, ids: string[]) {
      const request = { storeIds: [bench.storeId], selection: { ids }, createdBy: null };
      await work(await createActionRun(bench.services, bench.ownerId, act, request));
    },
    undo: async (runId: string) =>
      await work(await createUndoRun(bench.services, bench.ownerId, runId, null)),
    /** What shoppers see. */
    shown: () =>
      bench.shop
        .view()
        .products.flatMap(({ status, title }) => (status === 'ACTIVE' ? [title] : []))
        .sort(),
    schedule: (
      times: Partial<ScheduleTimes>,
      ids: readonly string[],
      storeIds = [bench.storeId],
      more: object = {},
    ) =>
      writeSchedule(call, {
        name: 'Every morning',
        times: { first: hoursOn(bench, 1), repeat: daily, ...times },
        timeZone: 'UTC',
        storeIds,
        selection: ids.length > 0 ? { ids: [...ids] } : { filter: {}, except: [] },
        options: { status: 'active', publish: true, again: true, ...more },
      }),
    /**
     * Advances the clock by `hours`, looks for due schedules, and works on the run that began. Returns how many began.
     */
    async after(hours: number, id: string): Promise<number> {
      bench.clock.jump(hours * hourMs);
      const started = await startDueListings(bench.services);
      const run = (await place(id))?.last?.run;
      if (started > 0 && run) {
        await bench.work({ runId: run.id, ownerId: bench.ownerId, key: bench.shopId });
      }
      return started;
    },
    /** What the last run reported of products that it left unchanged. */
    async leftOut(id: string) {
      const runId = (await place(id))?.last?.run?.id ?? '';
      const items = await owned((rows) =>
        rows
          .selectFrom('listing_item')
          .select(['product_id', 'state', 'fault'])
          .where('run_id', '=', runId)
          .where('state', '<>', 'listed')
          .execute(),
      );
      return items.map(({ product_id, state, fault }) => [product_id, state, fault?.code]).sort();
    },
    async titles(id: string) {
      const runId = (await place(id))?.last?.run?.id ?? '';
      return await owned(async (rows) => {
        const items = await rows
          .selectFrom('listing_item')
          .select('product_id')
          .where('run_id', '=', runId)
          .orderBy('position')
          .execute();
        return items.map(({ product_id }) => product_id);
      });
    },
  };
}
export type ScheduleBench = Awaited<ReturnType<typeof scheduleBench>>;

/** The local time in New York that many hours from now, to the minute. */
function hoursOn({ clock }: Pick<ListingBench, 'clock'>, hours: number): string {
  const at = new Date(clock.wall() + hours * hourMs);
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return shown.replace(' ', 'T');
}
