import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

interface Listed {
  items: { id: string; title: string; marks: { colour: string | null; group: { name: string } | null } }[];
}

const shot = (name: string) => ({
  path: `${process.env.LIST_SHOTS ?? 'test-results'}/product-list-${name}.png`,
});

test('all that match are put into a new group, found by it in a shared view, and columns stay where they were put', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const list = (filter: object) =>
    call<Listed>('POST', '/products/query', { filter, limit: 200, sort: 'title' });
  const before = await list({});

  await openAs(page, product, product.merchant, '/products/list');
  await page.getByRole('checkbox', { name: `选择 ${before.items[0]?.title}`, exact: true }).check();
  await page.getByRole('button', { name: /选择全部/ }).click();
  await page.getByRole('button', { name: '标记', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '分组' }).click();
  await page.getByPlaceholder('新分组名称').fill('夏季');
  await page.getByRole('button', { name: '添加' }).click();
  await expect(dialog.getByText('夏季')).toBeVisible();
  await dialog.getByRole('combobox', { name: '颜色标记' }).click();
  await page.getByTitle('绿色').or(page.getByText('绿色')).last().click();
  await page.screenshot(shot('dialog'));
  await dialog.getByRole('button', { name: /标\s*记/ }).click();
  await expect(page.getByText(`已标记 ${before.items.length} 件商品。`)).toBeVisible();

  const group = (await call<{ groups: { id: string }[] }>('GET', '/products/marks')).groups[0]?.id ?? '';
  const marked = await list({ groups: [group], colours: ['green'] });
  expect(marked.items).toHaveLength(before.items.length);

  // Columns: one shown, one pinned; both are there again in another window.
  await page.getByRole('button', { name: '列与行高' }).click();
  for (const column of ['分组', '成本', '规格数', '品牌', '创建时间', '采集时间', '图片数', '商品类型']) {
    await page.getByRole('checkbox', { name: column, exact: true }).check();
  }
  await page.getByRole('button', { name: '固定“价格”' }).click();
  await page.screenshot(shot('columns'));
  await page.keyboard.press('Escape');
  await page.mouse.click(700, 20);

  await page.goto(
    page.url().replace(/\/products\/list.*/, `/products/list?groups=${group}&sort=cost&direction=desc`),
  );
  await expect(page.getByRole('columnheader', { name: '成本' })).toHaveAttribute('aria-sort', 'descending');
  await page.getByRole('button', { name: '存为新视图' }).click();
  await page.getByRole('textbox', { name: '视图名称' }).fill('夏季高价');
  await page.getByRole('checkbox', { name: '共享给团队' }).check();
  await page.getByRole('button', { name: /保\s*存/ }).click();
  await expect(page.getByRole('tab', { name: /夏季高价/ })).toBeVisible();

  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((each) => each.includes('products.table'))) {
      localStorage.removeItem(key);
    }
  });
  await page.reload();
  await expect(page.getByRole('tab', { name: /夏季高价/ })).toBeVisible();
  const heads = page.getByRole('columnheader');
  await expect(heads.nth(2)).toContainText('价格');
  const body = page.locator('.data-table-body');
  await body.evaluate((each) => each.scrollTo({ left: 400 }));
  await expect(heads.nth(2)).toBeInViewport();
  await page.screenshot(shot('pinned'));
  await page.evaluate(() => localStorage.setItem('nav_theme', 'realDark'));
  await page.reload();
  await expect(heads.nth(2)).toContainText('价格');
  await page.screenshot(shot('dark'));

  await page.goto(page.url().replace(/\/products\/list.*/, `/products/${before.items[0]?.id}`));
  await expect(page.getByRole('combobox', { name: '分组' })).toBeVisible();
  await page.screenshot(shot('editor-dark'));
  await page.evaluate(() => localStorage.setItem('nav_theme', 'light'));
  await page.reload();
  await expect(page.getByRole('combobox', { name: '分组' })).toBeVisible();
  await page.screenshot({ ...shot('editor'), fullPage: true });

  await page.getByRole('button', { name: '价格计算器' }).click();
  const calculator = page.getByRole('dialog', { name: '价格计算器' });
  await calculator.getByRole('textbox', { name: '平台佣金 %' }).fill('15');
  await calculator.getByRole('textbox', { name: '目标毛利率 %' }).fill('35');
  await page.screenshot(shot('calculator'));
  // Cost is half of a price that leaves 35 % after 15 % of commission.
  await calculator.getByRole('button', { name: /采用 \d+ 个价格/ }).click();
  await expect(calculator).toBeHidden();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(page.url().replace(/\/products\/[^/]*$/, '/products/list'));
  await expect(page.getByText(before.items[0]?.title ?? '').first()).toBeVisible();
  await page.screenshot(shot('390'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('a column is dragged onto another one, and stays there in another window', async ({ page, product }) => {
  await claimPracticeProducts(product);
  await openAs(page, product, product.merchant, '/products/list');
  const heads = page.getByRole('columnheader');
  const names = async () => (await heads.allTextContents()).map((each) => each.trim());
  await expect(heads.filter({ hasText: '价格' })).toBeVisible();
  const before = await names();
  const from = before.indexOf('价格');
  const onto = before.findIndex((each, at) => at > from && each !== '');
  const moved = before.toSpliced(from, 1).toSpliced(onto, 0, '价格');

  await heads.nth(from).getByText('价格').dragTo(heads.nth(onto));

  await expect.poll(names).toEqual(moved);
  await page.reload();
  await expect.poll(names).toEqual(moved);
});
