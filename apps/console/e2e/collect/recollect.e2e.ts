import type { Page } from '@playwright/test';
import { faultsOfAccess } from '../access.ts';
import { callsOf, collectAndClaim } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

const handle = 'birch-table-lamp';

test('a source that changed is read again: what only it changed follows, what both changed is decided, written and undone', async ({
  page,
  product,
}) => {
  const source = await practiceSource(product);
  await source.put({ title: 'Birch Lamp', price: '40.00' });
  const [id = ''] = await collectAndClaim(product, `${source.address}/products/${handle}`);
  await setPrice(product, id, '59.00');
  await source.put({ title: 'Birch Table Lamp', price: '35.00' });

  await openAs(page, product, product.merchant, `/products/${id}`);
  await page.getByRole('button', { name: '重新采集' }).click();
  await page.getByRole('button', { name: '查看', exact: true }).click();
  await expect(page.getByText('1 处待处理')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);

  expect(await needsOf(product)).toContainEqual(expect.objectContaining({ kind: 'merge', count: 1 }));
  await page.getByRole('link', { name: '处理 1 处' }).click();
  await expect(page).toHaveURL(/\/collect\/merge\//);
  await expect(page.getByRole('radio', { name: /当前货源.*\$35\.00/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /您的修改.*\$59\.00/ })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.keyboard.press('1');
  await page.getByRole('button', { name: '保存已处理的 1 件' }).click();
  await expect(page.getByText('已保存 1 件。')).toBeVisible();
  expect(await nowOf(product, id)).toEqual({ title: 'Birch Table Lamp', price: '35.00' });

  await page.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('已恢复 1 件。')).toBeVisible();
  await expect(page.getByRole('radio', { name: /您的修改.*\$59\.00/ })).toBeVisible();
  expect(await nowOf(product, id)).toEqual({ title: 'Birch Table Lamp', price: '59.00' });

  await page.getByRole('button', { name: '变化明细' }).click();
  await expect(page.getByRole('dialog').locator('ins', { hasText: 'Table' })).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
});

test('a watch is set up from an address, reads by itself, and reports a price that fell', async ({
  page,
  product,
}) => {
  const source = await practiceSource(product);
  await source.put({ title: 'Birch Table Lamp', price: '40.00' });
  await collectAndClaim(product, `${source.address}/products/${handle}`);

  await openAs(page, product, product.merchant, '/collect/watches?new');
  const form = page.getByRole('dialog');
  await form.getByLabel('网址', { exact: true }).fill(`${source.address}/products/${handle}`);
  await form.getByLabel('网址', { exact: true }).press('Enter');
  await expect(form.getByText('单个商品')).toBeVisible();
  expect(await faultsOfAccess(page)).toEqual([]);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('尚未采集')).toBeVisible();

  await source.put({ title: 'Birch Table Lamp', price: '30.00' });
  await page.getByRole('button', { name: '立即采集' }).click();
  await page.getByRole('button', { name: /1 条新提醒/ }).click();
  await expect(alertRow(page)).toContainText('降价');
  await expect(alertRow(page)).toContainText('降 25.0%');
  expect(await faultsOfAccess(page)).toEqual([]);
  await page.getByRole('button', { name: '把“Birch Table Lamp”标为已读' }).click();
  await expect(page.locator('.alert-row.unread')).toHaveCount(0);
});

const alertRow = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Birch Table Lamp' });

/** Acts as the practice shop's own merchant: adds or changes a product there. */
async function practiceSource(product: Product) {
  const call = await callsOf(product);
  const { firstRun } = await call<{ firstRun: { shopAddress: string } }>('GET', '/dashboard/workplace');
  const { origin, port } = new URL(firstRun.shopAddress);
  const post = async (query: string, variables: object) => {
    const response = await fetch(`http://127.0.0.1:${port}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shopify-access-token': 'practice-token-glade-home',
      },
      body: JSON.stringify({ query, variables }),
    });
    return await response.json();
  };
  const has = async () => (await fetch(`http://127.0.0.1:${port}/products/${handle}.json`)).ok;
  return {
    address: origin,
    async put({ title, price }: { title: string; price: string }) {
      const optionValues = [{ optionName: 'Title', name: 'Default Title' }];
      const input = {
        title,
        handle,
        status: 'ACTIVE',
        productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
        variants: [{ optionValues, price }],
      };
      const answer = await post(setProduct, { input, identifier: (await has()) ? { handle } : null });
      expect(answer.data.productSet.userErrors).toEqual([]);
      const publication = [{ publicationId: 'gid://shopify/Publication/7200000000001' }];
      await post(publish, { id: answer.data.productSet.product.id, input: publication });
      expect(await has()).toBe(true);
    },
  };
}

const setProduct = `mutation($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
  productSet(input: $input, identifier: $identifier) { product { id } userErrors { code message } }
}`;
const publish = `mutation($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { message } }
}`;

interface Detail {
  revision: number;
  product: { title: string; variants: { price: string }[] };
}

async function setPrice(product: Product, id: string, price: string): Promise<void> {
  const call = await callsOf(product);
  const { revision, product: now } = await call<Detail>('GET', `/products/${id}`);
  const variants = now.variants.map((variant) => ({ ...variant, price }));
  await call('PUT', `/products/${id}`, { revision, product: { ...now, variants } });
}

async function needsOf(product: Product): Promise<{ kind: string; count: number }[]> {
  const call = await callsOf(product);
  return (await call<{ needsYou: { kind: string; count: number }[] }>('GET', '/dashboard/workplace'))
    .needsYou;
}

async function nowOf(product: Product, id: string): Promise<{ title: string; price: string | undefined }> {
  const call = await callsOf(product);
  const { product: now } = await call<Detail>('GET', `/products/${id}`);
  return { title: now.title, price: now.variants[0]?.price };
}
