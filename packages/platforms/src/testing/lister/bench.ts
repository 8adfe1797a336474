import type { Product } from '@bowerbird/catalog/product';
import type { Fault } from '@bowerbird/simulators/simulation-faults';
import { afterEach, expect } from 'vitest';
import type { Lister } from '../../listing/lister.ts';
import type { LookupRequest } from '../../listing/product-seen.ts';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import type { ToCreate } from '../../listing/writes.ts';
import { gateIn } from '../../net/gated.ts';

/** A simulated store, and the requests it receives. */
export interface ListerStore {
  access: StoreAccess;
  fetch: typeof fetch;
  /** Injects a fault into the store. */
  trouble(fault: Fault): void;
  /** Returns how many products the store holds. */
  count(): number | Promise<number>;
  /** Removes a product as the store's own staff do. */
  remove(storeProductId: string): void | Promise<void>;
}

/** A lister, and what its promises are tried with. */
export interface Case {
  name: string;
  lister: Lister;
  /** Returns a new, empty store each time. */
  store(): ListerStore;
  product: Product;
  /** A product that the store rejects for a field, and that field. */
  refused: { product: Product; field: string };
}

const options = { status: 'active', publish: true } as const;

/** What the tests of one lister share: an item to send, how it is looked for, and stores to send it to. */
export type ListerBench = ReturnType<typeof listerBench>;

/** Prepares the tests of a lister; each of them also fails if a write was sent without passing its gate. */
export function listerBench({ lister, store, product, refused }: Case) {
  const item = (changes: Partial<ToCreate> = {}): ToCreate => ({
    attemptId: '019aa000-0000-7000-8000-000000000001',
    key: 'bb-aaaaaaaaaaaaaaaa',
    product,
    options,
    ...changes,
  });
  const call = (key = item().key, storeProductId: string | null = null): LookupRequest => ({
    key,
    storeProductId,
    handle: product.handle,
    skus: product.variants.flatMap(({ sku }) => sku ?? []),
    since: 0,
  });

  /** Writes that were sent without passing their gates. */
  const ungated: string[] = [];
  afterEach(() => expect(ungated.splice(0)).toEqual([]));

  async function open() {
    const shop = store();
    let requests = 0;
    let isPrepared = false;
    const context = contextWith(async (input, init) => {
      // Reads may come before and after a write; only the write is sent once.
      requests += init?.method === 'GET' ? 0 : 1;
      if (isPrepared && isWrite(init) && !gateIn(init)) {
        ungated.push(`${init?.method} ${input instanceof Request ? input.url : input}`);
      }
      return await shop.fetch(input, init);
    });
    const { details } = await lister.connector.prepare(shop.access, context);
    const access = { ...shop.access, prepared: details };
    requests = 0;
    isPrepared = true;
    return { shop, access, context, requests: () => requests };
  }
  return { lister, product, refused, item, call, open };
}

/** Reports whether a request changes something: all but those that read, by their method or by a GraphQL query. */
export function isWrite(init: RequestInit | undefined): boolean {
  const document = typeof init?.body === 'string' ? init.body : '';
  return (init?.method ?? 'GET') !== 'GET' && !/^\{"query":"\s*(?:\\n|\s)*(?:query\b|\{)/.test(document);
}

/** Returns a context whose gate is open and whose rate limit is never reached; nothing waits. */
export function contextWith(fetch: typeof globalThis.fetch): ListerContext {
  return {
    fetch,
    signal: new AbortController().signal,
    now: () => performance.now(),
    sleep: async () => undefined,
    pace: async () => undefined,
    gate: () => undefined,
    throttled: () => undefined,
  };
}
