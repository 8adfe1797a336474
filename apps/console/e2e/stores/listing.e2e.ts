import { callsOf, claimPracticeProducts } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';
import { callStore } from '../simulated-stores.ts';

interface Products {
  options: { name: string; values: string[] }[];
  variants: { optionValues: string[] }[];
}

interface Feed {
  products: { title: string }[];
}

const added = ['Finish', 'Care', 'Edition', 'Wrap'];

test('what a store refuses is reported with its reason, fixed in the editor, and listed in the end, each once', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string; title: string }[] }>('POST', '/products/query', {
    filter: {},
    limit: 3,
  });
  const [unsendable, ...others] = items;
  if (unsendable === undefined || others.length !== 2) {
    throw new Error('the practice shop gave fewer than three products');
  }
  const options = await makeUnsendable(call, unsendable.id);

  await openAs(page, product, product.merchant, '/products/list');
  for (const { title } of items) {
    await page.getByRole('checkbox', { name: `选择 ${title}`, exact: true }).check();
  }
  await page.getByRole('button', { name: '刊登到店铺' }).click();

  await expect(page.getByText('件，来自您的选择')).toBeVisible();
  await page.getByRole('button', { name: '去刊登检测' }).click();
  await expect(page.getByRole('button', { name: /选项超过 3 个/ })).toBeVisible();
  await page.getByRole('button', { name: '刊登 2 件到 1 家店' }).click();

  await expect(page.getByText('部分完成').first()).toBeVisible();
  await page.getByRole('tab', { name: '失败 1' }).click();
  const row = page.getByRole('row').filter({ hasText: unsendable.title });
  await expect(row).toContainText(`刊登失败：选项有 ${options.length} 个，该平台最多 3 个。`);
  expect(await inStore(product, items)).toEqual([0, 1, 1]);

  await page.getByRole('link', { name: '去修改这件商品' }).click();
  for (const name of options.filter((each) => added.includes(each))) {
    await page.getByRole('button', { name: `“${name}”的操作` }).click();
    await page.getByRole('menuitem', { name: /移除选项/ }).click();
    await expect(page.getByRole('button', { name: `“${name}”的操作` })).toHaveCount(0);
  }
  await page.getByRole('button', { name: /^保存/ }).click();
  await expect(page.getByText('处改动未保存')).toHaveCount(0);

  await page.goBack();
  await page.getByRole('button', { name: '只重试 1 项' }).click();
  await expect(page.getByRole('tab', { name: '已刊登 1' })).toBeVisible();
  await expect(page.getByRole('region', { name: '刊登核对' })).toContainText('核对一致：没有重复，没有遗漏');
  expect(await inStore(product, items)).toEqual([1, 1, 1]);
});

/** Gives a product more options than a store accepts, one value each; returns the names of all its options. */
async function makeUnsendable(call: Awaited<ReturnType<typeof callsOf>>, id: string): Promise<string[]> {
  const { revision, product } = await call<{ revision: number; product: Products }>('GET', `/products/${id}`);
  const more = added.slice(0, 4 - Math.min(3, product.options.length));
  const options = [...product.options, ...more.map((name) => ({ name, values: ['One'] }))];
  const variants = product.variants.map((variant) => ({
    ...variant,
    optionValues: [...variant.optionValues, ...more.map(() => 'One')],
  }));
  await call('PUT', `/products/${id}`, { revision, product: { ...product, options, variants } });
  return options.map(({ name }) => name);
}

/** Returns how often each product appears in the practice store's storefront, according to its public feed. */
async function inStore(product: Product, expected: { title: string }[]): Promise<number[]> {
  const call = await callsOf(product);
  const [store] = await call<{ domain: string }[]>('GET', '/stores');
  const { products } = await callStore<Feed>(store?.domain ?? '', '/products.json?limit=250');
  return expected.map(({ title }) => products.filter((each) => each.title === title).length);
}
