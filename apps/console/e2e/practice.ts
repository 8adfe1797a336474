import type { Product, SignIn } from './product.ts';
import { callStore } from './simulated-stores.ts';

/** What the practice store answers about its products. */
interface StoreAnswer {
  data: { products: { nodes: { id: string; title: string; status: string }[] } };
}

const ended = new Set(['complete', 'partial', 'failed', 'cancelled']);

/** Returns the merchant's API calls, for what a test needs to set up first. */
export function callsOf(product: Product) {
  return callsAs(product, product.merchant);
}

/** Returns the API calls of one person. */
export async function callsAs({ url }: Product, person: SignIn) {
  const send = async <Data>(method: string, path: string, body?: object, token = ''): Promise<Data> => {
    const response = await fetch(`${url}/shop-reptile/api${path}`, {
      method,
      headers: { 'access-token': token, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    }
    // The server's own tests check its responses against the contract.
    return answer.data as Data;
  };
  const token = await send<string>('POST', '/auth/user-name-login', person);
  return <Data>(method: string, path: string, body?: object) => send<Data>(method, path, body, token);
}

/** Collects the practice shop's category "New in" and claims what is not claimed yet: 24 products. */
export async function claimPracticeProducts(product: Product): Promise<void> {
  const call = await callsOf(product);
  const { firstRun } = await call<{ firstRun: { categoryAddress: string } }>('GET', '/dashboard/workplace');
  // Sets a markup as a merchant does: at the source's price there would be no margin.
  const edits = [{ kind: 'price-from-cost', by: '2.5', ending: { to: '.90' } }];
  await claimFrom(call, 'category', firstRun.categoryAddress, edits);
}

/** Collects one product and claims it; returns the ids of our products, none if it was already claimed. */
export async function collectAndClaim(product: Product, address: string): Promise<string[]> {
  return await claimFrom(await callsOf(product), 'product', address);
}

async function claimFrom(
  call: Awaited<ReturnType<typeof callsOf>>,
  scope: 'category' | 'product',
  address: string,
  edits: object[] = [],
): Promise<string[]> {
  const { runId } = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope,
    addresses: [address],
  });
  await endOf(call, runId);
  const { items } = await call<{ items: { id: string }[] }>('POST', '/collect/results/query', {
    filter: { state: 'unclaimed' },
  });
  const ids = items.map(({ id }) => id);
  if (ids.length === 0) {
    return [];
  }
  const { productIds } = await call<{ productIds: string[] }>('POST', '/collect/results/claim', {
    selection: { ids },
    edits,
  });
  return productIds;
}

/** Lists two of the products to the practice store. */
export async function listPracticeProducts(product: Product): Promise<void> {
  const call = await callsOf(product);
  const stores = await call<{ id: string }[]>('GET', '/stores');
  const { items } = await call<{ items: { id: string }[] }>('POST', '/products/query', { filter: {} });
  const { runId } = await call<{ runId: string }>('POST', '/listing/runs', {
    storeIds: stores.slice(0, 1).map(({ id }) => id),
    selection: { ids: items.slice(0, 2).map(({ id }) => id) },
  });
  await endOf(call, runId);
}

/** Asks the practice store itself, as the merchant's own app would. */
export async function inPracticeStore(product: Product, query: string): Promise<StoreAnswer> {
  const call = await callsOf(product);
  const [store] = await call<{ domain: string }[]>('GET', '/stores');
  const host = store?.domain ?? '';
  return await callStore(host, '/admin/api/2026-10/graphql.json', {
    headers: { 'x-shopify-access-token': `practice-token-${host.split('.')[0]}` },
    body: { query },
  });
}

/** Waits until a run has ended, whatever its result. */
export async function endOf(call: Awaited<ReturnType<typeof callsOf>>, runId: string): Promise<void> {
  while (!ended.has((await call<{ state: string }>('GET', `/runs/${runId}`)).state)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
