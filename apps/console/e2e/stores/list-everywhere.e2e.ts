import { test } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, type Product, startProduct } from '../product.ts';
import { openAs } from '../sign-in.ts';
import {
  breakStore,
  listedTo,
  reaching,
  type SimulatedStore,
  type SimulatedStores,
  simulateStores,
  stateOf,
} from '../simulated-stores.ts';

let simulated: SimulatedStores;
let running: { product: Product; stop(): Promise<void> };
/** One product with a single variant and one with several. */
let products: string[];
/** Two other products. */
let held: { id: string; title: string }[];

test.beforeAll(async () => {
  simulated = await simulateStores();
  running = await startProduct(reaching(simulated.stores));
  const call = await callsOf(running.product);
  await Promise.all([
    claimPracticeProducts(running.product),
    ...simulated.stores.map(({ platform, address: domain, ways }) =>
      call('POST', '/stores', { platform, name: `店 ${platform}`, domain, ...wayInto(ways) }),
    ),
  ]);
  const { items } = await call<{ items: { id: string; title: string; variantCount: number }[] }>(
    'POST',
    '/products/query',
    { filter: {}, limit: 24 },
  );
  const single = items.find(({ variantCount }) => variantCount === 1);
  const several = items.find(({ variantCount }) => variantCount > 1);
  products = [single, several].flatMap((each) => each?.title ?? []);
  held = items.filter(({ title }) => !products.includes(title)).slice(0, 2);
});

test.afterAll(async () => {
  await running?.stop();
  await simulated?.stop();
});

for (const platform of listedTo) {
  test(`the wizard's whole way to a ${platform} store: each product stands there once, and is shown [2.template-screens.StepForm]`, async ({
    page,
  }) => {
    const { product } = running;
    const store = `店 ${platform}`;
    await openAs(page, product, product.merchant, '/products/list');
    for (const title of products) {
      await page.getByRole('checkbox', { name: `选择 ${title}`, exact: true }).check();
    }
    await page.getByRole('button', { name: '刊登到店铺' }).click();
    await page.getByRole('checkbox', { name: store }).check();
    await page.getByRole('button', { name: '设置刊登规则' }).click();
    await expect(page.getByRole('region', { name: store })).toBeVisible();
    await page.getByRole('button', { name: '去刊登检测' }).click();
    await expect(page.getByRole('region', { name: store })).toContainText('2 件可直接刊登');

    await page.getByRole('button', { name: '模拟发布' }).click();
    await expect(page.getByRole('tab', { name: '可以刊登 2' })).toBeVisible();
    expect(await stateOf(inPlay(platform))).toEqual([]);
    await page.goBack();

    await page.getByRole('button', { name: '刊登 2 件到 1 家店' }).click();
    await expect(page.getByRole('tab', { name: '已刊登 2' })).toBeVisible();
    const rows = page.getByRole('grid', { name: '商品在各店的状态' }).getByRole('row');
    for (const title of products) {
      await expect(rows.filter({ hasText: title })).toContainText('已刊登');
    }
    await expect(page.getByRole('region', { name: '刊登核对' })).toContainText(
      '核对一致：没有重复，没有遗漏',
    );

    const there = await stateOf(inPlay(platform));
    expect(there.map(({ title }) => title).sort()).toEqual([...products].sort());
    expect(there.filter(({ shown }) => !shown)).toEqual([]);
  });
}

test('where others hold the addresses of ours, one is taken over and one of ours is numbered, as is chosen', async ({
  page,
}) => {
  const { product } = running;
  const store = inPlay('shopify');
  await breakStore(store, { kind: 'unmanaged', count: 2 });
  const call = await callsOf(product);
  const stores = await call<{ id: string; platform: string; practice: boolean }[]>('GET', '/stores');
  const { runId } = await call<{ runId: string }>('POST', '/listing/runs', {
    storeIds: stores.filter((each) => each.platform === 'shopify' && !each.practice).map(({ id }) => id),
    selection: { ids: held.map(({ id }) => id) },
  });
  const path = `/profile/basic/${runId}`;
  await openAs(page, product, product.merchant, path);
  await expect(page.getByRole('tab', { name: '冲突 2' })).toBeVisible();
  const theirs = (await stateOf(store)).filter(({ title }) => title.startsWith('Somebody else'));
  expect(theirs).toHaveLength(2);

  for (const [at, choice] of ['关联店铺商品', 'URL 别名加编号'].entries()) {
    await page
      .getByRole('row')
      .filter({ hasText: held[at]?.title ?? '' })
      .click();
    const box = page.getByRole('region', { name: '店铺中已有其他商品占用' });
    expect(await faultsOfAccess(page)).toEqual([]);
    await box.getByRole('button', { name: choice }).click();
    await expect(page).not.toHaveURL(new RegExp(path));
    await expect(page.getByRole('tab', { name: '已刊登 1' })).toBeVisible();
    await page.goBack();
    await expect(box).toHaveCount(0);
  }

  const [taken, numbered] = held.map(({ title }) => title);
  const there = await stateOf(store);
  const handleOf = (title = '') =>
    there.filter((each) => each.title === title && each.shown).map(({ handle }) => handle);
  const handles = theirs.map(({ handle }) => handle);
  expect(handles).toEqual(expect.arrayContaining(handleOf(taken)));
  expect(handles.map((handle) => `${handle}-2`)).toEqual(expect.arrayContaining(handleOf(numbered)));
  expect([...handleOf(taken), ...handleOf(numbered)]).toHaveLength(2);
  expect(there.filter(({ title }) => title.startsWith('Somebody else'))).toHaveLength(1);
});

/**
 * Returns the connection option by which we upload the images ourselves, if there is one: a store cannot fetch images
 * from this machine.
 */
function wayInto(ways: SimulatedStore['ways']): SimulatedStore['ways'][number] | undefined {
  return ways.find(({ connection }) => connection === 'application-password') ?? ways[0];
}

function inPlay(platform: string): SimulatedStore {
  const found = simulated.stores.find((each) => each.platform === platform);
  if (found === undefined) {
    throw new Error(`no ${platform} store is simulated`);
  }
  return found;
}
