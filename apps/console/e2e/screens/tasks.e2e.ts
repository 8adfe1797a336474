import { faultsOfAccess } from '../access.ts';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('a task is made with its address, collected for, and shows how far it is [2.template-screens.BasicForm] [2.template-screens.StandardList]', async ({
  page,
  product,
}) => {
  const call = await callsOf(product);
  const { firstRun } = await call<{ firstRun: { categoryAddress: string } }>('GET', '/dashboard/workplace');
  await openAs(page, product, product.merchant, '/list/basic-list');
  await page.getByRole('button', { name: '新建任务' }).click();

  await page.getByRole('button', { name: '创建任务' }).click();
  await expect(page.getByText('请输入标题')).toBeVisible();
  await expect(page.getByLabel('标题', { exact: true })).toBeFocused();
  await page.getByLabel('标题', { exact: true }).fill('秋季餐桌');
  const [first, last] = [page.getByPlaceholder('开始日期'), page.getByPlaceholder('结束日期')];
  await first.fill('2026-11-20');
  await last.click();
  await last.fill('2026-12-05');
  await last.press('Enter');
  await page.getByLabel('目标描述').fill('为秋季餐桌找二十四件');
  await page.getByLabel('衡量标准').fill('白底图');
  await page.getByLabel(/货源网址/).fill(firstRun.categoryAddress);
  await page.getByLabel(/目标件数/).fill('24');
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '创建并开始采集' }).click();

  const row = page.getByRole('listitem').filter({ hasText: '秋季餐桌' });
  await expect(row).toContainText('进行中');
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100');
  await expect(row).toContainText('24 / 24');
  expect(await faultsOfAccess(page)).toEqual([]);

  await row.getByRole('button', { name: '任务“秋季餐桌”的操作' }).click();
  await page.getByRole('menuitem', { name: '标为完成' }).click();
  await expect(row).toContainText('已完成');
  await expect(page.getByText('本周完成').locator('..')).toContainText('1 个');
});

test("a platform's group shows the same pages with the platform fixed", async ({ page, product }) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/dashboard/workplace');
  await page.getByRole('navigation').getByRole('link', { name: 'Shopify' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shopify 商品采集' })).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Shopify 的页面' });
  await expect(pages.getByRole('link')).toHaveText(['商品采集', '分类采集', '采集箱', '商品列表']);

  const requested = page.waitForRequest((request) => request.url().endsWith('/products/query'));
  await pages.getByRole('link', { name: '商品列表' }).click();
  expect((await requested).postDataJSON()).toMatchObject({ filter: { platforms: ['shopify'] } });
  const row = page.getByRole('row').filter({ hasText: 'Birch Scented Candle' });
  await row.click();
  await expect(page).toHaveURL(/\/platform\/shopify\/details\/[\da-f-]{36}$/);
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue('Birch Scented Candle');
});

test('search finds a run by its name, under an address of its own [2.template-screens.SearchLayout] [2.template-screens.SearchProjects]', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/list/search');
  await expect(page).toHaveURL(/\/list\/search\/article$/);
  await page.getByRole('tab', { name: '任务搜索' }).click();
  await expect(page).toHaveURL(/\/list\/search\/project$/);
  await expect(page.getByRole('group', { name: '类型' }).getByText('采集')).toBeVisible();
  const box = page.getByRole('searchbox', { name: '搜索' }).filter({ visible: true });
  await box.fill('glade');

  await expect(page).toHaveURL(/\/list\/search\/project\?q=glade$/);
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /glade-home/ })
      .first(),
  ).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await box.fill('no such run');
  await expect(page.getByText('没有找到“no such run”')).toBeVisible();
});

test("a product's life shows where it was collected, how it was claimed and who changed it [2.template-screens.ProfileAdvanced]", async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string }[] }>('POST', '/products/query', {
    filter: { text: 'Birch Scented Candle' },
  });
  const id = items[0]?.id ?? '';
  await call('POST', `/products/${id}/edit`, { edits: [{ kind: 'title-suffix', text: ' for autumn' }] });
  await openAs(page, product, product.merchant, `/products/${id}`);
  await page.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '商品历史' }).click();

  await expect(
    page.getByRole('heading', { level: 1, name: 'Birch Scented Candle for autumn' }),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: '货源' })).toContainText('/products/birch-scented-candle');
  await page.getByRole('button', { name: /^认领/ }).click();
  await expect(page.getByRole('region', { name: '认领' })).toContainText('林晓');
  await page.getByRole('button', { name: /^编辑 ?1 次/ }).click();
  await expect(page.getByRole('region', { name: '编辑', exact: true })).toContainText('标题');
  await page.getByRole('tab', { name: /编辑日志/ }).click();
  await expect(page.getByRole('row').filter({ hasText: '编辑' }).first()).toContainText('林晓');
  expect(await faultsOfAccess(page)).toEqual([]);
});
