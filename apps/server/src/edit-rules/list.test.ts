import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { change } from '../recollect/testing.ts';
import { of, ruleTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await ruleTests(db);
const { ownerId, dearer } = tests;

describe('the list of rules', () => {
  it('finds rules by use, attachment, alarm and time, and a closed rule takes no alarm', async () => {
    const shop = feedShop(1);
    await tests.claimed('list.example', shop);
    const [used, idle] = [
      await tests.rule('Listed A', dearer('2')),
      await tests.rule('Listed B', dearer('2')),
    ];
    await tests.attach(used.id, of('list.example'), { expected: 1 });
    await tests.call('PUT', `/edit-rules/${idle.id}/alarm`, { on: true });
    const found = async (query: string) =>
      (await tests.call<{ items: { name: string }[] }>('GET', `/edit-rules?text=Listed&${query}`)).items
        .map(({ name }) => name)
        .toSorted();
    const soon = encodeURIComponent(new Date(Date.now() + 3_600_000).toISOString());

    expect(await found('usedMin=1')).toEqual(['Listed A']);
    expect(await found('attached=no')).toEqual(['Listed B']);
    expect(await found('alarm=yes')).toEqual(['Listed B']);
    expect(await found(`updatedFrom=${soon}`)).toEqual([]);
    expect(await found(`updatedTo=${soon}`)).toEqual(['Listed A', 'Listed B']);
    await tests.call('PUT', `/edit-rules/${idle.id}/alarm`, { on: false });
    await tests.call('PUT', `/edit-rules/${idle.id}/state`, { state: 'closed' });
    const refused = await tests.send('PUT', `/edit-rules/${idle.id}/alarm`, { on: true });
    expect(refused.body).toMatchObject({ code: 'edit-rule.alarm-closed', params: { rule: 'Listed B' } });
    expect(await found('alarm=yes')).toEqual([]);
  });

  it('tells a subscriber once that a rule cannot be applied, and the run lists why', async () => {
    const shop = feedShop(3);
    await tests.claimed('alarm.example', shop);
    const rule = await tests.rule('Alarmed', tests.steps({ kind: 'cut-text', field: 'title', max: 1 }));
    const words = tests.steps({ kind: 'replace-pattern', field: 'title', pattern: '.+', replaceWith: '' });
    await tests.call('PUT', `/edit-rules/${rule.id}`, {
      name: 'Alarmed',
      description: 'Empties every title',
      steps: words,
      version: 1,
    });
    await tests.call('PUT', `/edit-rules/${rule.id}/alarm`, { on: true });
    const attached = await tests.attach(rule.id, of('alarm.example'), { version: 2, expected: 3 });
    change(shop, 0, { title: 'Another' });
    await tests.again('alarm.example', shop);

    const { rows: due } = await asOwner(db, ownerId, (owned) =>
      sql`select params, link from notification_due where event = 'rule-rejected'`.execute(owned),
    );
    expect(due).toEqual([{ params: { rule: 'Alarmed', count: 3 }, link: `/products/rules/${rule.id}` }]);
    expect(attached).toMatchObject({ counts: { rejected: 3 }, addsVersion: 2, isInForce: true });
    const items = await tests.call<{ items: object[] }>(
      'GET',
      `/edit-rules/changes/${attached.runId}/items?group=rejected`,
    );
    expect(items).toMatchObject({ total: 3 });
    expect(items.items[0]).toMatchObject({ fault: { code: 'title-empty' } });
  });
});
