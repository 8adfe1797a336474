import { faultsOfAccess } from '../access.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('help, terms and the links at the foot are there on a fresh start, and an administrator makes them their own [1.footer] [2.user-layout]', async ({
  page,
  product,
  browser,
}) => {
  // A guest, before anything is configured.
  await page.goto('/user/login');
  const foot = page.locator('.guest-links');
  for (const [name, path] of [
    ['帮助', '/help'],
    ['隐私', '/legal/privacy'],
    ['条款', '/legal/terms'],
    ['服务商官网', '/about'],
    ['关于我们', '/about'],
    ['联系我们', '/contact'],
    ['使用教程', '/tutorials'],
  ] as const) {
    await expect(foot.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }
  await page.goto('/legal/terms');
  await expect(page.getByRole('heading', { level: 1, name: '服务条款' })).toBeVisible();
  await expect(page.getByText('这是模板')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: '使用教程' }).click();
  await page.getByRole('link', { name: /快速上手/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /快速上手/ })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: /简体中文/ }).click();
  await page.getByRole('menuitem', { name: 'Português' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Primeiros passos/ })).toBeVisible();
  // A page of the console asks for a sign-in first, and then opens.
  await page.getByRole('link', { name: 'Coletados' }).click();
  await expect(page).toHaveURL(/\/user\/login\?redirect=%2Fcollect%2Fresults$/);

  const office = await (await browser.newContext({ baseURL: product.url, locale: 'zh-CN' })).newPage();
  await openAs(office, product, product.administrator, '/system/workplace');
  await office.getByLabel(/^服务商名称/).fill('晨雾科技');
  await office.getByLabel('服务商官网', { exact: true }).fill('https://chenwu.example');
  await office.getByLabel('联系我们', { exact: true }).fill('care@chenwu.example');
  const save = office.locator('.provider-actions').getByRole('button', { name: '保存' });
  await save.click();
  await expect(office.getByText(/或 mailto: 加邮箱/)).toBeVisible();
  await office.getByLabel('联系我们', { exact: true }).fill('mailto:care@chenwu.example');
  await save.click();
  await expect(office.getByText('服务商信息已保存')).toBeVisible();
  const links = office.locator('.foot-links');
  await expect(links.getByRole('link')).toHaveText([
    '晨雾科技',
    '关于我们',
    '联系我们',
    '帮助文档',
    '使用教程',
  ]);
  await expect(links.getByRole('link', { name: '晨雾科技' })).toHaveAttribute(
    'href',
    'https://chenwu.example',
  );

  await office.getByRole('button', { name: '编辑“服务条款”' }).click();
  const drawer = office.getByRole('dialog');
  await drawer.getByLabel('标题').fill('晨雾服务条款');
  await drawer.getByRole('button', { name: '保存', exact: true }).click();
  await expect(drawer).toHaveCount(0);
  await expect(office.getByText(/^v1 · 管理员/)).toBeVisible();
  expect(await faultsOfAccess(office)).toEqual([]);
  await office.goto('/system/audit');
  await expect(office.getByRole('row').filter({ hasText: '修改服务商信息' }).first()).toBeVisible();
  await expect(office.getByRole('row').filter({ hasText: '修改自带页面' })).toBeVisible();

  // The next guest sees what was saved, and can sign up only after accepting it.
  await office.context().clearCookies();
  await office.goto('/user/register');
  await expect(office.locator('.guest-links').getByRole('link', { name: '晨雾科技' })).toBeVisible();
  await office.locator('form [type=submit]').click();
  await expect(office.getByText('请先阅读并同意服务条款和隐私政策')).toBeVisible();
  const opening = office.waitForEvent('popup');
  await office.locator('.guest-accept').getByRole('link', { name: '服务条款' }).click();
  const terms = await opening;
  await expect(terms.getByRole('heading', { level: 1, name: '晨雾服务条款' })).toBeVisible();
  await expect(terms.getByText('这是模板')).toHaveCount(0);
  await expect(office.locator('input[name=accepted]')).not.toBeChecked();
  await office.context().close();
});
