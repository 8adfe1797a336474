import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

async function enter(page: Page, product: Product, path: string): Promise<void> {
  await openAs(page, product, product.merchant, path);
  await expect(page.getByRole('banner')).toBeVisible();
}

const tabs = (page: Page) => page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab');
const go = (page: Page, group: string, entry: string) =>
  page
    .getByRole('navigation', { name: '主菜单' })
    .getByRole('button', { name: group })
    .click()
    .then(() => page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: entry }).click());

test('tabs open by visits, close by their menu with its messages, and are there after a reload [2.tab-menu] [2.tab-last] [2.tab-none] [2.tab-per-route] [8.tabs]', async ({
  page,
  product,
}) => {
  await enter(page, product, '/list/query-list');
  await go(page, '商品', '商品列表');
  await go(page, '刊登', '我的店铺');
  await expect(tabs(page)).toHaveText(['任务记录', '商品列表', '我的店铺']);
  await expect(page).toHaveTitle('我的店铺 - 园丁鸟工具集');

  await page.reload();
  await expect(tabs(page)).toHaveText(['任务记录', '商品列表', '我的店铺']);
  await expect(page.getByRole('tab', { name: '我的店铺', selected: true })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  await page.getByRole('tab', { name: '我的店铺' }).focus();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem')).toHaveText(['关闭当前标签', '关闭右侧', '关闭左侧', '关闭全部']);
  await page.getByRole('menuitem', { name: '关闭右侧' }).click();
  await expect(page.getByText('右侧没有标签')).toBeVisible();

  await page.getByRole('tab', { name: '任务记录' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭左侧' }).click();
  await expect(page.getByText('左侧没有标签')).toBeVisible();
  await page.getByRole('tab', { name: '商品列表' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await expect(tabs(page)).toHaveText(['商品列表']);
  await page.getByRole('tab', { name: '商品列表' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭当前标签' }).click();
  await expect(page.getByText('这是最后一个标签了, 无法被关闭')).toBeVisible();
});

test('who is not signed in is asked to sign in, and is then taken to the wanted page [2.redirect-query] [2.redirect-after] [2.404] [8.not-found]', async ({
  page,
  product,
}) => {
  await page.goto('/list/query-list?kind=collect');
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Flist%2Fquery-list%3Fkind%3Dcollect$/);
  await page.getByLabel('账号名或邮箱').fill(product.merchant.username);
  await page.getByLabel('密码', { exact: true }).fill(product.merchant.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/list\/query-list\?kind=collect$/);

  await page.goto('/user/login');
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByText('抱歉，你访问的页面不存在')).toBeVisible();
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);
});

test('a language is kept in the cookie, named in the page and spoken everywhere [4.language-change]', async ({
  page,
  product,
}) => {
  await enter(page, product, '/products/list');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  const requested = page.waitForRequest(/pt-BR-[^/]*\.js$/);
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await requested;

  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-BR');
  await expect(page.getByRole('tab', { name: 'Todos os produtos' })).toBeVisible();
  const cookies = await page.context().cookies();
  expect(cookies.find(({ name }) => name === 'lang')?.value).toBe('pt-BR');
  await page.reload();
  await expect(page).toHaveTitle(/^Todos os produtos - /);
});

test('the menu can stand on top, with a fixed width [4.settings-kept]', async ({ page, product }) => {
  await page.addInitScript(() => {
    localStorage.setItem('layout', 'topmenu');
    localStorage.setItem('content_width', 'Fixed');
    localStorage.setItem('nav_theme', 'dark');
  });
  await enter(page, product, '/products/list');
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await menu.getByRole('button', { name: '刊登' }).click();
  await page.getByRole('menuitem', { name: '我的店铺' }).click();

  await expect(page).toHaveURL(/\/list\/card$/);
  const box = await page.locator('.frame-sheet').first().boundingBox();
  expect(box?.width).toBe(1200);
  expect(await faultsOfAccess(page)).toEqual([]);
});

test('the bell shows a sign-in from a new browser while the page is open', async ({ page, product }) => {
  await enter(page, product, '/list/query-list');
  await expect(page.getByRole('button', { name: '通知', exact: true })).toBeVisible();
  await fetch(`${product.url}/shop-reptile/api/auth/user-name-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Mozilla/5.0 (Macintosh) Firefox/140.0' },
    body: JSON.stringify(product.merchant),
  });

  await page.getByRole('button', { name: '通知，有未读' }).click();
  await expect(page.getByText('您的账号在一台新设备上登录：Firefox')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: '通知', exact: true })).toBeFocused();
});

test('signing out asks first; a session that has ended signs out and reloads [4.logout] [4.unauthorized] [8.unauthorized]', async ({
  page,
  product,
}) => {
  await enter(page, product, '/list/query-list');
  await page.getByRole('button', { name: '林晓' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const dialog = page.getByRole('dialog', { name: '信息' });
  await expect(dialog.getByText('您确定要注销吗？')).toBeVisible();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/user\/login$/);

  await enter(page, product, '/products/list');
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'Access-Token');
  await fetch(`${product.url}/shop-reptile/api/auth/logout`, {
    method: 'POST',
    headers: { 'access-token': cookie?.value ?? '' },
  });
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: '刷新页面' }).click();
  await expect(page.getByText('登录验证失败，请重新登录')).toBeVisible();
  await reloaded;
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Fproducts%2Flist$/);
});

test('two people, one browser: after a session has ended nothing of the first person is left for the second [asvs 14.3.1]', async ({
  page,
  product,
}) => {
  await enter(page, product, '/list/query-list');
  await go(page, '商品', '商品列表');
  await go(page, '刊登', '我的店铺');
  await expect(tabs(page)).toHaveCount(3);
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'Access-Token');
  await fetch(`${product.url}/shop-reptile/api/auth/logout`, {
    method: 'POST',
    headers: { 'access-token': cookie?.value ?? '' },
  });
  await page.getByRole('button', { name: '刷新页面' }).click();
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Flist%2Fcard$/);
  await expect(page.getByText('林晓')).toHaveCount(0);

  await page.getByLabel('账号名或邮箱').fill(product.administrator.username);
  await page.getByLabel('密码', { exact: true }).fill(product.administrator.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/workplace$/);
  await expect(tabs(page)).toHaveText(['工作台']);
  await expect(page).toHaveTitle('工作台 - 园丁鸟工具集');
  for (const words of ['林晓', '任务记录', '我的店铺']) {
    await expect(page.getByText(words)).toHaveCount(0);
  }
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toMatch(/query-list|list\/card|products\/list|林晓/);
});

test('an address that leads nowhere says so inside the frame, with the way back', async ({
  page,
  product,
}) => {
  await enter(page, product, '/products/list');
  const { data } = await (await page.request.get(`${product.url}/shop-reptile/api/user/nav`)).json();
  const patterns = (data as { path?: string }[]).flatMap(({ path }) => (path?.includes(':') ? [path] : []));
  expect(patterns.length).toBeGreaterThan(6);

  for (const pattern of patterns) {
    for (const id of ['abc', '01900000-0000-7000-8000-00000000dead']) {
      await page.evaluate(
        (path) => {
          history.pushState(null, '', path);
          dispatchEvent(new PopStateEvent('popstate'));
        },
        pattern.replace(/:\w+/, id),
      );
      const shown = page.getByRole('main').locator('.exception:visible');
      await expect(shown.getByText('抱歉，你访问的页面不存在'), `${pattern} with ${id}`).toBeVisible();
      await expect(shown.getByRole('button')).not.toHaveCount(0);
    }
  }
  await expect(page.getByRole('banner')).toBeVisible();
});

test('the built console holds nothing of the settings drawer [9.drawer]', async ({ page, product }) => {
  await enter(page, product, '/products/list');
  await expect(page.locator('.settings-drawer-handle')).toHaveCount(0);

  const assets = join(import.meta.dirname, '../../dist/assets');
  const holding = readdirSync(assets).filter((file) =>
    /settings-drawer|app\.drawer\./.test(readFileSync(join(assets, file), 'utf8')),
  );
  expect(holding).toEqual([]);
});
