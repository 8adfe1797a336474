import type { ProductFilter, queryProducts } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts, testPerson } from '../../testing/products/products.ts';
import { productRoutes } from '../products/routes.ts';
import { teamMarkRoutes } from './routes.ts';

const { db } = await testDatabase();
const { app } = await testApp(db, { served: [...productRoutes, ...teamMarkRoutes] });

async function merchant() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  const headers = await signIn(app, account);
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/shop-reptile/api${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
  return {
    ownerId: account.ownerId,
    call,
    list: async (filter: ProductFilter): Promise<AnswerOf<typeof queryProducts>['items']> =>
      (await call('POST', '/products/query', { filter, sort: 'title', direction: 'asc' })).data.items,
    titles: async (filter: ProductFilter): Promise<string[]> =>
      (await call('POST', '/products/query', { filter, sort: 'title', direction: 'asc' })).data.items.map(
        ({ title }: { title: string }) => title,
      ),
  };
}

const named = (title: string) => ({ ...mug, title, handle: title.toLowerCase() });

describe('marks of the team', () => {
  it('are set by hand and by filter, found by the list, and leave what stores get as it was', async () => {
    const ann = await merchant();
    const [a = '', b = ''] = await ownProducts(db, ann.ownerId, [named('A'), named('B'), named('C')]);
    const bo = await testPerson(db, ann.ownerId, 'Bo');
    const group = (await ann.call('POST', '/products/groups', { name: 'Summer' })).data;

    const byHand = await ann.call('POST', '/products/marks', {
      selection: { ids: [a, b] },
      marks: { groupId: group.id, note: ' call them ' },
    });
    const byFilter = await ann.call('POST', '/products/marks', {
      selection: { filter: { groups: [group.id] }, except: [b] },
      expected: 1,
      marks: { colour: 'red', assigneeId: bo },
    });

    expect([byHand.data, byFilter.data]).toMatchObject([{ marked: 2 }, { marked: 1 }]);
    const [first, second, third] = await ann.list({});
    expect(first).toMatchObject({
      revision: 1,
      marks: {
        group: { id: group.id, name: 'Summer' },
        colour: 'red',
        assignee: { id: bo, name: 'Bo' },
        note: 'call them',
      },
    });
    expect(second?.marks).toMatchObject({ group: { name: 'Summer' }, colour: null, assignee: null });
    expect(third?.marks).toMatchObject({ group: null, note: null });
    expect(await ann.titles({ colours: ['red'] })).toEqual(['A']);
    expect(await ann.titles({ colours: ['none'] })).toEqual(['B', 'C']);
    expect(await ann.titles({ colours: ['red', 'none'] })).toEqual(['A', 'B', 'C']);
    expect(await ann.titles({ assignees: [bo] })).toEqual(['A']);
    expect(await ann.titles({ assignees: ['none'], groups: [group.id] })).toEqual(['B']);
    expect(await ann.titles({ noted: true })).toEqual(['A', 'B']);
    expect(await ann.titles({ noted: false })).toEqual(['C']);
    const choices = (await ann.call('GET', '/products/marks')).data;
    expect(choices.groups).toEqual([{ id: group.id, name: 'Summer', products: 2 }]);
    expect(choices.people).toContainEqual({ id: bo, name: 'Bo', products: 1 });
    expect(choices.colours).toEqual([{ colour: 'red', products: 1 }]);
  });

  it('are taken away one by one, and with their group and product', async () => {
    const ann = await merchant();
    const [a = '', b = ''] = await ownProducts(db, ann.ownerId, [named('A'), named('B')]);
    const group = (await ann.call('POST', '/products/groups', { name: 'Summer' })).data;
    await ann.call('POST', '/products/marks', {
      selection: { ids: [a, b] },
      marks: { groupId: group.id, colour: 'blue', note: 'why' },
    });

    await ann.call('POST', '/products/marks', { selection: { ids: [a] }, marks: { note: '  ' } });
    await ann.call('DELETE', `/products/groups/${group.id}`);
    await ann.call('POST', '/products/delete', { selection: { ids: [b] }, expected: 1 });

    const marks = (await ann.call('GET', `/products/${a}/marks`)).data;
    expect(marks).toMatchObject({ group: null, colour: 'blue', note: null, by: expect.any(String) });
    expect((await ann.call('GET', '/products/marks')).data.colours).toEqual([
      { colour: 'blue', products: 1 },
    ]);
  });

  it('by filter stop when more products match than the person saw', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [named('A'), named('B')]);
    const selection = { filter: {}, except: [] };

    const grown = await ann.call('POST', '/products/marks', {
      selection,
      expected: 1,
      marks: { colour: 'red' },
    });

    expect([grown.status, grown.code, grown.params]).toEqual([
      409,
      'selection.changed',
      { expected: 1, count: 2 },
    ]);
    expect(await ann.titles({ colours: ['red'] })).toEqual([]);
  });

  it('name no group and no person of another merchant', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    const [mine = ''] = await ownProducts(db, ben.ownerId, [named('A')]);
    const group = (await ann.call('POST', '/products/groups', { name: 'Summer' })).data;
    const bo = await testPerson(db, ann.ownerId, 'Bo');

    for (const marks of [{ groupId: group.id }, { assigneeId: bo }]) {
      const answer = await ben.call('POST', '/products/marks', { selection: { ids: [mine] }, marks });
      expect([answer.status, answer.code]).toEqual([404, 'not-found']);
    }
    const renamed = await ben.call('PUT', `/products/groups/${group.id}`, { name: 'Mine' });
    expect(renamed.status).toBe(404);
  });

  it('have groups with one name each, whatever its letters', async () => {
    const ann = await merchant();
    const group = (await ann.call('POST', '/products/groups', { name: 'Summer' })).data;
    const other = (await ann.call('POST', '/products/groups', { name: 'Winter' })).data;

    const again = await ann.call('POST', '/products/groups', { name: ' summer ' });
    const renamed = await ann.call('PUT', `/products/groups/${other.id}`, { name: 'SUMMER' });
    const kept = await ann.call('PUT', `/products/groups/${group.id}`, { name: 'SUMMER' });

    expect([again.code, renamed.code, kept.data.name]).toEqual([
      'group.name-taken',
      'group.name-taken',
      'SUMMER',
    ]);
  });
});
