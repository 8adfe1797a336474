import { callsOf, claimPracticeProducts, inPracticeStore } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('a run is undone: what was edited in the store meanwhile is kept, with the reason', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const [store] = await call<{ id: string; domain: string }[]>('GET', '/stores');
  const { items } = await call<{ items: { id: string; title: string }[] }>('POST', '/products/query', {
    filter: {},
    limit: 6,
  });
  const { runId } = await call<{ runId: string }>('POST', '/listing/runs', {
    storeIds: [store?.id],
    selection: { ids: items.map(({ id }) => id) },
  });

  await openAs(page, product, product.merchant, `/profile/basic/${runId}`);
  await expect(page.getByRole('button', { name: '查看商品：撤销 6 件' })).toBeVisible();
  await editInStore(product, items[0]?.title ?? '', 'Edited by the merchant');
  await page.getByRole('button', { name: '撤销…' }).click();
  await expect(page.getByRole('dialog')).toContainText('6 件对买家隐藏，仍留在店铺');
  await page.getByRole('button', { name: '撤销 6 件', exact: true }).click();

  const undoGroups = page.getByRole('region', { name: '撤销的结果' });
  await expect(undoGroups.getByRole('button', { name: '查看商品：撤销 5 件' })).toBeVisible();
  await undoGroups.getByRole('button', { name: '查看商品：保留 1 件' }).click();
  await expect(page.getByRole('dialog')).toContainText('之后修改过');
  const there = await inPracticeStore(product, '{ products(first: 250) { nodes { id title status } } }');
  const titles = new Set(items.map(({ title }) => title));
  expect(
    there.data.products.nodes
      .filter(({ title }) => titles.has(title) || title === 'Edited by the merchant')
      .map(({ status }) => status)
      .sort(),
  ).toEqual(['ACTIVE', 'ARCHIVED', 'ARCHIVED', 'ARCHIVED', 'ARCHIVED', 'ARCHIVED']);
});

/** Edits a product as the merchant does in the store's own admin. */
async function editInStore(product: Product, title: string, now: string): Promise<void> {
  const { data } = await inPracticeStore(product, '{ products(first: 250) { nodes { id title status } } }');
  const id = data.products.nodes.find((each) => each.title === title)?.id;
  await inPracticeStore(
    product,
    `mutation { productUpdate(product: { id: "${id}", title: "${now}" }) { userErrors { message } } }`,
  );
}
