import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anotherMerchant } from '../../../testing/api/app.ts';
import { feedShop } from '../../../testing/collect/feed-shop.ts';
import { preparePlans } from '../../billing/plans.ts';
import { limitTo } from '../../billing/testing/limit-to.ts';
import { asOwner } from '../../db/database.ts';
import { startDueWatches } from './due.ts';
import { body, shopAt, type Watch, watchBench } from './testing.ts';

const { db, tests, create, watch, makeDue, runs } = await watchBench();
const { ownerId, services } = tests;

describe('a watch', () => {
  it('is read when its time comes, once however many workers look, and its next time lies ahead', async () => {
    const { id, nextAt } = await create(shopAt('due.example'));
    await makeDue(id);
    const before = await runs();

    const started = await Promise.all([
      startDueWatches(services),
      startDueWatches(services),
      startDueWatches(services),
    ]);
    await startDueWatches(services);

    const after = await watch(id);
    const fresh = (await runs()).filter((run) => !before.includes(run));
    expect(started.toSorted()).toEqual([0, 0, 1]);
    expect(fresh).toEqual([after?.lastRun?.id]);
    expect(after?.nextAt).toBe(nextAt);
    expect(new Date(after?.nextAt ?? 0).getTime()).toBeGreaterThan(services.clock.wall());
  });

  it('is read however many others before it cannot be', async () => {
    const { id } = await create(shopAt('behind.example'));
    await makeDue(id);
    await asOwner(db, ownerId, (owned) =>
      sql`insert into watch (id, owner_id, name, platform, shop, target, every_hours, hour, time_zone, alerts, next_at)
        select lpad(to_hex(n), 32, '0')::uuid, ${ownerId}::uuid, 'broken', 'shopify', 'x', '{"kind":"addresses","platform":"shopify"}', 24, 6, 'UTC', '{}',
          now() - interval '1 hour' from generate_series(1, 205) as n`.execute(owned),
    );

    await expect(startDueWatches(services)).rejects.toThrow();
    await asOwner(db, ownerId, (owned) => sql`delete from watch where name = 'broken'`.execute(owned));

    expect(await watch(id)).toMatchObject({ lastRun: { state: 'waiting' } });
  });

  it('is left out while it is still being read, and by hand answers the run that reads it', async () => {
    const { id } = await create(shopAt('slow.example'));
    const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);
    await makeDue(id);

    expect(await startDueWatches(services)).toBe(0);
    expect(await tests.call('POST', `/watches/${id}/run`)).toEqual({ runId });
    await tests.work(runId, feedShop(1));
    await makeDue(id);
    expect(await startDueWatches(services)).toBe(1);
    expect((await watch(id))?.lastRun?.id).not.toBe(runId);
  });

  it('that is off is not read, and on again it is at its next time', async () => {
    const { id } = await create(shopAt('off.example'));
    const { target: _unchangeable, ...requested } = body({});

    const off = await tests.call<Watch>('PUT', `/watches/${id}`, { ...requested, on: false });
    const on = await tests.call<Watch>('PUT', `/watches/${id}`, { ...requested, hour: 7, on: true });

    expect([off.on, off.nextAt]).toEqual([false, null]);
    expect(new Date(on.nextAt ?? 0).getUTCHours()).toBe(23);
    await tests.call('DELETE', `/watches/${id}`);
    expect(await watch(id)).toBeUndefined();
  });

  it('of what is claimed reads exactly what is claimed by then', async () => {
    const shop = feedShop(4);
    const ids = await tests.claimed('claims.example', shop);
    await tests.call('POST', '/collect/results/unclaim', { productIds: [ids[2]] });
    const { id } = await create({ kind: 'claimed', platform: 'shopify', shop: 'claims.example' });

    const { runId } = await tests.call<{ runId: string }>('POST', `/watches/${id}/run`);

    expect(await tests.call('GET', `/collect/runs/${runId}`)).toMatchObject({
      scope: 'list',
      addresses: [1, 2, 4].map((number) => `https://claims.example/products/mug-${number}`),
    });
    const none = await create({ kind: 'claimed', platform: 'shopify', shop: 'nobody.example' });
    const { status, body: failure } = await tests.send('POST', `/watches/${none.id}/run`);
    expect([status, failure.code]).toEqual([422, 'watch.nothing-claimed']);
  });

  it('of a frozen merchant starts nothing, says why, and continues once they are free', async () => {
    const { id } = await create(shopAt('frozen.example'));
    await makeDue(id);
    const freeze = (status: string) =>
      sql`update owner set status = ${status} where id = ${ownerId}`.execute(db);
    await freeze('frozen');
    const before = await runs();

    await startDueWatches(services);
    const frozen = await watch(id);
    await freeze('active');
    await makeDue(id);
    await startDueWatches(services);

    expect(frozen).toMatchObject({ on: true, lastRun: null, fault: { code: 'owner.frozen' } });
    expect(await watch(id)).toMatchObject({ lastRun: { state: 'waiting' }, fault: null });
    expect((await runs()).length).toBe(before.length + 1);
  });

  it('of known products continues when the plan allows nothing new, and one that may bring new ones says so', async () => {
    const shop = feedShop(2);
    await tests.claimed('plan.example', shop);
    const known = await create({ kind: 'claimed', platform: 'shopify', shop: 'plan.example' });
    const whole = await create(shopAt('plan.example'));
    await limitTo(db, { 'collected-per-month': 0 });
    await makeDue(known.id);
    await makeDue(whole.id);

    await startDueWatches(services);
    await preparePlans(db, false);

    expect(await watch(known.id)).toMatchObject({ lastRun: { state: 'waiting' }, fault: null });
    expect(await watch(whole.id)).toMatchObject({ lastRun: null, fault: { code: 'quota.exceeded' } });
  });

  it('is refused for a place without a clock and a platform without a collector', async () => {
    const status = async (target: object, more = {}) =>
      (await tests.send('POST', '/watches', body(target, more))).status;

    expect(await status(shopAt('zone.example'), { timeZone: 'Mars/Olympus' })).toBe(400);
    expect(await status({ ...shopAt('zone.example'), platform: 'nothing' })).toBe(400);
    expect(await status({ ...shopAt('zone.example'), addresses: ['no address'] })).toBe(422);
    expect(await status({ kind: 'claimed', platform: 'nothing', shop: 'x' })).toBe(400);
  });

  it('is one of a hundred at the most', { tags: ['slow'] }, async () => {
    const there = (await tests.call<Watch[]>('GET', '/watches')).length;
    const answers = [];
    for (let index = there; index < 101; index += 1) {
      answers.push((await tests.send('POST', '/watches', body(shopAt(`w${index}.example`)))).body.code);
    }

    expect(answers.filter((code) => code !== undefined)).toEqual(['watch.too-many']);
    await asOwner(db, ownerId, (owned) => sql`delete from watch`.execute(owned));
  });

  it("is nobody else's", async () => {
    const { id } = await create(shopAt('mine.example'));
    const unmanaged = await tests.signIn(await anotherMerchant(db, 'ben'));
    const { target: _unchangeable, ...requested } = body({});

    expect((await tests.send('GET', '/watches', undefined, unmanaged)).body.data).toEqual([]);
    expect((await tests.send('POST', `/watches/${id}/run`, {}, unmanaged)).status).toBe(404);
    expect((await tests.send('PUT', `/watches/${id}`, { ...requested, on: false }, unmanaged)).status).toBe(
      404,
    );
    expect((await tests.send('DELETE', `/watches/${id}`, undefined, unmanaged)).status).toBe(404);
    expect(await watch(id)).toMatchObject({ on: true });
  });
});

describe('reading again by hand', () => {
  it('makes one run for each source, of what was chosen and can be read', async () => {
    await tests.claimed('one.example', feedShop(2));
    await tests.claimed('other.example', feedShop(3));
    const filter = { sources: ['one.example', 'other.example'] };

    const { runIds } = await tests.call<{ runIds: string[] }>('POST', '/recollect', {
      what: { collected: { filter, except: [] } },
    });

    const requested = await Promise.all(
      runIds.map((id) => tests.call<{ shop: string; addresses: string[] }>('GET', `/collect/runs/${id}`)),
    );
    expect(requested.map(({ shop, addresses }) => [shop, addresses.length])).toEqual([
      ['one.example', 2],
      ['other.example', 3],
    ]);
    const again = await tests.call<{ runIds: string[] }>('POST', '/recollect', {
      what: { runId: runIds[0] },
    });
    expect(await tests.call('GET', `/collect/runs/${again.runIds[0]}`)).toMatchObject({
      shop: 'one.example',
    });
    const none = { what: { collected: { filter: { sources: ['nowhere.example'] }, except: [] } } };
    expect((await tests.send('POST', '/recollect', none)).body.code).toBe('selection.empty');
  });
});
