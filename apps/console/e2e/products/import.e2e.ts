import { readFileSync } from 'node:fs';
import { textRows, workbookOf } from '@bowerbird/files/testing/workbook';
import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';

import { openAs } from '../sign-in.ts';

const header = ['货号', '商品标题', '颜色', '售价(元)', '供货价', '库存', '重量(g)', '商家编码', '材质'];

/** A supplier's sheet as suppliers write it: a title above the header, variants in rows, a price in Brazilian signs. */
function sheetOf(candles: { code: string; title: string; price: string }[]): Promise<Buffer> {
  const rows = candles.flatMap(({ code, title, price }) =>
    ['红', '蓝'].map((colour, at) => [
      code,
      title,
      colour,
      price,
      '8',
      '12',
      '280',
      `00${code}${at}`,
      '大豆蜡',
    ]),
  );
  return workbookOf({
    sheets: { 说明: textRows([['报价不含税']]), 报价: textRows([['晨光家居 报价单'], header, ...rows]) },
  });
}

async function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  await page.goto('/products/import');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes });
  await expect(page.getByRole('button', { name: '检查文件' })).toBeEnabled();
}

async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: '检查文件' }).click();
  await expect(page.getByText('待确认')).toBeVisible();
}

/** Returns the products of ours by title, with their prices. */
async function ours(product: Product): Promise<Record<string, string>> {
  const call = await callsOf(product);
  const { items } = await call<{ items: { title: string; price: string }[] }>('POST', '/products/query', {
    filter: {},
    limit: 200,
  });
  return Object.fromEntries(items.map(({ title, price }) => [title, price]));
}

test("a supplier's workbook is repaired, claimed with a rule and exported for WooCommerce, and next week's file is merged", async ({
  page,
  product,
}) => {
  const candles = [
    { code: 'CG1', title: '香薰蜡烛 一号', price: '20.50' },
    { code: 'CG2', title: '香薰蜡烛 二号', price: '¥ 25，80' },
    { code: 'CG3', title: '香薰蜡烛 三号', price: '30.50' },
  ];
  await openAs(page, product, product.merchant, '/products/import');
  expect(await faultsOfAccess(page)).toEqual([]);

  // What the file is was detected, and is shown to be confirmed.
  await drop(page, 'chenguang.xlsx', await sheetOf(candles));
  await expect(page.getByLabel('表头在第几行')).toHaveValue('2');
  await expect(page.getByText('已匹配 8 / 9 列')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByLabel('供应商').first().fill('晨光家居');
  await check(page);

  // The error is named by row, column and value, with what puts it right.
  await expect(page.locator('.count-sentence').first()).toContainText('2 件商品将导入采集箱');
  const fault = page.getByRole('listitem').filter({ hasText: '「售价(元)」2 格' });
  await expect(fault).toContainText('第 5 行');
  await expect(fault).toContainText('25.80');
  expect(await faultsOfAccess(page)).toEqual([]);
  await fault.getByRole('button', { name: '修正 2 格' }).click();
  await expect(page.getByText('文件没有错误。')).toBeVisible();
  await page.getByRole('button', { name: '导入 3 件' }).click();
  await expect(page.getByText('件商品已导入采集箱')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  // Claimed with a rule on the screen.
  await page.getByRole('button', { name: '去认领' }).click();
  await expect(page.getByRole('grid', { name: '采集箱' }).getByText('香薰蜡烛 二号')).toBeVisible();
  const cards = page.getByRole('grid', { name: '采集箱' }).getByRole('gridcell');
  for (const at of [0, 1, 2]) {
    await cards.nth(at).getByRole('checkbox').check({ force: true });
  }
  await page.getByRole('button', { name: '保留货源价' }).click();
  const drawer = page.getByRole('dialog', { name: '认领规则' });
  await drawer.getByPlaceholder('后缀').fill(' 礼盒');
  await drawer.getByRole('button', { name: '认领 3 件' }).click();
  await expect(page.getByText('已认领 3 件。')).toBeVisible();
  expect(await ours(product)).toEqual({
    '香薰蜡烛 一号 礼盒': '20.50',
    '香薰蜡烛 二号 礼盒': '25.80',
    '香薰蜡烛 三号 礼盒': '30.50',
  });

  // Exported for WooCommerce with the codes as the supplier wrote them.
  await page.goto('/products/export');
  await page.getByRole('radio', { name: /WooCommerce/ }).check({ force: true });
  await page.getByRole('button', { name: '导出 3 件' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: '下载' }).first().click();
  const written = readFileSync(await (await download).path(), 'utf8');
  expect(written).toContain('00CG20');
  expect(written).toContain('香薰蜡烛 二号 礼盒');

  // Next week: one price and one title are others, one product is missing; the mapping and the repair are known.
  const next = await sheetOf([
    { code: 'CG1', title: '香薰蜡烛 一号', price: '23.50' },
    { code: 'CG2', title: '香薰蜡烛 二号', price: '¥ 25，80' },
  ]);
  await drop(page, 'chenguang-week-2.xlsx', next);
  await expect(page.getByText(/与「晨光家居」上次的表格一致/)).toBeVisible();
  await page.getByRole('radio', { name: /全部在售商品/ }).check({ force: true });
  await check(page);
  await expect(page.getByText('文件没有错误。')).toBeVisible();
  await expect(page.locator('.count-sentence').first()).toContainText('有变化 1');
  await page.getByRole('button', { name: '导入 1 件' }).click();
  await expect(page.getByText('件商品已导入采集箱')).toBeVisible();
  await expect
    .poll(() => ours(product))
    .toEqual({ '香薰蜡烛 一号 礼盒': '23.50', '香薰蜡烛 二号 礼盒': '25.80', '香薰蜡烛 三号 礼盒': '30.50' });
});

test('a file that was exported here comes back as an edit: shown before it is made, and undone whole', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/products/export');
  const before = await ours(product);
  const start = page.getByRole('button', { name: /^导出 \d+ 件$/ });
  await expect(start).toBeEnabled();
  const links = page.getByRole('link', { name: '下载' });
  const held = await links.count();
  await start.click();
  await expect(links).toHaveCount(held + 1);
  const download = page.waitForEvent('download');
  await links.first().click();
  const file = await download;
  const text = readFileSync(await file.path(), 'utf8');
  const edited = text.replace(',Umber Reading Chair,', ',Umber Armchair,');
  expect(edited).not.toBe(text);

  await drop(page, file.suggestedFilename(), Buffer.from(edited));
  await page.getByText('修改现有商品').click();
  await check(page);
  await expect(page.locator('.count-sentence').first()).toContainText('有变化 1');
  await expect(page.getByText('第 129 行')).toBeVisible();
  await expect(page.getByText('文件没有错误。')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: /1 件$/ }).click();
  const { 'Umber Reading Chair': price = '', ...others } = before;
  await expect.poll(() => ours(product)).toEqual({ ...others, 'Umber Armchair': price });

  await page.getByRole('button', { name: /撤销/ }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: /撤销/ }).last().click();
  await expect.poll(() => ours(product)).toEqual(before);
});
