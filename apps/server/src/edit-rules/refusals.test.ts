import { describe, expect, it } from 'vitest';
import { anotherMerchant } from '../../testing/api/app.ts';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { of, ruleTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await ruleTests(db);
const { dearer, stored } = tests;

describe('a rule that must not', () => {
  it('be another merchant’s, closed, numbered or deleted while attached, is refused by name', async () => {
    const shop = feedShop(1);
    await tests.claimed('refused.example', shop);
    const rule = await tests.rule('Refused', dearer('1.3'));
    const body = { version: 1, selection: of('refused.example'), expected: 1 };
    const other = await tests.signIn(await anotherMerchant(db, 'cara'));
    const foreign = await tests.send('POST', `/edit-rules/${rule.id}/attach`, body, other);
    await tests.call('PUT', `/edit-rules/${rule.id}/state`, { state: 'closed' });
    const closed = await tests.send('POST', `/edit-rules/${rule.id}/attach`, body);
    await tests.call('PUT', `/edit-rules/${rule.id}/state`, { state: 'online' });
    await tests.attach(rule.id, body.selection, { expected: 1 });
    const deleted = await tests.send('DELETE', `/edit-rules/${rule.id}`);
    const older = await tests.send('PUT', `/edit-rules/${rule.id}`, {
      name: 'Refused',
      description: 'Anything at all',
      steps: dearer('2'),
      version: 9,
    });

    expect([foreign.status, closed.body.code, deleted.body.code, older.body.code]).toEqual([
      404,
      'edit-rule.closed',
      'edit-rule.attached',
      'edit-rule.changed-meanwhile',
    ]);
    expect(await tests.call('GET', '/edit-rules?text=Refused&sort=timesUsed')).toMatchObject({
      total: 1,
      items: [{ name: 'Refused', timesUsed: 1 }],
    });
  });

  it('be deleted while a run that attaches or detaches it is open, is refused by name', async () => {
    const shop = feedShop(2);
    await tests.claimed('open.example', shop);
    const rule = await tests.rule('Open', dearer('1.3'));
    const attaching = await tests.call<{ runId: string; attachmentId: string }>(
      'POST',
      `/edit-rules/${rule.id}/attach`,
      { version: 1, selection: of('open.example'), expected: 2 },
    );
    const whileAttaching = await tests.send('DELETE', `/edit-rules/${rule.id}`);
    await tests.done(attaching);
    const detaching = await tests.call<{ runId: string; attachmentId: string }>(
      'POST',
      `/edit-rules/attachments/${attaching.attachmentId}/detach`,
    );
    const whileDetaching = await tests.send('DELETE', `/edit-rules/${rule.id}`);
    await tests.done(detaching);

    expect([whileAttaching, whileDetaching]).toMatchObject([
      { status: 409, body: { code: 'edit-rule.attached', params: { rule: 'Open', count: 0 } } },
      { status: 409, body: { code: 'edit-rule.attached', params: { rule: 'Open', count: 2 } } },
    ]);
    // Neither run missed its rule.
    expect(await stored('open.example')).toMatchObject([
      { price: '11.50', rules: 0, revision: 3 },
      { price: '12.50', rules: 0, revision: 3 },
    ]);
    expect(await tests.call('DELETE', `/edit-rules/${rule.id}`)).toEqual({ deleted: true });
  });
});
