import type { Product } from '@bowerbird/catalog/product';
import type { FileSourceItem } from '@bowerbird/contract/files/imports';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { allBut, memberOf } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, variant } from '../../testing/products/products.ts';
import { preparePlans } from '../billing/plans.ts';
import { countUsed } from '../billing/quotas.ts';
import { limitTo } from '../billing/testing/limit-to.ts';
import { wakeHeld } from '../billing/waking.ts';
import { asOwner } from '../db/database.ts';
import { importBench, type Sources, shopifyFile } from './testing.ts';
import { feedServer } from './watched/testing/feed-server.ts';
import { watchedBench } from './watched/testing/watched-bench.ts';

const { db } = await testDatabase();
const bench = await importBench(db);
const feed = await feedServer();
const watched = watchedBench(bench, [feed.host]);
const { ownerId } = bench;

/** Numbered mugs whose price at the supplier is ten and their number. */
const mugs = (first: number, last: number): Product[] =>
  Array.from({ length: last - first + 1 }, (_, at) => ({
    ...mug,
    title: `Mug ${first + at}`,
    handle: `mug-${first + at}`,
    variants: [variant({ sku: `M-${first + at}`, price: `${10 + first + at}.00` })],
  }));
const double = { name: 'Double', edits: [{ kind: 'price-from-cost', by: '2', ending: { to: '.90' } }] };
/** Knows a cost that the file does not have, and puts 1.00 on the supplier's price. */
const cheap = {
  name: 'Cheap',
  edits: [
    { kind: 'set-cost', cost: '14.00' },
    { kind: 'add-to-price', amount: '1.00' },
  ],
};

async function supplier(name: string, claim: object | null | undefined, products = mugs(1, 3)) {
  const into = { as: 'source' as const, source: { name }, whole: false };
  const { source } = await bench.apply(await bench.check(shopifyFile(products), { into }), products.length);
  const id = source?.id ?? '';
  if (claim !== undefined) {
    await bench.call<FileSourceItem>('PUT', `/imports/sources/${id}/claim`, { claim });
  }
  return id;
}

const next = async (id: string, products: Product[]) => {
  const into = { as: 'source' as const, source: { id }, whole: false };
  const checked = await bench.check(shopifyFile(products), { into });
  return await bench.apply(checked, checked.toApply);
};

/** The claims that imports of a supplier have begun, oldest first. */
const claimsOf = (name: string) =>
  asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ id: string; state: string; total: number }>`
      select id, state, total from run where owner_id = ${ownerId} and kind = 'claim' and title = ${name} order by id
    `.execute(owned);
    return rows;
  });
const ours = (sourceId: string) =>
  asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ title: string; price: string }>`
      select product.title, product.content -> 'variants' -> 0 ->> 'price' as price from product
      join collected on collected.product_id = product.id
      where product.owner_id = ${ownerId} and collected.shop = ${sourceId} order by product.title
    `.execute(owned);
    return rows.map(({ title, price }) => `${title} ${price}`);
  });
const notices = () =>
  asOwner(db, ownerId, async (owned) => {
    const { rows } = await sql<{ params: Record<string, unknown> }>`
      delete from notification_due where event = 'new-products-claimed' returning params`.execute(owned);
    return rows.map(({ params }) => params);
  });

describe('what is new in a supplier’s file', () => {
  it('stays a collected product where no rule was chosen', async () => {
    const id = await supplier('Off', undefined);

    await next(id, mugs(1, 5));

    expect(await claimsOf('Off')).toEqual([]);
    expect(await ours(id)).toEqual([]);
  });

  it('is claimed with the rule chosen once, and nothing else is; the notice names how many', {
    tags: ['slow'],
  }, async () => {
    const id = await supplier('Weekly', double);

    await next(id, [...mugs(1, 2), ...mugs(4, 5)]);
    const [claim, ...more] = await claimsOf('Weekly');
    const done = await bench.work(claim?.id ?? '');

    // The first three came before the rule, and nobody has claimed them.
    expect(more).toEqual([]);
    expect(done).toMatchObject({ state: 'complete', done: 2, total: 2 });
    expect(await ours(id)).toEqual(['Mug 4 27.90', 'Mug 5 29.90']);
    expect(await notices()).toEqual([{ state: 'rule', supplier: 'Weekly', rule: 'Double', count: 2 }]);

    // A file without anything new claims nothing, and follows the source under the rule.
    await next(id, [{ ...(mugs(4, 4)[0] ?? mug), variants: [variant({ sku: 'M-4', price: '20.00' })] }]);
    expect(await claimsOf('Weekly')).toHaveLength(1);
    expect(await ours(id)).toEqual(['Mug 4 39.90', 'Mug 5 29.90']);
  });

  it('that the price guard stops stays a collected product, with its reason, and the notice says how many', async () => {
    const id = await supplier('Guarded', cheap);

    await next(id, mugs(4, 6));
    const [claim] = await claimsOf('Guarded');
    const done = await bench.work(claim?.id ?? '');

    // Every price is above the cost of 14.00.
    expect(await ours(id)).toEqual(['Mug 4 15.00', 'Mug 5 16.00', 'Mug 6 17.00']);
    expect(done).toMatchObject({ state: 'complete' });
    await notices();
    await bench.call('PUT', `/imports/sources/${id}/claim`, {
      claim: { name: 'Too cheap', edits: [{ kind: 'set-cost', cost: '19.00' }, ...cheap.edits.slice(1)] },
    });
    await next(id, mugs(7, 9));
    const [, second] = await claimsOf('Guarded');
    // 18.00 and 19.00 are not above the cost of 19.00.
    const partly = await bench.work(second?.id ?? '');
    const noted = await asOwner(db, ownerId, (owned) =>
      owned
        .selectFrom('run_page')
        .select('notes')
        .where('run_id', '=', second?.id ?? '')
        .executeTakeFirstOrThrow(),
    );

    expect(partly).toMatchObject({
      state: 'partial',
      failed: 2,
      fault: { code: 'import.new-stopped', params: { count: 2 } },
    });
    expect((await ours(id)).slice(3)).toEqual(['Mug 9 20.00']);
    expect(Object.values(noted.notes)).toMatchObject([
      { fault: { code: 'risk.below-cost', params: { cost: '19.00' } } },
      { fault: { code: 'risk.below-cost' } },
    ]);
    expect(await notices()).toEqual([
      { state: 'some', supplier: 'Guarded', rule: 'Too cheap', count: 1, left: 2 },
    ]);
  });

  it('is claimed once when the end of the import is worked on twice, and by a job that comes after a kill', async () => {
    const id = await supplier('Twice', { name: null, edits: [] });

    const { id: runId } = await next(id, mugs(1, 6));
    await bench.work(runId);
    const [claim, ...more] = await claimsOf('Twice');
    const stopped = new AbortController();
    stopped.abort();
    await bench.work(claim?.id ?? '', stopped.signal).catch(() => undefined);
    await bench.work(claim?.id ?? '');
    await bench.work(claim?.id ?? '');

    expect(more).toEqual([]);
    expect(await ours(id)).toEqual(['Mug 4 14.00', 'Mug 5 15.00', 'Mug 6 16.00']);
    expect(await notices()).toEqual([{ supplier: 'Twice', rule: '', count: 3 }]);
  });

  it('is claimed from a watched file that nobody looks at, and the watch shows the rule', async () => {
    const id = await supplier('Watched', undefined);
    feed.file('/new.csv', shopifyFile(mugs(1, 5)), '"1"');
    const { id: watchId } = await watched.create(
      id,
      { kind: 'address', address: feed.address('/new.csv') },
      { whole: false, claim: double },
    );

    const looked = await watched.look(watchId);
    const [claim] = await claimsOf('Watched');
    await bench.work(claim?.id ?? '');

    expect(looked).toMatchObject({ source: { claim: double }, lastImport: { state: 'applied' } });
    expect(await ours(id)).toEqual(['Mug 4 27.90', 'Mug 5 29.90']);
    const { on: _, hour, timeZone, everyHours, applies, whole } = looked;
    await bench.call('PUT', `/imports/watched/${watchId}`, {
      ...{ hour, timeZone, everyHours, applies, whole },
      on: false,
    });
    expect((await watched.get(watchId)).source.claim).toEqual(double);
    await bench.call('PUT', `/imports/watched/${watchId}`, {
      ...{ hour, timeZone, everyHours, applies, whole },
      on: true,
      claim: null,
    });
    const { items } = await bench.call<Sources>('GET', '/imports/sources');
    expect(items.find((each) => each.id === id)?.claim).toBeNull();
    await notices();
  });
});

describe('the page of the import', () => {
  it('says how many of the new ones a rule claimed, as the notice and the run say, and how many wait and why', {
    tags: ['slow'],
  }, async () => {
    const rule = { name: 'Too cheap', edits: [{ kind: 'set-cost', cost: '15.00' }, ...cheap.edits.slice(1)] };
    const id = await supplier('Shown', rule);

    // Two from before the rule, and four new ones of which 15.00 is not above the cost.
    const { id: importId, claim: begun } = await next(id, [...mugs(1, 2), ...mugs(4, 7)]);
    const [claim] = await claimsOf('Shown');
    const done = await bench.work(claim?.id ?? '');
    const shown = await bench.get(importId);
    const [notice] = await notices();

    expect(begun).toMatchObject({ run: { id: claim?.id, state: 'waiting', total: 4 }, claimed: 0 });
    expect(shown.claim).toMatchObject({
      rule,
      claimed: 3,
      run: {
        ...{ id: claim?.id, state: 'partial', total: 4, done: done.done, failed: 1 },
        fault: { code: 'import.new-stopped', params: { count: 1 } },
      },
    });
    expect(notice).toMatchObject({ count: shown.claim?.claimed, left: shown.claim?.run.failed });
    expect(shown.collected).toEqual({ waiting: 3, claimed: 3 });
    const list = await bench.post('/collect/results/query', {
      filter: { state: 'unclaimed', runId: importId },
    });
    expect(list).toMatchObject({ total: shown.collected.waiting });
  });

  it('names no claim where the supplier carries no rule or the file brought nothing new, and counts what waits', {
    tags: ['slow'],
  }, async () => {
    const without = await supplier('None', undefined);
    const withRule = await supplier('Nothing new', double);

    const plain = await next(without, mugs(1, 5));
    const same = await next(withRule, mugs(1, 3));

    expect(plain).toMatchObject({ claim: null, collected: { waiting: 5, claimed: 0 } });
    expect(same).toMatchObject({ claim: null, collected: { waiting: 3, claimed: 0 } });
  });

  it('counts also what a claim made before the plan was full', async () => {
    const id = await supplier('Small plan', { name: null, edits: [] });
    await preparePlans(db, false);
    const used = await asOwner(db, ownerId, (owned) => countUsed(owned, ownerId, 'products'));
    await limitTo(db, { products: used + 2 });

    const { id: importId } = await next(id, mugs(4, 8));
    const [claim] = await claimsOf('Small plan');
    await bench.work(claim?.id ?? '');
    const held = await bench.get(importId);
    await preparePlans(db, false);
    await wakeHeld(bench.services, ownerId);
    await bench.work(claim?.id ?? '');
    const shown = await bench.get(importId);

    expect(held).toMatchObject({
      claim: { run: { state: 'held', fault: { code: 'quota.exceeded' } } },
      collected: { waiting: 3, claimed: 2 },
    });
    expect(shown).toMatchObject({ claim: { claimed: 5, run: { state: 'complete', done: 5 } } });
    expect(await notices()).toEqual([{ supplier: 'Small plan', rule: '', count: 5 }]);
  });
});

it('a person who may import and not add products does not choose it, nor does another merchant', async () => {
  const id = await supplier('Rights', double);
  const member = await memberOf(db, bench.app, ownerId, allBut('products', 'add'));
  const ben = await bench.another('ben-of-files');
  const path = `/imports/sources/${id}/claim`;

  const byMember = await bench.send('PUT', path, { claim: null }, member.headers);
  const byBen = await bench.send('PUT', path, { claim: null }, ben.headers);
  const watch = await bench.send(
    'POST',
    '/imports/watched',
    {
      ...{ everyHours: 24, hour: 6, timeZone: 'UTC', applies: true, whole: true },
      sourceId: id,
      where: { kind: 'address', address: feed.address('/x.csv') },
      claim: { name: null, edits: [] },
    },
    member.headers,
  );

  expect(byMember).toMatchObject({ status: 403, body: { code: 'permission.missing' } });
  expect(byBen).toMatchObject({ status: 404 });
  expect(watch).toMatchObject({ status: 403 });
  const { items } = await bench.call<Sources>('GET', '/imports/sources');
  expect(items.find((each) => each.id === id)?.claim).toEqual(double);
});
