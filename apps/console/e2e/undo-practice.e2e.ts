import { callsOf, claimPracticeProducts, endOf, inPracticeStore } from './practice.ts';
import { expect, test } from './product.ts';
import { openAs } from './sign-in.ts';

test('the practice is undone whole, also after one of its products was updated in the practice store', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const [store] = await call<{ id: string; name: string }[]>('GET', '/stores');
  const { items } = await call<{ items: { id: string; title: string }[] }>('POST', '/products/query', {
    filter: {},
  });
  const ids = items.map(({ id }) => id);
  for (const some of [ids, ids.slice(0, 1)]) {
    const body = { storeIds: [store?.id], selection: { ids: some } };
    const { runId } = await call<{ runId: string }>('POST', '/listing/runs', body);
    await endOf(call, runId);
  }

  await openAs(page, product, product.merchant, '/dashboard/workplace');
  await expect(page.getByText('已刊登 24 / 24 件，没有重复。')).toBeVisible();
  await expect(page.getByRole('button', { name: '在商品中查看 24 件' })).toBeVisible();
  await page.getByRole('button', { name: '撤销这次练习' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '撤销这次练习' }).click();
  await expect(page.getByText(/已撤销/)).toBeVisible();

  const left = await call<{ total: number }>('POST', '/products/query', { filter: {} });
  const { data } = await inPracticeStore(product, '{ products(first: 250) { nodes { id title status } } }');
  const titles = new Set(items.map(({ title }) => title));
  const ours = data.products.nodes.filter(({ title }) => titles.has(title));
  expect(left.total).toBe(0);
  expect(ours.length).toBe(24);
  expect(ours.filter(({ status }) => status === 'ACTIVE')).toEqual([]);
});
