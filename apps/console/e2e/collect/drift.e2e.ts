import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { faultsOfAccess } from '../access.ts';
import { callsOf, claimPracticeProducts, listPracticeProducts } from '../practice.ts';
import { expect, type Product, test } from '../product.ts';
import { openAs } from '../sign-in.ts';

test('a price changed in the store is shown as drift, taken over, and the next comparison is clean', async ({
  page,
  product,
}) => {
  await claimPracticeProducts(product);
  await listPracticeProducts(product);
  const { title } = await repriceOne(product, '77.70');

  await openAs(page, product, product.merchant, '/listing/drift');
  await page.getByRole('button', { name: '立即核对' }).click();
  const drifted = page.getByRole('article', { name: title });
  await expect(drifted).toContainText('77.70');
  expect(await faultsOfAccess(page)).toEqual([]);
  await drifted.getByRole('button', { name: '以店铺为准', exact: true }).first().click();
  await expect(page.getByText('已处理 1 处。')).toBeVisible();
  await expect(drifted).toBeHidden();

  const compare = page.getByRole('button', { name: '立即核对' });
  await compare.click();
  await expect(compare).toBeEnabled();
  await expect(page.getByText('各店铺与发送的内容一致。')).toBeVisible();
  const call = await callsOf(product);
  const { items } = await call<{ items: { id: string; title: string }[] }>('POST', '/products/query', {
    filter: { text: title },
  });
  const one = items.find((each) => each.title === title);
  const { product: ours } = await call<{ product: { variants: { price: string }[] } }>(
    'GET',
    `/products/${one?.id}`,
  );
  expect(ours.variants[0]?.price).toBe('77.70');

  await page.goto(`${product.url}/listing/state`);
  await expect(page.getByRole('tab', { name: /已刊登/ })).toContainText('2');
  expect(await faultsOfAccess(page)).toEqual([]);
});

interface Variant {
  id: string;
  price: string;
  selectedOptions: { name: string; value: string }[];
}
interface InStore {
  id: string;
  title: string;
  options: { name: string; optionValues: { name: string }[] }[];
  variants: { nodes: Variant[] };
}

/**
 * Does what the merchant does in the store's own admin: changes the price of the first variant of one of our products.
 */
async function repriceOne(product: Product, price: string): Promise<{ title: string }> {
  const call = await callsOf(product);
  const { items } = await call<{ items: { title: string }[] }>('POST', '/products/query', { filter: {} });
  const all = await post<{ data: { products: { nodes: { id: string; title: string }[] } } }>(
    product,
    '{ products(first: 250) { nodes { id title } } }',
  );
  const titles = new Set(items.slice(0, 2).map(({ title }) => title));
  const ours = all.data.products.nodes.find(({ title }) => titles.has(title));
  const { data } = await post<{ data: { product: InStore | null } }>(
    product,
    `query ($id: ID!) { product(id: $id) { id title options { name optionValues { name } }
      variants(first: 100) { nodes { id price selectedOptions { name value } } } } }`,
    { id: ours?.id },
  );
  const found = data.product;
  if (!found) {
    throw new Error('nothing of ours is in the store');
  }
  const input = {
    productOptions: found.options.map(({ name, optionValues }) => ({
      name,
      values: optionValues.map((value) => ({ name: value.name })),
    })),
    variants: found.variants.nodes.map((variant, at) => ({
      id: variant.id,
      price: at === 0 ? price : variant.price,
      optionValues: variant.selectedOptions.map(({ name, value }) => ({ optionName: name, name: value })),
    })),
  };
  await post(
    product,
    `mutation ($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
      productSet(input: $input, identifier: $identifier, synchronous: true) { userErrors { message } }
    }`,
    { input, identifier: { id: found.id } },
  );
  return found;
}

/** Any name under `localhost` is this machine, even if its resolver only knows the bare name. */
async function post<Answer>(product: Product, query: string, variables: object = {}): Promise<Answer> {
  const call = await callsOf(product);
  const [store] = await call<{ domain: string }[]>('GET', '/stores');
  const { host, port } = new URL(`http://${store?.domain}`);
  return await new Promise<Answer>((resolve, reject) => {
    const requested = request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/admin/api/2026-10/graphql.json',
        headers: {
          host,
          'content-type': 'application/json',
          'x-shopify-access-token': 'practice-token-aster-practice',
        },
      },
      (answer) => void json(answer).then((reported) => resolve(reported as Answer), reject),
    );
    requested.on('error', reject);
    requested.end(JSON.stringify({ query, variables }));
  });
}
