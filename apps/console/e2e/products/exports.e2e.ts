import { readFileSync } from 'node:fs';
import { faultsOfAccess } from '../access.ts';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('a template is saved, exported with images, shared by a link, and made again on a schedule', async ({
  page,
  product,
  browser,
}) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/products/export');
  const main = page.getByRole('main');
  await expect(main.getByText('存成模板')).toBeVisible();

  // What is chosen becomes a template of the team.
  await main.getByLabel('每个文件最多行数').fill('40');
  await main.getByLabel('商品图片').click();
  await page.getByTitle('ZIP 附图片，表格写入包内路径').click();
  await main.getByRole('button', { name: '存为模板' }).click();
  await page.getByLabel('模板名称').fill('合作方数据');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s?存/ })
    .click();
  await expect(main.getByText('合作方数据')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  await main.getByRole('button', { name: /^导出 24 件/ }).click();
  await expect(main.getByText(/\d+ 张图片/).first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await main.getByRole('link', { name: '下载' }).first().click();
  const zip = readFileSync(await (await saved).path()).toString('latin1');
  const names = [...new Set(zip.match(/(?:images\/[\w.-]+\/\d+-[\w.-]+|products-[\w-]+\.csv)/g))];
  expect(names.filter((name) => name.startsWith('images/')).length).toBeGreaterThan(24);
  expect(names.filter((name) => name.endsWith('.csv')).length).toBeGreaterThan(1);

  // Whoever has the link needs no account.
  await main
    .getByRole('button', { name: /的下载链接$/ })
    .last()
    .click();
  const dialog = page.getByRole('dialog', { name: /的下载链接$/ });
  await dialog.getByRole('button', { name: '生成链接' }).click();
  const address = await dialog.locator('.copy-button code').innerText();
  expect(await faultsOfAccess(page)).toEqual([]);
  const visitor = await browser.newContext();
  const answer = await visitor.request.get(address);
  expect([answer.status(), answer.headers()['content-disposition']]).toEqual([
    200,
    expect.stringContaining('attachment'),
  ]);
  await dialog.getByRole('button', { name: /撤\s?销/ }).click();
  await page
    .getByRole('dialog', { name: '撤销这个链接？' })
    .getByRole('button', { name: /撤\s?销/ })
    .click();
  await expect(dialog.getByText('已撤销')).toBeVisible();
  expect((await visitor.request.get(address)).status()).toBe(404);
  await visitor.close();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await main.getByRole('button', { name: '新建定时导出' }).click();
  await page.getByLabel('名称', { exact: true }).fill('每日数据');
  expect(await faultsOfAccess(page)).toEqual([]);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /保\s?存/ })
    .click();
  await expect(main.getByText('每天 09:00', { exact: false })).toBeVisible();
  await main.getByRole('button', { name: '立即导出' }).click();
  const call = await callsOf(product);
  await expect
    .poll(async () => (await call<{ files: number }[]>('GET', '/exports/schedules'))[0]?.files)
    .toBe(1);
});
