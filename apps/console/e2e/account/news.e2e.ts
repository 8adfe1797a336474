import { readFileSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('news is written in two languages, seen by readers once it is published, safe, and on record [2.management-screens.Articles] [2.management-screens.ArticleEdit] [2.management-screens.ArticleDetails]', async ({
  browser,
  page,
  product,
}) => {
  const writer = page;
  await openAs(writer, product, product.administrator, '/system/articles');
  await expect(writer.getByRole('row').filter({ hasText: '第一次：从一个网址到刊登' })).toBeVisible();

  await writer.getByRole('button', { name: '写文章' }).click();
  await writer.getByRole('menuitem', { name: '新闻' }).click();
  await write(writer, '秋季新功能', '<p>整店采集更快了。</p><script>document.title="stolen"</script>');
  await writer.getByRole('tab', { name: /^English/ }).click();
  await write(
    writer,
    'New this autumn',
    '<p>Whole shops collect faster.</p><img src="https://nowhere.invalid/x.png" onerror="document.title=\'stolen\'">',
  );
  await writer.getByRole('button', { name: '保存', exact: true }).click();
  await expect(writer.getByText('刚刚保存')).toBeVisible();
  expect(await faultsOfAccess(writer)).toEqual([]);

  const reader = await newPage(browser, product);
  await openAs(reader, product, product.merchant, '/news');
  await expect(reader.getByRole('link', { name: /第一次：从一个网址到刊登/ })).toBeVisible();
  await expect(reader.getByRole('link', { name: /秋季新功能/ })).toHaveCount(0);

  await writer.getByRole('button', { name: '发布', exact: true }).click();
  await expect(writer.getByText('已发布，读者现在能看到。')).toBeVisible();

  await reader.reload();
  await reader.getByRole('link', { name: /秋季新功能/ }).click();
  await expect(reader.getByRole('heading', { level: 1, name: '秋季新功能' })).toBeVisible();
  await expect(reader.getByText('整店采集更快了。')).toBeVisible();
  expect(await reader.title()).toContain('秋季新功能');
  expect(await faultsOfAccess(reader)).toEqual([]);

  await reader.getByRole('button', { name: '语言' }).click();
  await reader.getByRole('menuitem', { name: 'English' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'New this autumn' })).toBeVisible();
  await expect(reader.getByText('Whole shops collect faster.')).toBeVisible();
  expect(await reader.title()).not.toContain('stolen');

  await writer.goto('/system/audit');
  const published = writer.getByRole('row').filter({ hasText: '发布文章' });
  await expect(published).toContainText('管理员');
  const downloading = writer.waitForEvent('download');
  await writer.getByRole('link', { name: '导出 CSV' }).click();
  const file = readFileSync(await (await downloading).path(), 'utf8');
  expect(file).toContain('POST /articles/:id/publish');
  await reader.context().close();
});

async function newPage(browser: Browser, { url }: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, locale: 'zh-CN', reducedMotion: 'reduce' });
  return await context.newPage();
}

/** Fills in the open language: its title, and its text as source. */
async function write(page: Page, title: string, source: string): Promise<void> {
  await page.getByLabel('标题', { exact: true }).fill(title);
  await page.getByText('源码', { exact: true }).click();
  await page.getByRole('textbox', { name: '内容' }).fill(source);
}
