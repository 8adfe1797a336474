import { callsOf, claimPracticeProducts, listPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('a rule puts products into a category that is chosen from the store’s own, and it is offered first from then on', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  // The practice store now has the collections of these products.
  await listPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string; title: string }[] }>('POST', '/products/query', {
    filter: {},
    limit: 3,
  });
  const last = items.at(-1);
  if (last === undefined) {
    throw new Error('the practice shop gave no products');
  }
  await openAs(page, product, product.merchant, '/products/list');
  await page.getByRole('checkbox', { name: `选择 ${last.title}`, exact: true }).check();
  await page.getByRole('button', { name: '刊登到店铺' }).click();
  await page.getByRole('button', { name: '设置刊登规则' }).click();
  await page.getByRole('button', { name: '新建规则' }).click();
  await expect(page.getByText(/店铺共 \d+ 个分类/)).toBeVisible({ timeout: 30_000 });

  const field = page.getByRole('combobox', { name: '“New in”对应的店铺分类', exact: true });
  await field.fill('new');
  const choice = page.getByRole('treeitem').filter({ hasText: /^New in/ });
  await expect(choice.first()).toBeVisible();
  await field.press('Enter');
  await expect(field).toHaveValue('New in');
  const otherwise = page.getByRole('combobox', { name: '没有分类时', exact: true });
  await otherwise.fill('Clearance');
  await page.getByRole('treeitem', { name: '新建分类“Clearance”' }).click();
  await expect(page.getByText('新分类：刊登时在店铺中创建')).toBeVisible();
  await page.getByRole('button', { name: '保存并使用' }).click();
  await expect(page.getByText(/^已保存/)).toBeVisible();

  await page.getByRole('button', { name: '修改', exact: true }).click();
  await field.click();
  await expect(page.getByText('最近和常用')).toBeVisible();
  // Escape closes the list, not the drawer.
  await field.press('Escape');
  await expect(page.getByText('最近和常用')).toBeHidden();
  await expect(field).toBeVisible();
  const [rules] = await call<{ rules: { categories: object } }[]>('GET', '/listing/rules');
  expect(rules?.rules.categories).toMatchObject({
    map: [{ from: ['New in'], to: ['New in'] }],
    otherwise: ['Clearance'],
  });
});
