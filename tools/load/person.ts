import { setTimeout as sleep } from 'node:timers/promises';
import { commonChinese, commonWord } from '../bench/lists/products.ts';
import type { Call, Client } from './calls.ts';
import type { Person } from './merchants.ts';

/** What people do, and how often each in a hundred times. */
const works: readonly [what: keyof Works, times: number][] = [
  ['list', 30],
  ['search', 18],
  ['open', 15],
  ['edit', 12],
  ['runs', 8],
  ['workplace', 5],
  ['facets', 4],
  ['signIn', 3],
  ['export', 2],
  ['list to a store', 2],
  ['collect', 1],
];

interface Works {
  list(): Promise<void>;
  search(): Promise<void>;
  open(): Promise<void>;
  edit(): Promise<void>;
  runs(): Promise<void>;
  workplace(): Promise<void>;
  facets(): Promise<void>;
  signIn(): Promise<void>;
  export(): Promise<void>;
  'list to a store'(): Promise<void>;
  collect(): Promise<void>;
}

export interface Places {
  /** Address of the shop to collect from. */
  shop: string;
  /** Ids of each merchant's store. */
  storeIds: readonly string[];
}

export interface Pace {
  /** Mean time between two calls of one person, in milliseconds. */
  thinkMs: number;
  random: () => number;
  until: AbortSignal;
}

/** One person's mixed work until it is over: signs in, then does one thing after the other, with time to think. */
export async function work(client: Client, person: Person, from: string, places: Places, pace: Pace) {
  const { random, thinkMs, until } = pace;
  let token: string | undefined;
  let ids: string[] = [];
  const call = (method: Call['method'], path: string, body?: object, route = `${method} ${path}`) =>
    client.call({ method, path, route, from, ...(body && { body }), ...(token !== undefined && { token }) });
  const some = () => ids[Math.floor(random() * ids.length)];
  const query = async (body: object, route: string) => {
    const data = await call('POST', '/products/query', body, route);
    const items = isItems(data) ? data.items.map(({ id }) => id) : [];
    ids = items.length > 0 ? items : ids;
  };
  const works: Works = {
    list: () => query({ filter: {}, limit: 50 }, 'list'),
    search: () =>
      query({ filter: { text: random() < 0.5 ? commonWord : commonChinese }, limit: 50 }, 'search'),
    async open() {
      const id = some();
      await (id === undefined ? works.list() : call('GET', `/products/${id}`, undefined, 'open a product'));
    },
    async edit() {
      const id = some();
      const edits = [{ kind: random() < 0.5 ? 'add-tags' : 'remove-tags', tags: ['seen'] }];
      await (id === undefined ? works.list() : call('POST', `/products/${id}/edit`, { edits }, 'edit'));
    },
    runs: async () => void (await call('GET', '/runs?limit=20', undefined, 'runs')),
    workplace: async () => void (await call('GET', '/dashboard/workplace', undefined, 'workplace')),
    facets: async () => void (await call('GET', '/products/facets', undefined, 'facets')),
    async signIn() {
      const { username, password } = person;
      const data = await call('POST', '/auth/user-name-login', { username, password }, 'sign in');
      token = typeof data === 'string' ? data : token;
    },
    async export() {
      const chosen = ids.slice(0, 20);
      if (chosen.length > 0) {
        await call('POST', '/exports', { format: 'shopify', selection: { ids: chosen } }, 'export');
      }
    },
    async 'list to a store'() {
      const storeId = places.storeIds[person.merchant];
      const chosen = ids.slice(0, 2);
      if (storeId !== undefined && chosen.length > 0) {
        const body = { storeIds: [storeId], selection: { ids: chosen } };
        await call('POST', '/listing/runs', body, 'list to a store');
      }
    },
    async collect() {
      const body = { platform: 'shopify', scope: 'shop', addresses: [places.shop] };
      await call('POST', '/collect/runs', body, 'collect');
    },
  };
  while (!until.aborted) {
    await sleep(Math.min(60_000, -Math.log(1 - random()) * thinkMs), undefined, { signal: until }).catch(
      () => undefined,
    );
    if (until.aborted) {
      return;
    }
    await (token === undefined ? works.signIn() : works[next(random())]());
  }
}

function next(share: number): keyof Works {
  const all = works.reduce((sum, [, times]) => sum + times, 0);
  let left = share * all;
  for (const [what, times] of works) {
    left -= times;
    if (left < 0) {
      return what;
    }
  }
  return 'list';
}

function isItems(data: unknown): data is { items: { id: string }[] } {
  return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}
