import { type Page, test } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsAs, callsOf } from '../practice.ts';
import { expect, type Product, startProduct } from '../product.ts';
import { openAs } from '../sign-in.ts';

let running: { product: Product; stop(): Promise<void> };

test.beforeAll(async () => {
  running = await startProduct({ BOWERBIRD_PLANS: 'on' });
  await makePlanSmall(running.product, 10);
  await collectNewIn(running.product);
});

test.afterAll(() => running?.stop());

test('a merchant whose plan is used up learns why, orders another by transfer, and continues where they were [2.fail-text] [2.fail-hints] [2.fail-back] [2.dashboard-screens.Prices] [2.dashboard-screens.PayInfo] [2.template-screens.ResultFail] [2.template-screens.ResultSuccess]', async ({
  page,
  browser,
}) => {
  const { product } = running;
  await openAs(page, product, product.merchant, '/collect/results');
  await selectCards(page, 11);
  const claim = page.getByRole('button', { name: '认领 11 件', exact: true });
  await claim.click();

  await expect(page.getByRole('heading', { level: 1, name: '提交失败' })).toBeVisible();
  await expect(page.getByText('请核对并修改以下信息后，再重新提交。')).toBeVisible();
  await expect(page.getByText('您的账户还不具备申请资格')).toBeVisible();
  await expect(page.getByText('商品数已用 0 / 10')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '立即升级' }).click();

  await expect(page.getByRole('rowheader', { name: /^商品数 已用 0 \/ 10/ })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '订购团队版' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '下单' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '提交成功' })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '查看转账信息' }).click();
  await expect(page.getByText('6222 0000 1234 5678')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  const elsewhere = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce' });
  const organisation = await elsewhere.newPage();
  await openAs(organisation, product, product.administrator, '/system/orders');
  await organisation.getByRole('button', { name: /^确认订单 BB\d{8}-\d{5} 到账$/ }).click();
  const dialog = organisation.getByRole('dialog');
  await dialog.getByLabel('实收金额').fill('198');
  await dialog.getByRole('button', { name: '确认到账' }).click();
  await expect(dialog.getByText('请写明原因')).toBeVisible();
  await dialog.getByLabel('实收金额').fill('199');
  await dialog.getByRole('button', { name: '确认到账' }).click();
  await expect(organisation.getByText('林晓 的付款已确认')).toBeVisible();
  expect(await faultsOfAccess(organisation)).toEqual([]);
  await elsewhere.close();

  await page.getByRole('tab', { name: '失败页' }).click();
  await page.getByRole('button', { name: '返回修改' }).click();
  // The selection is kept.
  await claim.click();
  await expect(page.getByText('已认领 11 件。')).toBeVisible();
});

test('a frozen merchant asks to be unfrozen, and starts nothing until they are [2.fail-hints]', async ({
  page,
}) => {
  const { product } = running;
  const [administrator, merchant] = await Promise.all([
    callsAs(product, product.administrator),
    callsOf(product),
  ]);
  const { ownerId } = await merchant<{ ownerId: string }>('GET', '/user/get-user');
  await administrator('POST', `/merchants/${ownerId}/freeze`, { reason: '账单逾期' });
  await openAs(page, product, product.merchant, '/result/fail');

  await expect(page.getByText('您的账户已被冻结')).toBeVisible();
  await expect(page.getByText('账单逾期')).toBeVisible();
  await page.getByRole('button', { name: '立即解冻' }).click();
  await expect(page.getByText(/请求解冻，管理员处理后会通知您/)).toBeVisible();
  await expect(collectNewIn(product)).rejects.toThrow('owner.frozen');

  await administrator('POST', `/merchants/${ownerId}/unfreeze`);
  await collectNewIn(product);
});

async function selectCards(page: Page, count: number): Promise<void> {
  const cards = page.getByRole('main').getByRole('gridcell');
  for (let index = 0; index < count; index += 1) {
    await cards.nth(index).getByRole('checkbox').check({ force: true });
  }
}

/** Sets the product limit of everyone without a paid plan, and offers bank transfers. */
async function makePlanSmall(product: Product, products: number): Promise<void> {
  const call = await callsAs(product, product.administrator);
  const { plans } = await call<{ plans: { id: string; quotas: object }[] }>('GET', '/billing/admin/plans');
  const { id = '', quotas, ...content } = plans.find((plan) => plan.id === 'free') ?? {};
  await call('PUT', `/billing/admin/plans/${id}`, { ...content, quotas: { ...quotas, products } });
  await call('PUT', '/billing/admin/bank', {
    accountName: '园丁鸟科技有限公司',
    accountNumber: '6222 0000 1234 5678',
    bank: '示例银行',
    more: '',
  });
}

/** Collects the practice shop's category "New in": 24 products. */
async function collectNewIn(product: Product): Promise<void> {
  const call = await callsOf(product);
  const { firstRun } = await call<{ firstRun: { categoryAddress: string } }>('GET', '/dashboard/workplace');
  const { runId } = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'category',
    addresses: [firstRun.categoryAddress],
  });
  await expect
    .poll(async () => (await call<{ state: string }>('GET', `/runs/${runId}`)).state)
    .toBe('complete');
}
