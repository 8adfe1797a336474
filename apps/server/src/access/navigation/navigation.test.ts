import type { EditableItem, NavigationItem } from '@bowerbird/contract/account/access';
import { apiBase } from '@bowerbird/contract/route';
import { describe, expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { callsAs } from '../../../testing/api/calls.ts';
import { everyGrant, memberOf } from '../../../testing/api/team.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { prepareFirstStart } from '../../program/first-start.ts';
import { inOrder } from './navigation-edits.ts';

const { db } = await testDatabase();
const { app, accounts } = await testApp(db);
const annsHeaders = await signIn(app, accounts.merchant);
const asAnn = callsAs(app, annsHeaders);
const asAdministrator = callsAs(app, await signIn(app, accounts.administrator));

type Editable = { items: EditableItem[]; reordered: boolean };
const menu = async () => (await asAnn<NavigationItem[]>('GET', '/user/nav')).data;
const unchanged = { titles: {}, icon: null, hidden: false };

it('puts the pages of a product, the grid and the bulk edit below the product list, whose entry they mark', async () => {
  const items = (await menu()).filter(({ parentId }) => parentId === 'products');
  const entryOf = (page: string) =>
    items
      .slice(
        0,
        items.findIndex(({ id }) => id === page),
      )
      .findLast(({ meta }) => meta.show !== false)?.id;

  for (const page of ['products-bulk', 'products-grid', 'product', 'product-life']) {
    expect(entryOf(page), page).toBe('products-list');
  }
  expect(entryOf('edit-rule')).toBe('edit-rules');
});

describe('an edited navigation', () => {
  it('has its own names by language, icons and hidden entries, and keeps them over a new start', async () => {
    await asAdministrator('PUT', '/navigation/collect', {
      titles: { 'pt-BR': 'Trazer', 'en-US': ' ' },
      icon: 'bolt',
      hidden: false,
    });
    await asAdministrator('PUT', '/navigation/stores', { ...unchanged, hidden: true });
    await prepareFirstStart(db);

    const portuguese = await app.inject({
      url: `${apiBase}/user/nav`,
      headers: { ...annsHeaders, cookie: 'lang=pt-BR' },
    });
    const items = await menu();
    const collect = (all: NavigationItem[]) => all.find(({ id }) => id === 'collect')?.meta;

    expect(collect(portuguese.json<{ data: NavigationItem[] }>().data)).toMatchObject({
      title: 'Trazer',
      icon: 'bolt',
    });
    expect(collect(items)?.title).toBe('menu.collect');
    expect(items.find(({ id }) => id === 'stores')?.meta.show).toBe(false);
  });

  it('opens an entry in a window of its own where an administrator said so', async () => {
    await asAdministrator('PUT', '/navigation/runs', { ...unchanged, newWindow: true });
    const target = (all: NavigationItem[]) => all.find(({ id }) => id === 'runs')?.meta.target;
    expect(target(await menu())).toBe('_blank');

    const { data } = await asAdministrator<Editable>('POST', '/navigation/runs/reset');
    expect(data.items.find(({ id }) => id === 'runs')?.newWindow).toBe(false);
    expect(target(await menu())).toBeUndefined();
  });

  it('sends nobody to a page that has nothing for them: bills and team projects are merchants’ pages', async () => {
    const pages = ['team-projects', 'pay-info'];
    const tenant = (await asAdministrator<NavigationItem[]>('GET', '/user/nav')).data;

    expect((await menu()).filter(({ id }) => pages.includes(id))).toHaveLength(2);
    expect(tenant.filter(({ id }) => pages.includes(id))).toEqual([]);
  });

  it('keeps an order, and goes back to this version when asked', async () => {
    const before = (await menu()).map(({ id }) => id);
    const { data } = await asAdministrator<Editable>('POST', '/navigation/order', {
      parentId: 'collect',
      ids: ['collect-results', 'collect-product'],
    });
    const after = (await menu()).map(({ id }) => id);

    expect(data.reordered).toBe(true);
    expect(after.indexOf('collect-results')).toBeLessThan(after.indexOf('collect-product'));
    expect([...after].sort()).toEqual([...before].sort());

    const reset = await asAdministrator<Editable>('POST', '/navigation/reset');
    expect(reset.data.reordered).toBe(false);
    expect(reset.data.items.some(({ changed }) => changed)).toBe(false);
    expect((await menu()).map(({ id }) => id)).toEqual(before);
  });

  it('gives what a later version brings its place behind its neighbour', () => {
    const version = ['a', 'b', 'new', 'c'].map((id) => ({ id }));

    expect(inOrder(version, ['c', 'gone', 'b', 'a']).map(({ id }) => id)).toEqual(['c', 'b', 'new', 'a']);
    expect(inOrder(version, []).map(({ id }) => id)).toEqual(['a', 'b', 'new', 'c']);
  });

  it('never loses the workplace or its own editor', async () => {
    for (const id of ['workplace', 'dashboard', 'navigation-editor', 'team']) {
      const answer = await asAdministrator('PUT', `/navigation/${id}`, { ...unchanged, hidden: true });
      expect(answer.code).toBe('navigation.locked');
    }
    expect((await asAdministrator('PUT', '/navigation/collect-result', unchanged)).status).toBe(404);
  });

  it('is for administrators, whatever a role of a merchant says', async () => {
    const { headers } = await memberOf(db, app, accounts.merchant.ownerId, everyGrant);
    const asMember = callsAs(app, headers);

    expect((await asMember('GET', '/navigation')).status).toBe(403);
    expect((await asMember('PUT', '/navigation/collect', unchanged)).status).toBe(403);
    expect((await asMember('POST', '/navigation/reset')).status).toBe(403);
    expect((await asAnn('GET', '/navigation')).status).toBe(403);
  });
});
