import type { PlatformUse } from '@bowerbird/contract/collect/platforms';
import { platforms } from '@bowerbird/platforms/all';
import type { Platform } from '@bowerbird/platforms/platform';
import { shopify } from '@bowerbird/platforms/shopify/index';
import { describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { asOwner } from '../db/database.ts';
import { createRun } from '../runs/runs.ts';
import { platformNavigation } from './navigation/platform-navigation.ts';
import { platformUseRoutes } from './platform-use.ts';

const { db } = await testDatabase();
const { collector, lister } = shopify;
const platform = (id: string, parts: Partial<Platform>): Platform => ({
  id,
  name: id,
  letters: 'Xx',
  hue: '#123456',
  screens: platforms.get(id)?.screens ?? {},
  ...parts,
});
const collecting = { ...(collector && { collector }) };
const listing = { ...(lister && { lister }) };
const groupOf = (one: Platform, others: Platform[] = []) =>
  platformNavigation(new Map([one, ...others].map((each) => [each.id, each])), () => true).filter(
    ({ id }) => id === `platform-${one.id}` || id.startsWith(`platform-${one.id}-`),
  );
const screens = (one: Platform, others: Platform[] = []) =>
  groupOf(one, others)
    .slice(1)
    .map(({ name, component }) => `${name} ${component}`);

describe('the groups of platforms', () => {
  it('hold the screens of Shopify: collecting, categories, list and details', () => {
    expect(screens(shopify)).toEqual([
      'product-collect ProductCollect',
      'category-collect CategoryCollect',
      'results CollectedResults',
      'list ProductList',
      'details ProductDetials',
    ]);
  });

  it('hold those of Shoplazza once it collects, with the plugin that reads its pages', () => {
    expect(screens(platform('shoplazza', collecting))).toEqual([
      'product-collect ProductCollect',
      'by-collections CategoryCollect',
      'results CollectedResults',
      'list ProductList',
      'details ProductDetials',
      'plugin-download PluginDownload',
    ]);
  });

  it('hold those of Shopline with to-category', () => {
    expect(screens(platform('shopline', collecting))).toContain('to-category CategoryCollect');
  });

  it('hold collecting, a list, an editor and the plugin for AliExpress', () => {
    expect(screens(platform('aliexpress', collecting))).toEqual([
      'product-collect ProductCollect',
      'results CollectedResults',
      'list ProductList',
      'edit ProductDetials',
      'plugin-download PluginDownload',
    ]);
  });

  it('hold product get and category gather for Alibaba', () => {
    expect(screens(platform('alibaba', collecting)).slice(0, 2)).toEqual([
      'product-get ProductCollect',
      'category-gather CategoryCollect',
    ]);
  });

  it('hold WordPress to Shopify only where Shopify is listed to', () => {
    const wordpress = platform('wordpress', collecting);

    expect(screens(wordpress)).not.toContain('wordpress-to-shopify CopyShop');
    expect(screens(wordpress, [shopify])).toEqual(
      expect.arrayContaining([
        'product-sourcing ProductCollect',
        'category-gather CategoryCollect',
        'wordpress-to-shopify CopyShop',
      ]),
    );
  });

  it('offer no category page for shops of no platform we know: their categories cannot be read', () => {
    expect(screens(platform('unknown', collecting))).toEqual([
      'product-collect ProductCollect',
      'results CollectedResults',
      'list ProductList',
      'details ProductDetials',
    ]);
  });

  it('are there for every platform of the specification [1.integrations]', () => {
    const groups = platformNavigation(platforms, () => true).flatMap(({ path, parentId }) =>
      parentId === '0' ? [path] : [],
    );

    expect(groups).toEqual(
      expect.arrayContaining([
        '/platform/shopify',
        '/platform/shopline',
        '/platform/shoplazza',
        '/platform/aliexpress',
        '/platform/alibaba',
        '/platform/wordpress',
        '/platform/shopyy',
        '/platform/woocommerce',
      ]),
    );
  });

  it('leave out what a platform cannot do, and a platform that can do nothing', () => {
    expect(screens(platform('shopline', listing))).toEqual(['list ProductList', 'details ProductDetials']);
    expect(groupOf(platform('shopline', {}))).toEqual([]);
  });

  it('are one menu entry each, led to their first screen, for who may see one of them', () => {
    const [group] = groupOf(shopify);
    const forProducts = platformNavigation(new Map([['shopify', shopify]]), (one) => one === 'products');

    expect(group).toMatchObject({
      path: '/platform/shopify',
      redirect: '/platform/shopify/product-collect',
      meta: { title: 'Shopify', hideChildren: true, section: 'platforms' },
    });
    expect(forProducts.map(({ name }) => name)).toEqual(['platform-shopify', 'list', 'details']);
    expect(forProducts[0]?.redirect).toBe('/platform/shopify/list');
    expect(platformNavigation(new Map([['shopify', shopify]]), () => false)).toEqual([]);
  });
});

it('reports how much each platform is used, and keeps a pin for the person who set it', async () => {
  const { app } = await testApp(db, {
    served: platformUseRoutes,
    platforms: new Map([['shopify', shopify]]),
  });
  const ann = await anotherMerchant(db, 'ann');
  const ben = await anotherMerchant(db, 'ben');
  await asOwner(db, ann.ownerId, async (owned) => {
    const runId = await createRun(owned, ann.ownerId, {
      kind: 'collect',
      title: 'a',
      request: {},
      createdBy: null,
    });
    const empty = { addresses: '[]', promised: '[]', slices: '[]', ways: '[]' };
    await owned
      .insertInto('collect_run')
      .values({
        run_id: runId,
        owner_id: ann.ownerId,
        platform: 'shopify',
        shop: 'a',
        scope: 'shop',
        ...empty,
      })
      .execute();
  });
  const headersOf = new Map([
    [ann, await signIn(app, ann)],
    [ben, await signIn(app, ben)],
  ]);
  const call = async (who: typeof ann, method: 'GET' | 'PUT', path: string, payload?: object) => {
    const url = `/shop-reptile/api${path}`;
    const headers = headersOf.get(who) ?? {};
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, data: answer.json<{ data: PlatformUse[] }>().data };
  };

  await call(ann, 'PUT', '/platforms/shopify/pin', { pinned: true });
  const pinned = await call(ann, 'GET', '/platforms/use');
  const others = await call(ben, 'GET', '/platforms/use');
  const unknown = await call(ann, 'PUT', '/platforms/nowhere/pin', { pinned: true });
  const unpinned = await call(ann, 'PUT', '/platforms/shopify/pin', { pinned: false });

  expect(pinned.data).toEqual([
    { id: 'shopify', stores: 0, collectRuns: 1, lastCollectedAt: expect.any(String), pinned: true },
  ]);
  expect(others.data).toMatchObject([{ collectRuns: 0, lastCollectedAt: null, pinned: false }]);
  expect(unknown.status).toBe(404);
  expect(unpinned.data).toMatchObject([{ pinned: false }]);
});
