import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

const api = '/shop-reptile/api';
const invited = 'wang@example.test';

/** Calls the API as the administrator or with a page's token. */
async function call<Data>(
  product: Product,
  token: string,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<{ status: number; data: Data }> {
  const answer = await fetch(`${product.url}${api}${path}`, {
    method,
    headers: { 'access-token': token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { data }: { data: Data } = await answer.json();
  return { status: answer.status, data };
}

/** Returns the link of the invitation last sent to this address, read from the outbox. */
async function linkFor(product: Product, recipient: string): Promise<string> {
  const { data: token } = await call<string>(
    product,
    '',
    'POST',
    '/auth/user-name-login',
    product.administrator,
  );
  const found = await call<{ items: { id: string }[] }>(
    product,
    token,
    'GET',
    `/system/outbox?recipient=${encodeURIComponent(recipient)}`,
  );
  const opened = await call<{ link: string | null }>(
    product,
    token,
    'POST',
    `/system/outbox/${found.data.items[0]?.id}/open`,
  );
  const { pathname, search } = new URL(opened.data.link ?? '', product.url);
  return `${pathname}${search}`;
}

async function tokenOf(page: Page): Promise<string> {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === 'Access-Token')?.value ?? '';
}

test('a colleague joins by the link of an invitation, sees what the role allows, and the next change of it at once [6.page-actions] [6.check] [6.server-menu] [9.invite-5] [2.management-screens.UserList] [2.management-screens.role-list] [2.management-screens.role-modal]', async ({
  page,
  product,
  browser,
}) => {
  await openAs(page, product, product.merchant, '/other/list/role-list');
  await page.getByRole('button', { name: '新建角色' }).click();
  await page.getByLabel('角色名称').fill('采集专员');
  await page.getByRole('checkbox', { name: '工作台与数据', exact: true }).check();
  await page.getByRole('checkbox', { name: '商品', exact: true }).check();
  await page.getByRole('checkbox', { name: '商品：导出', exact: true }).uncheck();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: /^采集专员/ })).toBeVisible();

  await page.goto('/other/list/user-list');
  await page.getByRole('button', { name: '邀请成员' }).click();
  const drawer = page.getByRole('dialog');
  await drawer
    .getByLabel('邮箱地址')
    .fill(['1', '2', '3', '4', '5', '6'].map((n) => `${n}@x.test`).join('\n'));
  await drawer.getByLabel('邮箱地址').blur();
  await expect(drawer.getByText('一次最多邀请 5 人。')).toBeVisible();
  await drawer.getByLabel('邮箱地址').fill(`${invited}\nnobody`);
  await drawer.getByLabel('角色').click();
  await page.getByTitle('采集专员').last().click();
  await drawer.getByRole('button', { name: '邀请 2 人' }).click();
  await expect(drawer.getByText('邀请已发送')).toBeVisible();
  await expect(drawer.getByText('邮箱格式不对，没有发送')).toBeVisible();
  await drawer.getByRole('button', { name: '完成' }).click();
  await expect(page.getByRole('heading', { name: '等待接受的邀请' })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  const elsewhere = await browser.newContext({ baseURL: product.url, locale: 'zh-CN' });
  const colleague = await elsewhere.newPage();
  const link = await linkFor(product, invited);
  await colleague.goto(link);
  await expect(colleague.getByLabel('邮箱')).toHaveValue(invited);
  await colleague.getByLabel('姓名').fill('王敏');
  await colleague.getByLabel('用户名').fill('wangmin');
  await colleague.getByLabel('密码', { exact: true }).fill('correct horse 7');
  await colleague.getByLabel('确认密码').fill('correct horse 7');
  expect(await faultsOfAccess(colleague)).toEqual([]);
  await colleague.getByRole('button', { name: '加入' }).click();

  const menu = colleague.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByText('商品列表', { exact: true })).toBeVisible();
  await expect(menu.getByText('刊登', { exact: true })).toHaveCount(0);
  await colleague.goto('/products/list');
  await expect(colleague.getByRole('heading', { level: 1, name: '商品列表' })).toBeVisible();
  await expect(colleague.getByText('导出', { exact: true })).toHaveCount(0);
  const token = await tokenOf(colleague);
  expect((await call(product, token, 'GET', '/exports/files')).status).toBe(403);

  await page.goto('/other/list/role-list');
  await page.getByRole('button', { name: /^采集专员/ }).click();
  await page.getByRole('checkbox', { name: '商品：导出', exact: true }).check();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  const requested = page.getByRole('dialog');
  await expect(requested.getByText('这会影响 1 人')).toBeVisible();
  await expect(requested.getByText('商品：导出')).toBeVisible();
  await requested.getByRole('button', { name: '保存' }).click();
  await expect(requested).toHaveCount(0);

  await expect.poll(async () => (await call(product, token, 'GET', '/exports/files')).status).toBe(200);
  await colleague.reload();
  await expect(menu.getByText('导出', { exact: true })).toBeVisible();
  const again = await call(product, '', 'POST', '/user/invitation', {
    token: new URL(link, product.url).searchParams.get('token'),
  });
  expect(again.status).toBe(404);
  await elsewhere.close();
});
