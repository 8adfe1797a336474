import type { RulePreview } from '@bowerbird/contract/products/edit-rules';
import { describe, expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { change } from '../recollect/testing.ts';
import { ruleJob } from './rule-job.ts';
import { of, ruleTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await ruleTests(db);
const { ownerId, dearer, stored, pricesOf } = tests;
const questions = async () => (await tests.call<{ total: number }>('GET', '/recollect/conflicts')).total;

describe('a rule on followed products', () => {
  it('asks nothing when every price changes at the source, and each ends at the right price', {
    tags: ['slow'],
  }, async () => {
    const shop = feedShop(300);
    await tests.claimed('many.example', shop);
    const more = await tests.everyId({ sources: ['many.example'], state: 'unclaimed' }, 'collected', 60);
    await tests.call('POST', '/collect/results/claim', { selection: { ids: more } });
    const rule = await tests.rule('Dearer', dearer('1.3'));
    const attached = await tests.attach(rule.id, of('many.example'), { expected: 300 });
    shop.products.forEach((_, at) => {
      change(shop, at, { price: '50.00' });
    });
    change(shop, 7, { price: '89.00' });

    await tests.again('many.example', shop);
    const once = await stored('many.example');
    await tests.again('many.example', shop);

    expect(attached).toMatchObject({ counts: { changed: 300, rejected: 0 }, kept: 0 });
    expect(await questions()).toBe(0);
    expect(once.filter(({ price }) => price === '64.99')).toHaveLength(299);
    expect(once.filter(({ price }) => price === '115.99')).toHaveLength(1);
    expect(once.every(({ revision }) => revision === 3)).toBe(true);
    expect(await stored('many.example')).toEqual(once);
  });

  it('leaves a price that a person set, shows it before, and reports it', { tags: ['slow'] }, async () => {
    const shop = feedShop(3);
    const [byHand = '', other = ''] = await tests.claimed('hand.example', shop);
    await tests.edit(byHand, [{ kind: 'set-price', price: '99.00' }]);
    const rule = await tests.rule('By hand', dearer('1.3'));

    const preview = await tests.call<RulePreview>('POST', `/edit-rules/${rule.id}/attach/preview`, {
      version: 1,
      selection: of('hand.example'),
      after: null,
    });
    const attached = await tests.attach(rule.id, of('hand.example'), { expected: 3 });

    const kept = [{ mine: '99.00', ruled: '14.99', path: expect.stringMatching(/^variants\/.*\/price$/) }];
    expect(preview.sample.find(({ id }) => id === byHand)).toMatchObject({
      outcome: 'unchanged',
      cells: [],
      kept,
    });
    expect([preview.products, preview.counts, preview.kept]).toEqual([3, attached.counts, 1]);
    expect(attached).toMatchObject({ counts: { changed: 2, unchanged: 1 }, kept: 1, keptIds: [byHand] });
    expect(await tests.prices([byHand, other])).toEqual(['99.00', '15.99']);
    const sampled = preview.sample.find(({ id }) => id === other)?.cells;
    const [written] = await tests.call<{ kind: string; rule: object; cells: object[] }[]>(
      'GET',
      `/products/${other}/history`,
    );
    expect(written).toMatchObject({ kind: 'ruled', rule: { name: 'By hand', version: 1 }, cells: sampled });
    const { origins } = await tests.product(other);
    expect(origins.find(({ field }) => field === 'variants')).toMatchObject({ from: 'rule', by: 'By hand' });

    const { attachments } = await tests.get(rule.id);
    const changed = await tests.call('GET', `/edit-rules/changes/${attached.runId}/items?group=changed`);
    expect(changed).toMatchObject({ total: 2, nextCursor: null });
    expect(await tests.call('GET', `/edit-rules/changes/${attached.runId}/items?group=kept`)).toMatchObject({
      total: 1,
      items: [{ id: byHand }],
    });
    await tests.detach(attachments[0]?.id ?? '');
    expect(await tests.prices([byHand, other])).toEqual(['99.00', '12.50']);
  });

  it('is followed by the next rule, and neither is applied twice', async () => {
    const shop = feedShop(2);
    await tests.claimed('two.example', shop);
    const first = await tests.rule('Doubled', tests.steps({ kind: 'multiply-price', by: '2' }));
    const second = await tests.rule('Plus one', tests.steps({ kind: 'add-to-price', amount: '1' }));
    await tests.attach(first.id, of('two.example'), { expected: 2 });
    await tests.attach(second.id, of('two.example'), { expected: 2 });
    const attached = await pricesOf('two.example');
    change(shop, 0, { price: '20.00' });
    change(shop, 1, { title: 'Stoneware mug 2, new' });
    await tests.again('two.example', shop);
    const followed = await pricesOf('two.example');
    await tests.again('two.example', shop);

    expect(attached).toEqual(['24.00', '26.00']);
    expect(followed).toEqual(['41.00', '26.00']);
    expect(await pricesOf('two.example')).toEqual(followed);
  });

  it('changes prices once with a new version, and gives back what the source states when it is detached', async () => {
    const shop = feedShop(2);
    await tests.claimed('version.example', shop);
    const rule = await tests.rule('Versions', dearer('1.3'));
    const { attachmentId } = await tests.attach(rule.id, of('version.example'), { expected: 2 });
    await tests.call('PUT', `/edit-rules/${rule.id}`, {
      name: 'Versions',
      description: 'Dearer than before',
      steps: dearer('2'),
      version: 1,
    });
    const saved = await pricesOf('version.example');
    const moved = await tests.move(attachmentId, 2);
    const after = await stored('version.example');
    const again = await tests.send('POST', `/edit-rules/${rule.id}/attach`, {
      version: 1,
      selection: of('version.example'),
      expected: 2,
    });
    const twice = await tests.done(again.body.data as { runId: string; attachmentId: string });
    await tests.detach(twice.attachmentId);
    await tests.again('version.example', shop);

    expect(saved).toEqual(['14.99', '15.99']);
    expect(moved).toMatchObject({ counts: { changed: 2 }, removes: attachmentId });
    expect(after).toMatchObject([
      { price: '22.99', rules: 1, revision: 3 },
      { price: '24.99', rules: 1, revision: 3 },
    ]);
    // The same rule is never on a product twice.
    expect(twice.counts).toMatchObject({ changed: 0, already: 2 });
    expect(await tests.get(rule.id)).toMatchObject({
      version: 2,
      timesUsed: 3,
      state: 'online',
      attachments: [{ id: moved.attachmentId, version: 2, products: 2, detachedAt: null }],
    });
    expect((await tests.detach(moved.attachmentId)).counts).toMatchObject({ changed: 2 });
    expect(await stored('version.example')).toMatchObject([
      { price: '11.50', rules: 0 },
      { price: '12.50', rules: 0 },
    ]);
    expect(await tests.call('DELETE', `/edit-rules/${rule.id}`)).toEqual({ deleted: true });
  });

  it('reaches products that are claimed later, whose claim can still be undone', async () => {
    const shop = feedShop(1);
    await tests.claimed('later.example', shop);
    const rule = await tests.rule('Later', dearer('1.3'));
    await tests.attach(rule.id, of('later.example'), { expected: 1 });
    shop.products.push(...feedShop(2).products.slice(1));

    const [, later = ''] = await tests.claimed('later.example', shop);

    expect(await stored('later.example')).toMatchObject([
      { price: '14.99', rules: 1 },
      { price: '15.99', rules: 1, revision: 1 },
    ]);
    const undone = await tests.call('POST', '/collect/results/unclaim', { productIds: [later] });
    expect(undone).toEqual({ takenBack: 1, kept: 0 });
  });

  it('is left out and marked where it would empty a title, and stops nothing', async () => {
    const shop = feedShop(2);
    await tests.claimed('empty.example', shop);
    const words = tests.steps({ kind: 'replace-in-title', find: 'Sold', replaceWith: '' });
    const rule = await tests.rule('No such word', words);
    const { attachmentId } = await tests.attach(rule.id, of('empty.example'), { expected: 2 });
    change(shop, 0, { title: 'Sold', price: '20.00' });
    change(shop, 1, { title: 'Sold mug' });
    await tests.again('empty.example', shop);

    expect((await stored('empty.example')).map(({ title }) => title.trim()).toSorted()).toEqual([
      'Sold',
      'mug',
    ]);
    expect(await tests.get(rule.id)).toMatchObject({ state: 'error', attachments: [{ rejected: 1 }] });
    expect(await tests.call('GET', `/edit-rules/attachments/${attachmentId}/rejected`)).toMatchObject({
      items: [{ title: 'Sold', step: 0, fault: { code: 'title-empty' } }],
    });
    change(shop, 0, { title: 'Sold cup' });
    await tests.again('empty.example', shop);
    expect(await tests.get(rule.id)).toMatchObject({ state: 'online', attachments: [{ rejected: 0 }] });
  });

  it('goes on where its run was stopped, and counts nothing twice', { tags: ['slow'] }, async () => {
    const shop = feedShop(200);
    const ids = await tests.claimed('stopped.example', shop);
    const { product } = await tests.product(ids[0] ?? '');
    const { id: own } = await tests.call<{ id: string }>('POST', '/products', {
      product: { ...product, title: 'Our own' },
    });
    const rule = await tests.rule('Stopped', dearer('1.3'));
    const started = await tests.call<{ runId: string; attachmentId: string }>(
      'POST',
      `/edit-rules/${rule.id}/attach`,
      { version: 1, selection: { ids: [...ids, own] } },
    );
    const server = new AbortController();
    const clock = tests.services.clock;
    let looks = 0;
    const monotonic = () => {
      looks += 1;
      if (looks === 3) {
        server.abort();
      }
      return clock.monotonic();
    };
    const services = { ...tests.services, clock: { ...clock, monotonic } };
    const job = ruleJob(services).work({ runId: started.runId, ownerId, key: '' }, server.signal);
    await expect(job).rejects.toThrow('stopped');
    const midway = (await stored('stopped.example')).filter(({ rules }) => rules === 1).length;
    const done = await tests.done(started);

    expect(midway).toBe(200);
    expect(done.counts).toMatchObject({ changed: 200, 'without-source': 1 });
    expect((await stored('stopped.example')).filter(({ revision }) => revision > 2)).toEqual([]);
  });
});
