import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsOf } from '../practice.ts';
import { expect, type Product, type SignIn, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('Analysis counts what the run told, as a chart and as a table with its totals [2.dashboard-screens.Analysis]', async ({
  page,
  product,
}) => {
  const call = await callsOf(product);
  const reported = await collectPractice(call);

  await open(page, product, product.merchant, '/dashboard/analysis?period=today', '数据分析');

  await expect(page.locator('[data-measure="collected"]')).toHaveText(reported.toLocaleString('en'));
  await expect(page.locator('[data-measure="listed"]')).toHaveText('0');
  const chart = page.getByRole('application');
  await expect(chart).toBeVisible();
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('.trend-values')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  await page.getByText('表', { exact: true }).click();
  await expect(page.getByRole('row', { name: `合计 ${reported}` })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载 CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^collected-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  expect(await faultsOfAccess(page)).toEqual([]);
});

test('Monitor shows a run while it lives, with its source and what waits [2.dashboard-screens.Monitor]', async ({
  page,
  product,
}) => {
  const call = await callsOf(product);
  const addresses = await productsOf(call);
  const { runId } = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'list',
    addresses,
    paceMs: 5000,
  });

  await open(page, product, product.merchant, '/dashboard/monitor', '实时监控');

  const channel = page.locator(`[data-channel="${new URL(addresses[0] ?? '').host}"]`);
  await expect(channel.getByText('进行中')).toBeVisible();
  await expect(channel.getByRole('link', { name: '打开任务' })).toHaveAttribute(
    'href',
    `/profile/basic/${runId}`,
  );
  await expect(page.getByRole('link', { name: /^采集 glade-home/ })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await call('POST', `/runs/${runId}/cancel`);
  await expect(channel).toHaveCount(0);
});

test('the test bench reads a product, says where each field stands, and saves nothing [2.dashboard-screens.TestWork]', async ({
  page,
  product,
}) => {
  const call = await callsOf(product);
  const [address = ''] = await productsOf(call);
  const before = await collectedCount(call);

  await open(page, product, product.administrator, '/system/test-work', '测试台');
  await page.getByLabel('商品、分类或整店的网址').fill(address);
  await page.getByRole('button', { name: '读取', exact: true }).click();

  const title = page.getByRole('row', { name: /^标题/ });
  await expect(title.getByText('原文一致')).toBeVisible();
  await expect(title.getByRole('button', { name: /product\.title$/ })).toBeVisible();
  await expect(page.getByText('没有，可以直接保存。')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  expect(await collectedCount(call)).toBe(before);

  await page.getByRole('tab', { name: '框架' }).click();
  await page.getByLabel('页面路径').fill('/dashboard/monitor');
  await page.getByRole('button', { name: '打开', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '实时监控' })).toBeVisible();
  await page.getByRole('tab', { name: '测试台' }).click();
  await page.getByLabel('新名称').fill('看板');
  await page.getByRole('button', { name: '重命名' }).click();
  await expect(page.getByRole('tab', { name: '看板' })).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: '关闭', exact: true }).click();
  await expect(page.getByRole('tab', { name: '看板' })).toHaveCount(0);
});

type Call = Awaited<ReturnType<typeof callsOf>>;

async function open(
  page: Page,
  product: Product,
  person: SignIn,
  path: string,
  title: string,
): Promise<void> {
  await openAs(page, product, person, path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Collects the practice shop's new products; returns how many the run reported. */
async function collectPractice(call: Call): Promise<number> {
  const { firstRun } = await call<{ firstRun: { categoryAddress: string } }>('GET', '/dashboard/workplace');
  const { runId } = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'category',
    addresses: [firstRun.categoryAddress],
  });
  for (;;) {
    const { endedAt, done } = await call<{ endedAt: string | null; done: number }>('GET', `/runs/${runId}`);
    if (endedAt !== null) {
      return done;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Returns the addresses of the practice shop's products; collects them first if that has not been done. */
async function productsOf(call: Call): Promise<string[]> {
  if ((await collectedCount(call)) === 0) {
    await collectPractice(call);
  }
  const { items } = await call<{ items: { url: string }[] }>('POST', '/collect/results/query', {
    filter: {},
  });
  return items.map(({ url }) => url);
}

async function collectedCount(call: Call): Promise<number> {
  const { counts } = await call<{ counts: { all: number } }>('POST', '/collect/results/query', {
    filter: {},
  });
  return counts.all;
}
