import type { Product } from '@bowerbird/catalog/product';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anotherMerchant } from '../../testing/api/app.ts';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { mergeRun } from './merge-run.ts';
import { findConflict } from './one-conflict.ts';
import { change, recollectTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await recollectTests(db);
const doubled = [{ kind: 'multiply-price' as const, by: '2' }];
const titled = (value: string) => [{ kind: 'set-field' as const, field: 'title' as const, value }];
const priced = (price: string) => [{ kind: 'set-price' as const, price }];

interface Detail {
  revision: number;
  row: { fields: string[]; runId: string };
  conflicts: {
    key: string;
    before: unknown;
    source: unknown;
    mine: unknown;
    ruled: { value: unknown } | null;
  }[];
  settled: { field: string; side: string }[];
}
interface Resolved {
  editSetId: string | null;
  results: { fault: { code: string } | null }[];
}

/** Creates a shop where titles and prices of all products were edited here and then also changed at the source. */
async function disputed(host: string, count: number) {
  const shop = feedShop(count);
  const ids = await tests.claimed(host, shop, doubled);
  for (const [at, id] of ids.entries()) {
    await tests.edit(id, [...titled(`Mine ${at}`), ...priced('99.00')]);
    change(shop, at, { title: `Theirs ${at}`, price: '30.00' });
  }
  const runId = await tests.again(host, shop);
  return { shop, ids, runId, first: ids[0] ?? '' };
}
const conflict = (id: string) => tests.call<Detail>('GET', `/recollect/conflicts/${id}`);
const resolve = (productId: string, revision: number, answers: object) =>
  tests.call<Resolved>('POST', '/recollect/resolve', { decisions: [{ productId, revision, answers }] });
const waiting = async (runId: string) =>
  (await tests.call<{ total: number }>('GET', `/recollect/conflicts?runId=${runId}`)).total;

describe('what both sides changed', () => {
  it('waits with all three values, and what the rules of the claim would make of the new one', async () => {
    const { first, runId } = await disputed('three.example', 2);

    const list = await tests.call('GET', `/recollect/conflicts?runId=${runId}&limit=1`);
    const detail = await conflict(first);

    expect(list).toMatchObject({
      total: 2,
      fields: [
        { field: 'title', count: 2 },
        { field: 'variants', count: 2 },
      ],
      shops: [{ shop: 'three.example', count: 4 }],
      nextCursor: expect.any(String),
    });
    expect(detail.conflicts).toMatchObject([
      { key: 'title', before: 'Stoneware mug 1', source: 'Theirs 0', mine: 'Mine 0', ruled: null },
      {
        key: 'variants',
        before: [{ price: '11.50' }],
        source: [{ price: '30.00' }],
        mine: [{ price: '99.00' }],
        ruled: { value: [{ price: '60.00' }] },
      },
    ]);
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({
      products: { undecided: 2, followed: 0, unchanged: 0 },
      fieldsUndecided: 4,
      editSetId: null,
    });
    expect(await tests.titles([first])).toEqual(['Mine 0']);
  });

  it('is decided field by field; what is not stays a question, and a later reading asks the same again', {
    tags: ['slow'],
  }, async () => {
    const { shop, first } = await disputed('single.example', 1);
    const { revision } = await conflict(first);

    const { editSetId, results } = await resolve(first, revision, { title: 'source' });

    expect([results, editSetId]).toEqual([[{ productId: first, fault: null }], expect.any(String)]);
    expect(await tests.titles([first])).toEqual(['Theirs 0']);
    expect((await conflict(first)).row.fields).toEqual(['variants']);
    change(shop, 0, { price: '40.00' });
    await tests.again('single.example', shop);
    const later = await conflict(first);
    expect(later.conflicts).toMatchObject([{ before: [{ price: '11.50' }], source: [{ price: '40.00' }] }]);

    await resolve(first, later.revision, { variants: 'ruled' });
    expect(await tests.call('GET', `/recollect/runs/${later.row.runId}`)).toMatchObject({
      products: { undecided: 0, decided: 1, unchanged: 0 },
    });
    expect(await tests.prices([first])).toEqual(['80.00']);
    expect((await tests.send('GET', `/recollect/conflicts/${first}`)).status).toBe(404);
  });

  it('is not written over an edit that was made since, and says so', async () => {
    const { first } = await disputed('late.example', 1);
    const { revision } = await conflict(first);
    await tests.edit(first, titled('Mine again'));

    const { editSetId, results } = await resolve(first, revision, { title: 'source' });

    expect([editSetId, results[0]?.fault?.code]).toEqual([null, 'product.changed-meanwhile']);
    expect(await tests.titles([first])).toEqual(['Mine again']);
  });

  it('is decided by the reading that was shown; a newer one that no run has merged yet waits for its run', async () => {
    const { shop, first } = await disputed('unmerged.example', 1);
    const { revision } = await conflict(first);
    change(shop, 0, { title: 'Unseen', price: '31.00' });
    const runId = await tests.start('https://unmerged.example/', 'shop');
    await tests.work(runId, shop, async () => undefined);

    expect((await conflict(first)).conflicts).toMatchObject([{ source: 'Theirs 0' }, { key: 'variants' }]);
    await resolve(first, revision, { title: 'source', variants: 'source' });
    const decided = [await tests.titles([first]), await tests.prices([first])];
    await mergeRun(tests.services, { ownerId: tests.ownerId, runId });

    expect(decided).toEqual([['Theirs 0'], ['30.00']]);
    expect(await tests.titles([first])).toEqual(['Unseen']);
  });

  it('looked at while another run finds a conflict again, keeps the new one', {
    tags: ['slow'],
  }, async () => {
    const { first } = await disputed('meanwhile.example', 1);
    await tests.edit(first, [...titled('Theirs 0'), ...priced('60.00')]);
    const { ownerId } = tests;
    let looking: Promise<unknown> = Promise.resolve();

    await asOwner(db, ownerId, async (owned) => {
      await sql`select from product where id = ${first} for update`.execute(owned);
      await sql`update product set content = jsonb_set(content::jsonb, '{title}', '"Mine, again"') where id = ${first}`.execute(
        owned,
      );
      await sql`update merge_conflict set at = now() where product_id = ${first}`.execute(owned);
      looking = asOwner(db, ownerId, (other) => findConflict(other, ownerId, first));
      await new Promise((done) => setTimeout(done, 300));
    });
    await looking;

    expect((await conflict(first)).row.fields).toContain('title');
  });

  it('is no question any more once the merchant edits it to what the source has', async () => {
    const { first, runId } = await disputed('same.example', 1);

    await tests.edit(first, [...titled('Theirs 0'), ...priced('60.00')]);

    expect((await tests.send('GET', `/recollect/conflicts/${first}`)).status).toBe(404);
    expect(await waiting(runId)).toBe(0);
  });

  it('kept as mine is not asked again, and writes nothing; undone it is a conflict again', async () => {
    const { first, runId } = await disputed('mine.example', 1);
    const { revision } = await conflict(first);

    const { editSetId } = await resolve(first, revision, { title: 'mine', variants: 'mine' });

    expect(await waiting(runId)).toBe(0);
    expect((await tests.product(first)).revision).toBe(revision);

    expect(await tests.call('POST', `/recollect/undo/${editSetId}`)).toEqual({ restored: 1, spared: 0 });
    expect((await conflict(first)).row.fields.toSorted()).toEqual(['title', 'variants']);
    expect((await tests.product(first)).revision).toBe(revision);
  });

  it('is decided in the same way for all of a field, undone whole, and is a conflict again', async () => {
    const { ids, runId } = await disputed('equal_body.example', 3);
    await tests.edit(ids[2] ?? '', [{ kind: 'add-tags', tags: ['mine'] }]);

    const similar = { side: 'source', field: 'variants', shop: 'equal_body.example' };
    const { resolved, editSetId } = await tests.call<{ resolved: number; editSetId: string }>(
      'POST',
      '/recollect/resolve-similar',
      similar,
    );
    const decided = await tests.prices(ids);
    await tests.edit(ids[1] ?? '', priced('77.00'));
    const undone = await tests.call('POST', `/recollect/undo/${editSetId}`);

    expect([resolved, decided]).toEqual([3, ['60.00', '60.00', '60.00']]);
    expect(undone).toEqual({ restored: 2, spared: 1 });
    expect(await tests.prices(ids)).toEqual(['99.00', '77.00', '99.00']);
    expect(await waiting(runId)).toBe(3);
    expect((await conflict(ids[0] ?? '')).row.fields.toSorted()).toEqual(['title', 'variants']);
    expect(await tests.call('POST', `/recollect/undo/${editSetId}`)).toEqual({ restored: 0, spared: 1 });
  });

  it('is not asked about once it is a rule; the rule of a source goes before the rule of all', async () => {
    const { shop, ids } = await disputed('rule.example', 1);
    await tests.call('POST', '/recollect/rules', { field: 'title', shop: null, side: 'mine' });
    await tests.call('POST', '/recollect/resolve-similar', {
      side: 'source',
      field: 'title',
      shop: 'rule.example',
      asRule: true,
    });
    const rules = await tests.call<{ id: string }[]>('GET', '/recollect/rules');
    await tests.edit(ids[0] ?? '', titled('Mine, later'));
    change(shop, 0, { title: 'Theirs, later' });

    await tests.again('rule.example', shop);

    expect(await tests.titles(ids)).toEqual(['Theirs, later']);
    expect((await conflict(ids[0] ?? '')).row.fields).toEqual(['variants']);
    expect(rules).toMatchObject([
      { field: 'title', shop: null, side: 'mine' },
      { field: 'title', shop: 'rule.example', side: 'source' },
    ]);
    for (const { id } of rules) {
      await tests.call('DELETE', `/recollect/rules/${id}`);
    }
    expect(await tests.call('GET', '/recollect/rules')).toEqual([]);
  });
});

describe('what was followed', () => {
  it('is undone whole, and keeps what was edited since', async () => {
    const shop = feedShop(3);
    const ids = await tests.claimed('back.example', shop);
    shop.products.forEach((_, at) => {
      change(shop, at, { title: `Theirs ${at}`, price: '50.00' });
    });
    const runId = await tests.again('back.example', shop);
    const { editSetId } = await tests.call<{ editSetId: string }>('GET', `/recollect/runs/${runId}`);
    await tests.edit(ids[0] ?? '', titled('Mine'));

    const undone = await tests.call('POST', `/recollect/undo/${editSetId}`);

    expect(undone).toEqual({ restored: 2, spared: 1 });
    expect(await tests.titles(ids)).toEqual(['Mine', 'Stoneware mug 2', 'Stoneware mug 3']);
    expect(await tests.prices(ids)).toEqual(['11.50', '12.50', '13.50']);
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({ editSetId: null });

    await tests.again('back.example', shop);
    expect(await tests.titles(ids)).toEqual(['Mine', 'Stoneware mug 2', 'Stoneware mug 3']);
  });

  it('can be undone again where the run continues after that', async () => {
    const shop = feedShop(2);
    const ids = await tests.claimed('grows.example', shop);
    change(shop, 0, { title: 'Followed 1' });
    change(shop, 1, { title: 'Followed 2' });
    const runId = await tests.start('https://grows.example/', 'shop');
    await tests.work(runId, shop, async () => undefined);
    const [one, other] = [{ ownerId: tests.ownerId, runId }, ids[1] ?? ''];
    const unmet = (is: boolean) =>
      asOwner(db, tests.ownerId, (owned) =>
        sql`update collected set last_run_id = ${is ? null : runId} where product_id = ${other}`.execute(
          owned,
        ),
      );
    await unmet(true);
    await mergeRun(tests.services, one);
    const { editSetId } = await tests.call<{ editSetId: string }>('GET', `/recollect/runs/${runId}`);
    await tests.call('POST', `/recollect/undo/${editSetId}`);

    await unmet(false);
    await mergeRun(tests.services, one);

    expect(await tests.titles(ids)).toEqual(['Stoneware mug 1', 'Followed 2']);
    expect(await tests.call('GET', `/recollect/runs/${runId}`)).toMatchObject({ editSetId });
    expect(await tests.call('POST', `/recollect/undo/${editSetId}`)).toEqual({ restored: 1, spared: 0 });
    expect(await tests.titles(ids)).toEqual(['Stoneware mug 1', 'Stoneware mug 2']);
  });

  it('cannot be seen, decided or undone by anybody else', async () => {
    const { first, runId } = await disputed('private.example', 1);
    const { revision } = await conflict(first);
    const unmanaged = await tests.signIn(await anotherMerchant(db, 'ben'));
    const asBen = (method: 'GET' | 'POST', path: string, body?: object) =>
      tests.send(method, path, body, unmanaged);

    expect((await asBen('GET', `/recollect/runs/${runId}`)).status).toBe(404);
    expect((await asBen('GET', `/recollect/conflicts/${first}`)).status).toBe(404);
    expect((await asBen('GET', '/recollect/conflicts')).body.data).toMatchObject({ total: 0, items: [] });
    const answers = { title: 'source' };
    const decision = { decisions: [{ productId: first, revision, answers }] };
    expect((await asBen('POST', '/recollect/resolve', decision)).status).toBe(404);
    expect(
      (await asBen('POST', '/recollect/resolve-similar', { side: 'source', field: null, shop: null })).body
        .data,
    ).toEqual({ resolved: 0, editSetId: null, more: false });
    const product: Product = (await tests.product(first)).product;
    expect(product.title).toBe('Mine 0');
  });
});
