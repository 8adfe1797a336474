import { callsOf } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('a category of a shop is copied into the own store in one guided way, and shown for it', async ({
  page,
  product,
}) => {
  const call = await callsOf(product);
  const { firstRun } = await call<{ firstRun: { categoryAddress: string } }>('GET', '/dashboard/workplace');
  await openAs(page, product, product.merchant, '/form/step-form');

  await page.getByRole('link', { name: '整店搬家' }).click();
  await page.getByRole('textbox', { name: '货源网址' }).fill(firstRun.categoryAddress);
  await page.getByRole('button', { name: '识别' }).click();
  await expect(page.getByRole('radio', { name: '只搬这个分类' })).toBeChecked();
  await page.getByRole('checkbox', { name: '按货源价出售' }).check();
  const go = page.getByRole('button', { name: /^搬.*到 1 家店铺$/ });
  await go.click();
  await expect(page.getByRole('status').getByText('请确认您有权复制这些商品。')).toBeVisible();
  await page.getByRole('checkbox', { name: /我有权复制/ }).check();
  await go.click();

  const steps = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: '查看任务记录' }) });
  await expect(steps.filter({ hasText: '24件已刊登' })).toContainText('完成');
  await expect(page.getByText('采集完成：源站商品已全部采集')).toBeVisible();
  await expect(page.getByText('核对一致：没有重复，没有遗漏')).toBeVisible();
  await expect(page.getByText(/确认有权复制/)).toBeVisible();
});
