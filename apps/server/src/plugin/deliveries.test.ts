import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { asOwner } from '../db/database.ts';
import { delivery, lamp, pluginBench, shop } from './testing.ts';

const { db, send, call, paired, merchant, setAhead, deliver, box, runs } = await pluginBench();

afterEach(() => setAhead(0));

describe('what the plugin delivers', () => {
  it('is saved like what the server collects, and says what was new and what had changed', async () => {
    const { plugin, headers } = await merchant();

    const first = await deliver(plugin, delivery([lamp('1005001111111111')]));
    const again = await deliver(plugin, delivery([lamp('1005001111111111'), lamp('1005002222222222')]));
    const changed = await deliver(plugin, delivery([lamp('1005001111111111', { title: 'Lamp, now red' })]));

    expect(first).toMatchObject({ state: 'taken', added: 1, changed: 0, unchanged: 0 });
    expect(again).toMatchObject({ added: 1, changed: 0, unchanged: 1 });
    expect(changed).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(again.collectedIds[0]).toBe(first.collectedIds[0]);
    const rows = await box(headers);
    expect(rows.map(({ title }) => title).sort()).toEqual(['Lamp 1005002222222222', 'Lamp, now red']);
    expect(rows.every(({ byPlugin }) => byPlugin)).toBe(true);
    const detail = await call<{ versions: unknown[] }>(
      headers,
      'GET',
      `/collect/results/${first.collectedIds[0]}`,
    );
    expect(detail.versions).toHaveLength(2);
  });

  it('changes nothing when it is sent again under its id, and is answered as before', async () => {
    const { plugin, headers } = await merchant();
    const body = delivery([lamp('1005001111111111')]);

    const first = await deliver(plugin, body);
    const again = await deliver(plugin, body);
    const atOnce = await Promise.all(Array.from({ length: 5 }, () => deliver(plugin, body)));

    expect(again).toEqual({ ...first, state: 'repeated' });
    expect(atOnce).toEqual(Array.from({ length: 5 }, () => again));
    expect((await runs(headers)).map(({ done }) => done)).toEqual([1]);
  });

  it('does not wait for all that a large run left to be looked through', async () => {
    const { plugin, ownerId } = await merchant();
    const left = () =>
      asOwner(db, ownerId, (owned) =>
        sql<{
          left: number;
        }>`select sum(cardinality(collected_ids))::integer as left from similarity_waiting`.execute(owned),
      );
    await asOwner(db, ownerId, (owned) =>
      sql`insert into similarity_waiting select uuidv7(), ${ownerId}::uuid, array_agg(gen_random_uuid())
        from generate_series(1, 2000) as each group by each % 4`.execute(owned),
    );

    await deliver(plugin, delivery([lamp('1005001111111111')]));

    expect((await left()).rows).toEqual([{ left: 1501 }]);
  });

  it('is refused under the id of a page that could not be read', async () => {
    const { plugin, headers } = await merchant();
    const body = delivery([lamp('1005001111111111')]);
    const { id, platform, url, pluginVersion } = body;
    await call(plugin, 'POST', '/plugin/unread', {
      id,
      platform,
      url,
      pluginVersion,
      code: 'source.timeout',
    });

    const { status, body: answer } = await send(plugin, 'POST', '/plugin/collect', body);

    expect([status, answer.code, answer.issues?.[0]?.path]).toEqual([400, 'request.invalid', ['id']]);
    expect(await box(headers)).toEqual([]);
  });

  it('comes twenty at a time, each taken once into the one run of the sitting', async () => {
    const { plugin, headers } = await merchant();
    const ids = Array.from({ length: 20 }, (_, index) => String(1_005_000_000_000_000 + index));

    const answers = await Promise.all(ids.map((id) => deliver(plugin, delivery([lamp(id)]))));

    expect(new Set(answers.map(({ runId }) => runId)).size).toBe(1);
    expect(await box(headers)).toHaveLength(20);
    const [run] = await runs(headers);
    expect(run).toMatchObject({ title: shop, state: 'complete', done: 20, failed: 0, byPlugin: true });
  });

  it('is one run for each sitting: another shop, another browser or half an hour later makes another', async () => {
    const { plugin, headers } = await merchant();
    const other = await paired(headers);
    const at = (hour: string) => ({
      ...lamp(hour),
      source: {
        platform: 'shopify',
        shop: hour,
        id: '1',
        url: `https://${hour}/products/a`,
        storeName: null,
      },
    });

    const one = await deliver(plugin, delivery([lamp('1005001111111111')]));
    const sameSite = await deliver(
      plugin,
      delivery([lamp('1005003333333333')], { url: 'https://pt.aliexpress.com/item/1005003333333333.html' }),
    );
    const elsewhere = await deliver(plugin, delivery([at('shop.example')], { platform: 'shopify' }));
    const otherBrowser = await deliver(other, delivery([lamp('1005001111111111')]));
    setAhead(31 * 60_000);
    const later = await deliver(plugin, delivery([lamp('1005001111111111')]));

    expect(sameSite.runId).toBe(one.runId);
    expect(new Set([one, elsewhere, otherBrowser, later].map(({ runId }) => runId)).size).toBe(4);
    const live = await call<{ figures: object; addresses: string[]; certificate: object; recent: unknown[] }>(
      headers,
      'GET',
      `/collect/runs/${one.runId}`,
    );
    expect(live).toMatchObject({
      figures: { got: 2, skipped: 0, variants: 2, images: 2 },
      addresses: [`https://${shop}/item/1005001111111111.html`, `https://${shop}/item/1005003333333333.html`],
      certificate: { got: 2, complete: true, scope: 'list' },
    });
    expect(live.recent).toHaveLength(2);
  });

  it('is refused beyond the plan, and by a merchant who is frozen, without a trace', async () => {
    const { plugin, headers, ownerId } = await merchant();
    await db.updateTable('owner').set({ status: 'frozen' }).where('id', '=', ownerId).execute();

    const frozen = await send(plugin, 'POST', '/plugin/collect', delivery([lamp('1005001111111111')]));

    expect([frozen.status, frozen.body.code]).toEqual([422, 'owner.frozen']);
    expect(await runs(headers)).toEqual([]);

    await db.updateTable('owner').set({ status: 'active' }).where('id', '=', ownerId).execute();
    const plan = await db
      .selectFrom('billing_setting')
      .innerJoin('plan', 'plan.id', 'billing_setting.default_plan')
      .select(['plan.id', 'plan.quotas'])
      .executeTakeFirstOrThrow();
    const setPlans = async (on: boolean, quotas: object) => {
      await db
        .updateTable('plan')
        .set({ quotas: JSON.stringify(quotas) })
        .where('id', '=', plan.id)
        .execute();
      await db.updateTable('billing_setting').set({ plans_on: on }).execute();
    };
    await setPlans(true, { ...plan.quotas, 'collected-per-month': 1 });
    const over = await send(
      plugin,
      'POST',
      '/plugin/collect',
      delivery([lamp('1005001111111111'), lamp('1005002222222222')]),
    );
    await setPlans(false, plan.quotas);

    expect([over.status, over.body.code]).toEqual([422, 'quota.exceeded']);
    expect(await box(headers)).toEqual([]);
    expect(await runs(headers)).toEqual([]);
  });

  it('is kept apart from other merchants, also under an id of theirs', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const body = delivery([lamp('1005001111111111')]);

    const anns = await deliver(ann.plugin, body);
    const bens = await deliver(ben.plugin, {
      ...body,
      products: [lamp('1005001111111111', { title: 'Mine' })],
    });

    expect(bens).toMatchObject({ state: 'taken', added: 1 });
    expect(bens.runId).not.toBe(anns.runId);
    expect((await box(ann.headers)).map(({ title }) => title)).toEqual(['Lamp 1005001111111111']);
    expect((await send(ben.headers, 'GET', `/collect/runs/${anns.runId}`)).status).toBe(404);
  });
});
