import { callsOf, claimPracticeProducts, endOf } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

interface Listed {
  items: { id: string; title: string; price: string }[];
}
interface Detail {
  product: {
    descriptionHtml: string;
    inStores?: Record<
      string,
      { title?: string; descriptionHtml?: string; prices?: Record<string, { amount: string }> }
    >;
    variants: { id: string; price: string }[];
  };
}
interface Place {
  shopId: string;
  storeId: string;
  name: string;
}

/** The first product and the practice store, with the calls of the merchant. */
async function atHand(product: Product) {
  await claimPracticeProducts(product);
  const call = await callsOf(product);
  const { items } = await call<Listed>('POST', '/products/query', {
    filter: {},
    limit: 200,
    sort: 'created',
  });
  const [place] = await call<Place[]>('GET', '/own-value-places');
  const [first] = items;
  if (place === undefined || first === undefined) {
    throw new Error('There is no store or no product.');
  }
  const own = async (id: string) =>
    (await call<Detail>('GET', `/products/${id}`)).product.inStores?.[place.shopId] ?? {};
  return { call, items, first, place, own };
}

test('a product gets its own title, price and description in one store, which are listed there, and goes back to the rules', async ({
  page,
  product,
}) => {
  const { call, first, place, own } = await atHand(product);
  await openAs(page, product, product.merchant, `/products/${first.id}`);
  const stores = page.locator('[data-section=inStores]');
  await page
    .getByRole('link', { name: '各店铺' })
    .or(page.getByRole('button', { name: '各店铺' }))
    .click();
  await expect(stores).toBeInViewport();
  // The page scrolls inside the frame; the window with its menu stays.
  expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
  const row = stores.getByRole('region', { name: place.name });
  await row.getByRole('textbox', { name: `${place.name}的标题` }).fill('只在这家店');
  await row
    .getByRole('textbox', { name: `${place.name}的价格` })
    .first()
    .fill('77.7');
  await row.getByRole('button', { name: `${place.name}的描述` }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('源码').click();
  await drawer.getByRole('textbox').fill('<p>本店专用描述</p>');
  await drawer.getByRole('button', { name: '用于该店铺' }).click();
  await expect(row.getByText('本店专用描述')).toBeVisible();
  await page.getByRole('button', { name: /保存/ }).click();
  await expect
    .poll(() => own(first.id))
    .toMatchObject({
      title: '只在这家店',
      descriptionHtml: '<p>本店专用描述</p>',
    });
  const { prices = {} } = await own(first.id);
  const { variants } = (await call<Detail>('GET', `/products/${first.id}`)).product;
  expect(Object.values(prices).map(({ amount }) => amount)).toEqual(variants.map(() => '77.7'));
  expect(variants.some(({ price }) => price === '77.7')).toBe(false);

  const { runId } = await call<{ runId: string }>('POST', '/listing/runs', {
    storeIds: [place.storeId],
    selection: { ids: [first.id] },
  });
  await endOf(call, runId);
  const run = await call<{ items: { title: string }[] }>('POST', '/products/query', {
    filter: { text: first.title },
  });
  expect(run.items[0]?.title).toBe(first.title);

  await row.getByRole('button', { name: `${place.name}的标题：恢复按规则` }).click();
  await page.getByRole('button', { name: /保存/ }).click();
  await expect.poll(async () => (await own(first.id)).title).toBeUndefined();
});

test('a bulk edit in one store leaves the products as they are, and is undone', async ({ page, product }) => {
  const { call, items, place, own } = await atHand(product);
  await openAs(page, product, product.merchant, '/products/list');
  await page.getByRole('checkbox', { name: `选择 ${items[0]?.title}`, exact: true }).check();
  await page.getByRole('button', { name: /选择全部/ }).click();
  await page.getByRole('button', { name: '批量编辑' }).click();
  await page.getByRole('button', { name: '再加一步' }).click();
  await page.getByText('价格按百分比加减').first().click();
  await page.getByRole('combobox', { name: '修改范围' }).click();
  await page.getByTitle(`仅 ${place.name}`).click();
  await page.getByRole('textbox').last().fill('10');
  await expect(page.getByText(`仅 ${place.name}：`)).toBeVisible();
  const apply = page.getByRole('button', { name: `应用到 ${items.length} 件` });
  await expect(apply).toBeEnabled();
  await expect(page.getByText('按规则').first()).toBeVisible();
  await page.screenshot({ path: process.env.OWN_SHOT ?? 'test-results/own-values.png' });
  await apply.click();

  const prices = async () =>
    await Promise.all(
      items.slice(1, 6).map(async ({ id }) => Object.keys((await own(id)).prices ?? {}).length),
    );
  await expect.poll(async () => (await prices()).every((count) => count > 0)).toBe(true);
  const now = await call<Listed>('POST', '/products/query', { filter: {}, limit: 200, sort: 'created' });
  expect(now.items.map(({ price }) => price)).toEqual(items.map(({ price }) => price));

  await page.getByRole('button', { name: '撤销' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('将撤销')).toBeVisible();
  await dialog.getByRole('button', { name: /撤销/ }).click();
  await expect.poll(async () => (await prices()).every((count) => count === 0)).toBe(true);
});
