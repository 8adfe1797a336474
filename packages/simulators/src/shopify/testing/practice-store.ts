import { randomFrom } from '../../practice/random.ts';
import type { Outside } from '../../simulation.ts';
import { createShopifyShop, type ShopifyShop, type ShopifyShopOptions } from '../shop.ts';
import type { AdminData } from './admin-data.ts';

/** A clock and a random source that only change on request. */
export interface HandClock extends Outside {
  advance(ms: number): void;
  slept: number[];
}

/** Creates a clock that stands still at a fixed moment; only sleeping moves it. */
export function handClock(seed = 1): HandClock {
  let now = Date.UTC(2026, 10, 20, 12);
  const slept: number[] = [];
  return {
    now: () => now,
    random: randomFrom(seed),
    slept,
    sleep: async (ms) => {
      slept.push(ms);
      now += ms;
    },
    advance: (ms) => {
      now += ms;
    },
  };
}

/** An Admin answer, read without a schema. */
export interface AdminAnswer {
  status: number;
  headers: Headers;
  data: AdminData;
  errors: { message: string; extensions?: { code?: string } }[];
  cost: {
    requestedQueryCost: number;
    actualQueryCost: number | null;
    throttleStatus: Record<string, number>;
  };
}

/** A store with a manual clock, and a way to call its Admin side. */
export interface PracticeStore {
  shop: ShopifyShop;
  clock: HandClock;
  origin: string;
  get(path: string): Promise<Response>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<Response>;
  admin(query: string, variables?: object, token?: string): Promise<AdminAnswer>;
  /** Creates the key's definition, as a lister does once per store. */
  define(): Promise<AdminAnswer>;
  /** Lists a small product under this key. */
  list(key: string, changes?: object): Promise<AdminAnswer>;
}

const define = `mutation Define($definition: MetafieldDefinitionInput!) {
  metafieldDefinitionCreate(definition: $definition) { createdDefinition { id } userErrors { code field message } }
}`;
const set = `mutation List($input: ProductSetInput!, $identifier: ProductSetIdentifiers) {
  productSet(input: $input, identifier: $identifier) {
    product { id handle title status updatedAt variants(first: 5) { nodes { id sku price } } media(first: 5) { nodes { id status } } }
    userErrors { code field message }
  }
}`;

export function practiceStore(options: Partial<ShopifyShopOptions> = {}): PracticeStore {
  const clock = handClock();
  const shop = createShopifyShop({ name: 'aster-practice', outside: clock, ...options });
  const origin = `http://${shop.name}.localhost:8000`;
  const post: PracticeStore['post'] = (path, body, headers = {}) =>
    shop.answer(
      new Request(origin + path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    );
  const admin: PracticeStore['admin'] = async (query, variables = {}, token = shop.settings.access.token) => {
    const response = await post('/admin/api/2026-10/graphql.json', JSON.stringify({ query, variables }), {
      'x-shopify-access-token': token,
    });
    const body = response.headers.get('content-type')?.includes('json') ? await response.json() : {};
    const { status, headers } = response;
    return { status, headers, data: body.data, errors: body.errors ?? [], cost: body.extensions?.cost };
  };
  return {
    shop,
    clock,
    origin,
    post,
    admin,
    get: (path) => shop.answer(new Request(origin + path)),
    define: () =>
      admin(define, {
        definition: {
          namespace: 'bowerbird',
          key: 'listing_key',
          name: 'Listing key',
          type: 'id',
          ownerType: 'PRODUCT',
          capabilities: { uniqueValues: { enabled: true } },
        },
      }),
    list: (key, changes = {}) =>
      admin(set, {
        identifier: { customId: { namespace: 'bowerbird', key: 'listing_key', value: key } },
        input: {
          ...smallProduct,
          ...changes,
          metafields: [{ namespace: 'bowerbird', key: 'listing_key', type: 'id', value: key }],
        },
      }),
  };
}

/** One product as a lister sends it, without its key. */
export const smallProduct = {
  title: 'Haven Table Lamp',
  status: 'ACTIVE',
  productOptions: [{ name: 'Colour', values: [{ name: 'Sand' }, { name: 'Sage' }] }],
  variants: [
    { optionValues: [{ optionName: 'Colour', name: 'Sand' }], sku: '0017', price: '59.90' },
    { optionValues: [{ optionName: 'Colour', name: 'Sage' }], sku: '90.750', price: '59.90' },
  ],
};
