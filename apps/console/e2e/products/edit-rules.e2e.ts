import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

interface Listed {
  items: { id: string; title: string; price: string }[];
}

/** Saves screenshots in both widths and both colours to the folder named by LOOK_FOLDER; does nothing if that is not set. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_FOLDER;
  if (folder === undefined) {
    return;
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(400);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('a rule is written, applied to all products after its preview, and detached again [2.template-screens.TableList]', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const list = () => call<Listed>('POST', '/products/query', { filter: {}, limit: 200, sort: 'created' });
  const before = await list();
  const count = before.items.length;
  const cents = (price: string) => Math.round(Number(price) * 100);

  await openAs(page, product, product.merchant, '/list/table-list');
  await look(page, 'rules-empty');
  await page.getByRole('button', { name: '新建规则' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('名称').fill('1.3 倍价');
  await form.getByRole('textbox', { name: /描述/ }).fill('太短');
  // Leaving the field shows its error, which moves the button only after it was clicked.
  await form.getByRole('button', { name: '再加一步' }).click();
  await page.getByRole('button', { name: '价格乘以倍数' }).or(page.getByText('价格乘以倍数')).first().click();
  await form.getByRole('textbox').last().fill('1.3');
  await look(page, 'rules-form');
  await form.getByRole('button', { name: /保\s*存/ }).click();
  await expect(form.getByText('请输入至少五个字符的规则描述！')).toBeVisible();
  await form.getByRole('textbox', { name: /描述/ }).fill('义乌供应商的全部商品');
  await form.getByRole('button', { name: /保\s*存/ }).click();

  await expect(page).toHaveURL(/\/products\/rules\/[\da-f-]{36}$/, { timeout: 20_000 });
  await page.goto(`${product.url}/list/table-list`);
  const row = page.getByRole('row').filter({ hasText: '1.3 倍价' });
  await expect(row).toBeVisible({ timeout: 20_000 });
  expect(await faultsOfAccess(page)).toEqual([]);
  await look(page, 'rules');
  await row.getByText('1.3 倍价').click();

  await page.getByRole('button', { name: '应用到商品…' }).first().click();
  const apply = page.getByRole('button', { name: `应用到 ${count} 件` });
  await expect(apply).toBeEnabled({ timeout: 20_000 });
  await look(page, 'rule-attach');
  await apply.click();
  await expect
    .poll(async () => (await list()).items.map(({ price }) => cents(price)), { timeout: 30_000 })
    .toEqual(before.items.map(({ price }) => Math.round(cents(price) * 1.3)));
  await expect(page.getByText(`${count} 件商品`).first()).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await look(page, 'rule');

  await page.getByRole('button', { name: '解除应用…' }).first().click();
  await page.getByRole('button', { name: `从 ${count} 件商品解除` }).click();
  await expect
    .poll(async () => (await list()).items.map(({ price }) => price), { timeout: 30_000 })
    .toEqual(before.items.map(({ price }) => price));
  await page.goto(`${product.url}/list/table-list`);
  await expect(row.getByText('已上线')).toBeVisible({ timeout: 20_000 });
});
