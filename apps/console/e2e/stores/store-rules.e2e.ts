import type { Page } from '@playwright/test';
import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';
import { callStore } from '../simulated-stores.ts';

interface Feed {
  products: { title: string; variants: { price: string }[] }[];
}

test('a store’s rules are explained before, stop what is banned with its word, and make the prices in the store', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string; title: string; price: string }[] }>(
    'POST',
    '/products/query',
    { filter: {}, limit: 3 },
  );
  const [banned, ...others] = items;
  if (banned === undefined || others.length !== 2) {
    throw new Error('the practice shop gave fewer than three products');
  }

  await openAs(page, product, product.merchant, '/products/list');
  for (const { title } of items) {
    await page.getByRole('checkbox', { name: `选择 ${title}`, exact: true }).check();
  }
  await page.getByRole('button', { name: '刊登到店铺' }).click();
  await page.getByRole('button', { name: '设置刊登规则' }).click();
  await page.getByRole('button', { name: '新建规则' }).click();
  await choose(page, '价格', '按商品价格计算');
  await page.getByRole('textbox', { name: '乘以', exact: true }).fill('2.4');
  await choose(page, '取整', '尾数 .99');
  const live = page.locator('.rules-live');
  await expect(live).toContainText('.99');
  await live.getByRole('button', { name: '为什么' }).first().hover();
  await expect(page.getByText('× 2.4')).toBeVisible();
  await expect(page.getByText('四舍五入取整，尾数 .99')).toBeVisible();
  await page.getByRole('button', { name: '保存并使用' }).click();
  await expect(page.getByText(/^已保存/)).toBeVisible();

  await page.getByRole('button', { name: '去刊登检测' }).click();
  await page.getByRole('button', { name: '设置', exact: true }).click();
  await page.getByRole('textbox', { name: '禁售词' }).fill(banned.title.toUpperCase());
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(
    page.getByText(`已拦截：“${banned.title.toUpperCase()}”在您的禁售词表里。`).first(),
  ).toBeVisible();
  await page.getByRole('button', { name: '刊登 2 件到 1 家店' }).click();

  await expect(page.getByText('部分完成').first()).toBeVisible();
  await page.getByRole('tab', { name: '失败 1' }).click();
  await expect(page.getByRole('row').filter({ hasText: banned.title })).toContainText('禁售词表');
  const listed = await inStore(product, items);
  expect(listed.map(([title]) => title).sort()).toEqual(others.map(({ title }) => title).sort());
  for (const [title, price] of listed) {
    const own = Number(others.find((each) => each.title === title)?.price);
    expect(price).toMatch(/\.99$/);
    expect(Math.abs(Number(price) - own * 2.4)).toBeLessThanOrEqual(0.5);
  }
});

async function choose(page: Page, select: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: select, exact: true }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click();
}

/**
 * Returns which of these products are in the practice store's storefront, each with the price of its cheapest variant.
 */
async function inStore(product: Product, expected: { title: string }[]): Promise<[string, string][]> {
  const call = await callsOf(product);
  const [store] = await call<{ domain: string }[]>('GET', '/stores');
  const { products } = await callStore<Feed>(store?.domain ?? '', '/products.json?limit=250');
  return products
    .filter(({ title }) => expected.some((each) => each.title === title))
    .map(({ title, variants }) => [
      title,
      variants.map(({ price }) => price).sort((one, other) => Number(one) - Number(other))[0] ?? '',
    ]);
}
