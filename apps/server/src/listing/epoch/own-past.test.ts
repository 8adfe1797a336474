import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { backUp, putBack } from '../../../testing/database/put-back.ts';
import {
  editProduct,
  type ListingBench,
  listingBench,
  type StoreBench,
  someProducts,
  storeBench,
  withinSeconds,
} from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { plainImage } from '../../images/testing.ts';
import { productsByIds } from '../../products/list/selection.ts';
import type { JobRequest } from '../../runs/jobs.ts';
import { EpochFiles } from './files.ts';
import { confirmEpoch, requireOwnPast } from './own-past.ts';
import { declareOrigin } from './restore.ts';

const { db } = await testDatabase();
const held = { state: 'held', fault: { code: 'listing.copied-installation' } };
const unknown = { state: 'held', fault: { code: 'listing.unknown-in-store' } };

/** What one test held must not hold the next. */
afterEach(async () => {
  await db
    .updateTable('installation')
    .set((eb) => ({
      declarations: eb('declarations', '+', 1),
      held_at: null,
      held_because: null,
    }))
    .execute();
});

/** Gives a product another title, and lists it. */
async function listEdition(bench: StoreBench, ids: readonly string[], title: string): Promise<JobRequest> {
  const products = await asOwner(db, bench.ownerId, (owned) => productsByIds(owned, bench.ownerId, ids));
  for (const { id, product } of products) {
    await editProduct(bench, id, { ...product, title });
  }
  const request = await bench.start(ids);
  await bench.work(request);
  return request;
}

function titles({ shop }: ListingBench): string[] {
  return shop.view().products.map(({ title }) => title);
}

async function heldBecause(): Promise<string | null> {
  const { held_because } = await db
    .selectFrom('installation')
    .select('held_because')
    .executeTakeFirstOrThrow();
  return held_because;
}

describe('a database that was put back, and of which nobody said so', () => {
  it('sends nothing in an after-check, nor ever again until somebody says what it is', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, { times: 200 });
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 1');
    const second = await listEdition(bench, ids, 'Edition 2');
    // Its after-check is owed: what is on top of Edition 2 then is taken for an older write of ours.
    const backup = await backUp(db, bench.ownerId);
    await listEdition(bench, ids, 'Edition 3');
    await putBack(db, bench.ownerId, backup);
    const before = bench.shop.view().history.length;

    await bench.workOut(second);
    const because = await heldBecause();
    const run = await bench.list(ids);

    expect(titles(bench)).toEqual(['Edition 3']);
    expect(bench.shop.view().history).toHaveLength(before);
    expect(because).toBe('older-than-epoch');
    expect(run.run).toMatchObject(held);
  });

  it('stays held though its witness is taken away, and goes on once it is said to be restored', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, { times: 200 });
    const ids = await bench.own(someProducts(2));
    await bench.list(ids.slice(0, 1));
    const backup = await backUp(db, bench.ownerId);
    await bench.list(ids);
    await putBack(db, bench.ownerId, backup);
    const first = await bench.list(ids);
    await rm(join(bench.services.config.dataFolder, 'keys', 'epoch'), { recursive: true });

    const second = await bench.list(ids);
    await declareOrigin(bench.services, 'restored');
    const request = await bench.start(ids);
    await bench.workOut(request);

    expect([first.run, second.run]).toMatchObject([held, held]);
    expect((await bench.view(request.runId)).run.state).toBe('complete');
    expect(bench.shop.view().products).toHaveLength(2);
  });

  it('is noticed by its counter alone, where no attempt was made since', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(1));
    await bench.list(ids);
    const backup = await backUp(db, bench.ownerId);
    await bench.list(ids);
    await putBack(db, bench.ownerId, backup);

    expect((await bench.list(ids)).run).toMatchObject(held);
  });

  it('is noticed in the middle of a run by whatever worker is at work', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(30));
    const request = await bench.start(ids);
    await bench.work(request, async (point) => {
      if (point === 'intent.before-commit' && (await heldBecause()) === null) {
        await db
          .updateTable('installation')
          .set({ held_at: new Date(), held_because: 'older-than-epoch' })
          .execute();
      }
    });

    expect((await bench.view(request.runId)).run).toMatchObject(held);
    expect(titles(bench)).toEqual([]);
  });
});

it('a crash between the file and the database holds nothing', { tags: ['slow'] }, async () => {
  const bench = await listingBench(db);
  const ids = await bench.own(someProducts(2));
  await bench.list(ids.slice(0, 1));
  const files = new EpochFiles(bench.services);
  const epoch = await files.installation();
  if (!epoch) {
    throw new Error('no witness');
  }
  const { anchor: _anchor, ...known } = epoch;
  await files.writeInstallation({ ...known, pending: known.confirmed + 1 });

  expect((await bench.list(ids)).run.state).toBe('complete');
});

it('store jobs that start together raise the counter, and hold none of them', {
  tags: ['slow'],
}, async () => {
  const bench = await listingBench(db);
  await bench.list(await bench.own(someProducts(1)));

  await Promise.all(Array.from({ length: 40 }, () => requireOwnPast(bench)));

  const { counter } = await db.selectFrom('installation').select('counter').executeTakeFirstOrThrow();
  expect(await new EpochFiles(bench.services).installation()).toMatchObject({
    confirmed: Number(counter),
    pending: null,
  });
});

describe('a data folder that was copied', () => {
  /** Replaces the epoch files with a copy of them, as a backup of the folder does. */
  async function copyKeys({ services }: StoreBench): Promise<void> {
    const keys = join(services.config.dataFolder, 'keys');
    const away = join(await mkdtemp(join(tmpdir(), 'bowerbird-copy-')), 'keys');
    await cp(keys, away, { recursive: true, preserveTimestamps: true });
    // The originals stay, so that no copy gets the inode of one.
    await rename(keys, `${keys}-before`);
    await cp(away, keys, { recursive: true, preserveTimestamps: true });
    await rm(away, { recursive: true });
  }

  it('lists nothing until somebody says what it is, though database and witness agree', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, { times: 200 });
    const ids = await bench.own(someProducts(2));
    await bench.list(ids.slice(0, 1));
    await copyKeys(bench);

    const run = await bench.list(ids);
    await declareOrigin(bench.services, 'restored');
    const again = await bench.start(ids);
    await bench.workOut(again);

    expect(run.run).toMatchObject(held);
    expect((await bench.view(again.runId)).run.state).toBe('complete');
    await rm(join(bench.services.config.dataFolder, 'keys-before'), { recursive: true });
  });

  it('joins where another process of the installation is at work', async () => {
    const bench = await listingBench(db);
    const ids = await bench.own(someProducts(1));
    await bench.list(ids);
    const other = { ...bench.services, config: { ...bench.services.config } };
    other.config.dataFolder = await mkdtemp(join(tmpdir(), 'bowerbird-other-'));
    const joining = { services: other, ownerId: bench.ownerId };

    await expect(requireOwnPast(joining)).rejects.toThrow('held');
    await expect(requireOwnPast(joining)).rejects.toThrow('held');
    await bench.list(ids);
    await requireOwnPast(joining);

    expect(await new EpochFiles(other).installation()).not.toBeNull();
    await rm(other.config.dataFolder, { recursive: true });
  });
});

describe('a machine that was put back to a snapshot, database, witness and all', () => {
  it('is held by what Shopify remembers', { tags: ['slow'] }, async () => {
    const bench = await listingBench(db, { times: 200 });
    const ids = await bench.own(someProducts(2));
    await listEdition(bench, ids.slice(0, 1), 'Edition 2');
    const snapshot = await snapshotOf(bench);
    await listEdition(bench, ids.slice(0, 1), 'Edition 3');
    await snapshot.putBack();

    const run = await bench.view((await listEdition(bench, ids, 'Edition 2, again')).runId);

    expect(run.run).toMatchObject(unknown);
    expect(titles(bench)).toEqual(['Edition 3']);
  });

  it('goes on once it is said to be restored, and is not held by the same writes again', {
    tags: ['slow'],
  }, async () => {
    const bench = await listingBench(db, { times: 200 });
    const ids = await bench.own(someProducts(1));
    await listEdition(bench, ids, 'Edition 2');
    const snapshot = await snapshotOf(bench);
    await listEdition(bench, ids, 'Edition 3');
    await snapshot.putBack();
    await bench.list(ids);

    await declareOrigin(bench.services, 'restored');
    const request = await bench.start(ids, { again: true });
    await bench.workOut(request);

    expect((await bench.view(request.runId)).run.state).toBe('complete');
    expect(bench.shop.view().products).toHaveLength(1);
  });

  it.each(['woocommerce', 'wordpress', 'shopline', 'shoplazza', 'shopyy'] as const)(
    'is held by what %s remembers',
    { tags: ['slow'] },
    async (name) => {
      const clock = acceleratedClock(40);
      const simulated = simulatedStores[name](clock);
      const bench = await storeBench(db, {
        clock,
        ...simulated,
        platform: withinSeconds(simulated.platform),
        beside: async () => new Response(new Uint8Array(await plainImage(5, 5).gif().toBuffer())),
      });
      const ids = await bench.own(someProducts(1));
      await listEdition(bench, ids, 'Edition 2');
      const snapshot = await snapshotOf(bench);
      await listEdition(bench, ids, 'Edition 3');
      await snapshot.putBack();

      const request = await listEdition(bench, ids, 'Edition 2, again');

      expect((await bench.view(request.runId)).run).toMatchObject(unknown);
      expect(simulated.products().map(({ title }) => title)).toEqual(['Edition 3']);
    },
  );

  /** Takes a snapshot of the database and the epoch files; put back, the files are the same files. */
  async function snapshotOf(bench: StoreBench): Promise<{ putBack(): Promise<void> }> {
    const files = new EpochFiles(bench.services);
    const [backup, installation, owner] = [
      await backUp(db, bench.ownerId),
      await files.installation(),
      await files.owner(bench.ownerId),
    ];
    return {
      async putBack() {
        await putBack(db, bench.ownerId, backup);
        if (installation && owner) {
          const { anchor: _anchor, ...known } = installation;
          await files.writeInstallation(known);
          await files.writeOwner(bench.ownerId, owner);
        }
      },
    };
  }
});

it('a database whose counter another process raises while the witness is asked is not taken for an older one', async () => {
  const bench = await listingBench(db);
  await requireOwnPast(bench);
  let isRaised = false;
  // What this process has read of its database is outdated by the time it reads the file.
  const overtaken = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isRaised) {
        isRaised = true;
        await confirmEpoch(bench);
      }
      return result;
    },
  });

  await requireOwnPast({ ...bench, services: { ...bench.services, db: overtaken } });

  expect(isRaised).toBe(true);
  expect(await heldBecause()).toBeNull();
});
