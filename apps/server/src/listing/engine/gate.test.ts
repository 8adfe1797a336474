import { TooLate } from '@bowerbird/platforms/net/too-late';
import { shopline } from '@bowerbird/platforms/shopline/index';
import { createShoplineStore } from '@bowerbird/simulators/shopline/store/shop-store';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench } from '../../../testing/listing/listing.ts';
import { asOwner } from '../../db/database.ts';
import { Fenced } from '../ledger/ledger.ts';
import { noFaults } from '../store-job/fault-points.ts';
import { gateOfRow } from './gate.ts';

const { db } = await testDatabase();

/** A listed product's row, and a store job at a moment that the test sets, in milliseconds. */
async function open() {
  const clock = acceleratedClock(20);
  const shop = createShoplineStore({ name: 'simulated', outside: clock, store: { pace: 'free' } });
  const bench = await storeBench(db, {
    clock,
    platform: shopline,
    simulation: shop,
    connection: 'token',
    credentials: { token: shop.settings.token },
  });
  await bench.list(await bench.own(someProducts(1)));
  const [row] = await bench.rows();
  const lister = shopline.lister;
  if (!row || !lister) {
    throw new Error('Nothing was listed.');
  }
  const now = { ms: 1_000_000 };
  const storeJob = {
    services: bench.services,
    ownerId: row.owner_id,
    shopId: row.shop_id,
    clock: { ...clock, monotonic: () => now.ms, wall: () => now.ms },
    lister,
    injectFault: noFaults,
  };
  return { row, storeJob, now, tooLateMs: lister.features.times.deadlineMs + 1 };
}

describe('what is sent of a product without an intent, as inventory of SHOPLINE', () => {
  it('passes the gate of the worker that wrote the row last', async () => {
    const { row, storeJob } = await open();

    const gate = await gateOfRow(storeJob, row);

    expect(() => gate()).not.toThrow();
  });

  it('is not sent by a worker that has lost the row to another: that one may have sent newer values', async () => {
    const { row, storeJob } = await open();
    await asOwner(db, row.owner_id, (owned) =>
      owned.updateTable('listing').set({ token: v7() }).where('id', '=', row.id).execute(),
    );

    await expect(gateOfRow(storeJob, row)).rejects.toThrow(Fenced);
  });

  it('is not sent by a worker that is stopped once it has looked at the row', async () => {
    const { row, storeJob, now, tooLateMs } = await open();

    const opening = gateOfRow(storeJob, row);
    now.ms += tooLateMs;
    const gate = await opening;

    expect(() => gate()).toThrow(TooLate);
  });
});
