import type { TableLook } from '@bowerbird/contract/products/saved-items';
import { describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../testing/api/app.ts';
import { memberOf } from '../../testing/api/team.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { savedItemRoutes } from './routes.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db, { served: savedItemRoutes });
const ann = callsAs(await signIn(app, accounts.merchant));
const member = await memberOf(db, app, accounts.merchant.ownerId, [
  { permission: 'products', actions: ['query'] },
]);
const bo = callsAs(member.headers);

function callsAs(headers: Record<string, string>) {
  return async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) => {
    const answer = await app.inject({
      method,
      url: `/shop-reptile/api${path}`,
      headers,
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, ...answer.json() };
  };
}

const view = (name: string, shared: boolean, filter: object = { tags: ['new'] }) => ({
  name,
  shared,
  content: { kind: 'product-view', filter, sort: 'margin', direction: 'asc' },
});
const namesOf = async (call: typeof ann, kind = 'product-view') =>
  (await call('GET', `/saved-items?kind=${kind}`)).data.map(({ name }: { name: string }) => name);

describe('what people save', () => {
  it('is their own until they share it; the team uses a shared view and does not change it', async () => {
    const hidden = (await ann('POST', '/saved-items', view('Mine', false))).data;
    const shared = (await ann('POST', '/saved-items', view('Ours', true))).data;

    expect(await namesOf(ann)).toEqual(['Mine', 'Ours']);
    const [seen, ...more] = (await bo('GET', '/saved-items?kind=product-view')).data;
    expect(more).toEqual([]);
    expect(seen).toMatchObject({ name: 'Ours', mine: false, content: { sort: 'margin' } });
    const changed = await bo('PUT', `/saved-items/${shared.id}`, view('Taken', false));
    const deleted = await bo('DELETE', `/saved-items/${shared.id}`);
    const unseen = await bo('DELETE', `/saved-items/${hidden.id}`);
    expect([changed.code, deleted.code, unseen.code]).toEqual([
      'saved-item.of-another',
      'saved-item.of-another',
      'not-found',
    ]);

    await ann('PUT', `/saved-items/${shared.id}`, view('Ours', false));
    expect(await namesOf(bo)).toEqual([]);
  });

  it('may be a rule for claiming, which the team uses as it was filled in, and only its person changes', async () => {
    const fields = { factor: '2.8', ending: '.99', withoutVendor: true };
    const rule = (name: string, shared: boolean) => ({
      name,
      shared,
      content: { kind: 'claim-rule', fields },
    });
    const shared = (await ann('POST', '/saved-items', rule('Team price', true))).data;
    await ann('POST', '/saved-items', rule('My price', false));

    const seen = (await bo('GET', '/saved-items?kind=claim-rule')).data;
    const changed = await bo('PUT', `/saved-items/${shared.id}`, rule('Team price', false));
    await ann('PUT', `/saved-items/${shared.id}`, {
      ...rule('Team price', true),
      content: { kind: 'claim-rule', fields: { ...fields, factor: '3' } },
    });

    expect(seen).toMatchObject([
      { name: 'Team price', mine: false, by: expect.any(String), content: { fields } },
    ]);
    expect(changed.code).toBe('saved-item.of-another');
    expect((await bo('GET', '/saved-items?kind=claim-rule')).data).toMatchObject([
      { content: { fields: { factor: '3' } } },
    ]);
    expect(await namesOf(bo)).not.toContain('Team price');
    await ann('DELETE', `/saved-items/${shared.id}`);
    expect(await namesOf(bo, 'claim-rule')).toEqual([]);
  });

  it('has one name for each person and kind', async () => {
    const rule = { name: 'Double', shared: false, content: { kind: 'claim-rule', fields: { factor: '2' } } };
    await ann('POST', '/saved-items', view('Double', false));

    const again = await ann('POST', '/saved-items', view('DOUBLE', false));
    const otherKind = await ann('POST', '/saved-items', rule);
    const others = await bo('POST', '/saved-items', view('Double', false));

    expect([again.code, otherKind.status, others.status]).toEqual(['saved-item.name-taken', 201, 201]);
    expect(await namesOf(ann, 'claim-rule')).toContain('Double');
  });

  it('outlives its person when it is shared, and then belongs to whoever changes it', async () => {
    const cy = await memberOf(db, app, accounts.merchant.ownerId, [
      { permission: 'products', actions: ['query'] },
    ]);
    const left = (await callsAs(cy.headers)('POST', '/saved-items', view('Left', true))).data;
    await db.deleteFrom('user').where('id', '=', cy.id).execute();

    const seen = (await bo('GET', '/saved-items?kind=product-view')).data;
    const taken = await bo('PUT', `/saved-items/${left.id}`, view('Left', true, {}));

    expect(seen).toContainEqual(expect.objectContaining({ name: 'Left', mine: true, by: null }));
    expect(taken.data).toMatchObject({ mine: true, by: expect.any(String) });
  });
});

describe('the columns of a table', () => {
  it('are remembered for each person', async () => {
    const look: TableLook = {
      hidden: ['tags'],
      order: ['cost', 'price'],
      pinned: ['title', 'cost'],
      widths: { cost: 120 },
      density: 'compact',
    };

    const first = await ann('GET', '/products/table-look');
    await ann('PUT', '/products/table-look', { ...look, density: 'comfortable' });
    await ann('PUT', '/products/table-look', look);

    expect(first.data).toBeNull();
    expect((await ann('GET', '/products/table-look')).data).toEqual(look);
    expect((await bo('GET', '/products/table-look')).data).toBeNull();
  });
});
