import type { Platform } from '@bowerbird/platforms/platform';
import { wordpress } from '@bowerbird/platforms/wordpress/index';
import { createWordpressSite } from '@bowerbird/simulators/wordpress/shop';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { acceleratedClock } from '../../../testing/clock/accelerated-clock.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { someProducts, storeBench, withinSeconds, withLister } from '../../../testing/listing/listing.ts';
import { simulatedStores } from '../../../testing/listing/simulated-stores.ts';
import { asOwner } from '../../db/database.ts';
import { declareOrigin } from '../epoch/restore.ts';

const { db } = await testDatabase();

/** The same platform, with one product on each page of a scan of the whole store. */
function withSmallPages(platform: Platform): Platform {
  return withLister(platform, (own) => ({
    reader: {
      async *fullScan(...requested) {
        for await (const page of own.reader.fullScan(...requested)) {
          for (const seen of page) {
            yield [seen];
          }
        }
      },
    },
  }));
}

/** A store that keeps no key unique: a product created twice is in the store twice. */
async function open(name: 'shopyy' | 'woocommerce' = 'shopyy') {
  const clock = acceleratedClock(100);
  const simulated = simulatedStores[name](clock);
  const platform = withSmallPages(withinSeconds(simulated.platform));
  return { ...(await storeBench(db, { clock, ...simulated, platform })), simulated };
}

it('what stands in the store already, on whichever page, is not made a second time by a database that forgot it', {
  tags: ['slow'],
}, async () => {
  const bench = await open();
  const products = someProducts(3);
  const ids = await bench.own(products);
  await bench.list(ids);
  const before = bench.simulated.products().map(({ id }) => id);
  await asOwner(db, bench.ownerId, (owned) =>
    sql`delete from listing where owner_id = ${bench.ownerId}`.execute(owned),
  );
  await declareOrigin(bench.services, 'restored');

  const { run } = await bench.list(ids);

  expect(run.state).toBe('complete');
  expect(bench.simulated.products().map(({ id }) => id)).toEqual(before);
  const bound = (await bench.rows()).map(({ store_product_id }) => store_product_id);
  expect(bound.sort()).toEqual([...before].sort());
});

it('a copy that the merchant kept of a product they deleted is not written over when it is listed again', {
  tags: ['slow'],
}, async () => {
  const bench = await open();
  const ids = await bench.own(someProducts(1));
  bench.simulated.simulation.faults.add({ kind: 'merchant-duplicate', matching: 'POST', count: 1 });
  await bench.list(ids);
  const [row] = await bench.rows();
  const copies = bench.simulated.products().filter(({ id }) => id !== row?.store_product_id);
  bench.simulated.remove(row?.store_product_id ?? '');
  await bench.workOut(await bench.start(ids));
  expect(await bench.rows()).toMatchObject([{ state: 'gone' }]);

  await bench.list(ids, { again: true });

  expect(copies).toHaveLength(1);
  expect(bench.simulated.products()).toHaveLength(2);
  expect(bench.simulated.products().filter(({ id }) => id === copies[0]?.id)).toEqual(copies);
  expect(await bench.rows()).toMatchObject([{ state: 'listed', generation: 2 }]);
});

it.each([
  ['shopyy', 'partial', 'POST'],
  ['woocommerce', 'lost-after', '/products/batch'],
] as const)('%s: a product that was found half made is made whole (%s)', async (name, kind, matching) => {
  const bench = await open(name);
  const [product] = someProducts(1);
  bench.simulated.simulation.faults.add({ kind, matching, count: 1 });

  const { run } = await bench.list(await bench.own(product ? [product] : []));

  expect(run.state).toBe('complete');
  expect(bench.simulated.simulation.faults.hits.get(kind)).toBe(1);
  expect(bench.simulated.products()).toMatchObject([
    { title: product?.title, shown: true, variants: product?.variants.map(({ sku }) => ({ sku })) },
  ]);
});

it('what the merchant threw away while its making was in doubt is not taken out of the trash and shown', async () => {
  const clock = acceleratedClock(40);
  const site = createWordpressSite({ name: 'blog', outside: clock });
  const { user, applicationPassword } = site.settings;
  const bench = await storeBench(db, {
    clock,
    platform: withinSeconds(wordpress),
    simulation: site,
    connection: 'application-password',
    credentials: { user, applicationPassword },
  });
  site.faults.add({ kind: 'lost-after', matching: '/batch/v1', count: 1 });
  const ids = await bench.own(someProducts(1));
  let thrownAway = 0;

  await bench.work(await bench.start(ids), (point) => {
    const post = site.view().posts.find(({ type }) => type === 'post');
    if (point === 'unknown.before-commit' && thrownAway === 0 && post) {
      thrownAway = post.id;
      site.ledger.trash(post, clock.wall());
    }
  });

  expect(site.ledger.posts.get(thrownAway)).toMatchObject({ status: 'trash' });
  const [row] = await bench.rows();
  expect(row).toMatchObject({ state: 'listed', published: true });
  expect(row?.store_product_id).not.toBe(String(thrownAway));
});
