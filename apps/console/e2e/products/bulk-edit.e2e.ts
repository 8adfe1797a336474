import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

interface Listed {
  items: { id: string; title: string; price: string }[];
}

test('prices are raised for all that match as the sample says, and come back by undo', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const list = () => call<Listed>('POST', '/products/query', { filter: {}, limit: 200, sort: 'created' });
  const before = await list();

  await openAs(page, product, product.merchant, '/products/list');
  await page.getByRole('checkbox', { name: `选择 ${before.items[0]?.title}`, exact: true }).check();
  await page.getByRole('button', { name: /选择全部/ }).click();
  await page.getByRole('button', { name: '批量编辑' }).click();
  await expect(page).toHaveURL(/\/products\/bulk/);

  await page.getByRole('button', { name: '再加一步' }).click();
  await page.getByRole('button', { name: '价格乘以倍数' }).or(page.getByText('价格乘以倍数')).first().click();
  await page.getByRole('textbox').last().fill('1.3');
  const apply = page.getByRole('button', { name: `应用到 ${before.items.length} 件` });
  await expect(apply).toBeEnabled();
  await page.screenshot({ path: process.env.BULK_SHOT ?? 'test-results/bulk-edit.png' });
  await apply.click();
  await expect(page.getByText(`已开始批量编辑 ${before.items.length} 件`)).toBeVisible();

  const cents = (price: string) => Math.round(Number(price) * 100);
  await expect
    .poll(async () => (await list()).items.map(({ price }) => cents(price)))
    .toEqual(before.items.map(({ price }) => Math.round(cents(price) * 1.3)));

  await page.getByRole('button', { name: '撤销' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('将撤销')).toBeVisible();
  await dialog.getByRole('button', { name: /撤销/ }).click();
  await expect
    .poll(async () => (await list()).items.map(({ price }) => price))
    .toEqual(before.items.map(({ price }) => price));
});
