import { setTimeout as sleep } from 'node:timers/promises';
import { commonChinese, commonWord } from '../bench/lists/products.ts';
import type { Person } from '../load/merchants.ts';

const ended = new Set(['complete', 'partial', 'failed', 'cancelled']);
const lookMs = 50;

/** The calls of one signed-in person. Throws for an answer that is not good. */
export type PersonsCalls = <Data>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Data>;

/** Signs a person in, as a browser behind the trusted proxy. */
export async function callsOf(
  url: string,
  { username, password }: Person,
  from: string,
): Promise<PersonsCalls> {
  const send = async <Data>(method: string, path: string, body?: object, token = ''): Promise<Data> => {
    const response = await fetch(`${url}/shop-reptile/api${path}`, {
      method,
      headers: {
        'access-token': token,
        'x-forwarded-for': from,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) {
      throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    }
    // The server's own tests check its answers against the contract.
    return answer.data as Data;
  };
  const token = await send<string>('POST', '/auth/user-name-login', { username, password });
  return (method, path, body) => send(method, path, body, token);
}

const lists = [
  { filter: {} },
  { filter: {}, sort: 'price', direction: 'asc' },
  { filter: { status: ['active'] }, sort: 'title', direction: 'asc' },
];
const searches = [
  { filter: { text: commonWord } },
  { filter: { text: commonChinese } },
  { filter: { text: commonWord, priceMin: '20', priceMax: '40' }, sort: 'price', direction: 'asc' },
];

/** Returns the 95th percentile of lists and of searches of one person, in milliseconds; the first call of each does not count. */
export async function listTimes(
  call: PersonsCalls,
  repeats: number,
): Promise<{ list: number; search: number }> {
  const timed = async (bodies: readonly object[]) => {
    const times: number[] = [];
    for (const body of bodies) {
      for (let time = 0; time <= repeats; time += 1) {
        const began = performance.now();
        await call('POST', '/products/query', { ...body, limit: 100 });
        if (time > 0) {
          times.push(performance.now() - began);
        }
        await sleep(20);
      }
    }
    return times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  };
  return { list: await timed(lists), search: await timed(searches) };
}

/** Waits until a run has ended; returns the seconds since `began`. Throws unless it is complete. */
export async function secondsOf(
  call: PersonsCalls,
  runId: string,
  began = performance.now(),
): Promise<number> {
  for (;;) {
    const { state } = await call<{ state: string }>('GET', `/runs/${runId}`);
    if (ended.has(state)) {
      if (state !== 'complete') {
        throw new Error(`Run ${runId} ended as ${state}.`);
      }
      return (performance.now() - began) / 1000;
    }
    await sleep(lookMs);
  }
}

/** Collects a shop; returns the run and its seconds. */
export async function collect(
  call: PersonsCalls,
  address: string,
): Promise<{ runId: string; seconds: number }> {
  const { runId } = await call<{ runId: string }>('POST', '/collect/runs', {
    platform: 'shopify',
    scope: 'shop',
    addresses: [address],
  });
  return { runId, seconds: await secondsOf(call, runId) };
}

/** Collects a shop and claims all of it; returns products a second of each. */
export async function collectAndClaim(
  call: PersonsCalls,
  address: string,
  products: number,
): Promise<{ collected: number; claimed: number }> {
  const { runId, seconds } = await collect(call, address);
  const began = performance.now();
  const claim = await call<{ runId?: string | null }>('POST', '/collect/results/claim', {
    selection: { filter: { runId }, except: [] },
    expected: products,
  });
  const claiming = claim.runId
    ? await secondsOf(call, claim.runId, began)
    : (performance.now() - began) / 1000;
  return { collected: products / seconds, claimed: products / claiming };
}

/** Starts a bulk edit of a person's products; returns its run and when it was requested. */
export async function startEdit(
  call: PersonsCalls,
  count: number,
  text: string,
): Promise<{ runId: string; began: number }> {
  const { items, total } = await call<{ items: { id: string }[]; total: number }>('POST', '/products/query', {
    filter: {},
    limit: 100,
    countAll: true,
  });
  const all = count >= total;
  const selection = all ? { filter: {}, except: [] } : { ids: items.slice(0, count).map(({ id }) => id) };
  const began = performance.now();
  const { runId } = await call<{ runId: string }>('POST', '/edits', {
    steps: [{ edit: { kind: 'title-suffix', text } }],
    selection,
    expected: all ? total : Math.min(count, items.length),
  });
  return { runId, began };
}

/** Returns the seconds from the request of a run until a worker began with it, as the run recorded them. */
export async function waitedSeconds(call: PersonsCalls, runId: string): Promise<number> {
  const run = await call<{ createdAt: string; startedAt: string | null }>('GET', `/runs/${runId}`);
  return run.startedAt === null ? Number.NaN : (Date.parse(run.startedAt) - Date.parse(run.createdAt)) / 1000;
}
