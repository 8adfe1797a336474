import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { isOfOneProduct } from '../failures.ts';
import type { Visit } from '../http.ts';
import type { CollectAsk, Skipped } from '../platform.ts';
import { readAhead } from '../read-ahead.ts';
import { productAddress, type ShopAddress } from './address.ts';
import { oneProductReader } from './one-product.ts';
import { identityOf, readProduct, type ShopFacts } from './schema.ts';
import { readShopMeta, type ShopMeta, sessionCurrency } from './shop-facts.ts';

export interface Taken {
  products: Product[];
  skipped: Skipped[];
}

/** One shop while it is being read: what is known of it, and which products were seen. */
export interface Reading {
  readonly visit: Visit;
  readonly meta: ShopMeta;
  readonly facts: ShopFacts;
  /** Handles seen by this process; a run that goes on after a stop begins with none. */
  readonly handles: Set<string>;
  /** Distinct products seen by the run, before a stop too. */
  seen: number;
  /** Reads what is new among products as a list sends them. */
  take(items: readonly unknown[], skipped: readonly Skipped[], categories?: string[][]): Promise<Taken>;
  /** Reads products one by one, in this order, as many at a time as the shop bears; batches of 20. */
  takeEach(handles: readonly string[]): AsyncGenerator<Taken & { last: string; done: number }>;
}

const batchSize = 20;

/** Begins to read a shop; one request, of which nothing depends. */
export async function startReading(
  visit: Visit,
  address: Pick<ShopAddress, 'root' | 'shop'>,
  ask: Pick<CollectAsk, 'alreadyGot'>,
  seenBefore: number,
): Promise<Reading> {
  const meta = await readShopMeta(visit, address.root);
  const facts: ShopFacts = { root: address.root, shop: address.shop, storeName: meta.name, currency: null };
  const took = new Set<string>();
  const readOne = oneProductReader(visit);
  let currencyAsked = false;

  /** True the first time a product is seen by this run. */
  function isNew(id: string): boolean {
    if (took.has(id)) {
      return false;
    }
    took.add(id);
    return !ask.alreadyGot(id);
  }

  async function learnCurrency(items: readonly unknown[]): Promise<void> {
    const handle = identityOf(items[0]).handle;
    if (!currencyAsked && handle !== null) {
      currencyAsked = true;
      facts.currency = (await sessionCurrency(visit, facts.root, handle)) ?? meta.currency;
    }
  }

  const reading: Reading = {
    visit,
    meta,
    facts,
    handles: new Set(),
    seen: seenBefore,

    async take(items, skippedBefore, categories = []) {
      await learnCurrency(items);
      const taken: Taken = { products: [], skipped: [...skippedBefore] };
      for (const item of items) {
        const { id, handle } = identityOf(item);
        if (handle !== null) {
          reading.handles.add(handle);
        }
        if (!isNew(id ?? `handle:${handle}`)) {
          continue;
        }
        reading.seen += 1;
        try {
          taken.products.push(readProduct(item, facts, categories));
        } catch (thrown) {
          taken.skipped.push({ address: productAddress(facts.root, handle ?? ''), failure: named(thrown) });
        }
      }
      return taken;
    },

    async *takeEach(handles) {
      let taken: Taken = { products: [], skipped: [] };
      const last = handles.length - 1;
      const reads = readAhead({
        from: 0,
        read: (place) => readOrSkip(handles[place] ?? ''),
        width: () => visit.width(new URL(facts.root)),
        worth: (place) => place <= last,
        isLast: (_, place) => place === last,
      });
      if (last < 0) {
        return;
      }
      for await (const { place, answer } of reads) {
        const handle = handles[place] ?? '';
        if ('failure' in answer) {
          reading.seen += 1;
          taken.skipped.push(answer);
        } else if (isNew(answer.source?.id ?? `handle:${handle}`)) {
          reading.seen += 1;
          taken.products.push(answer);
        }
        if (place === last || (place + 1) % batchSize === 0) {
          yield { ...taken, last: handle, done: place + 1 };
          taken = { products: [], skipped: [] };
        }
      }
    },
  };

  async function readOrSkip(handle: string): Promise<Product | Skipped> {
    try {
      return await readOne(handle, { ...facts, currency: facts.currency ?? meta.currency });
    } catch (thrown) {
      const failure = named(thrown);
      return { address: productAddress(facts.root, handle), failure };
    }
  }

  return reading;
}

/** A failure of one product, by its name; everything else goes on its way. */
function named(thrown: unknown): AppError {
  if (thrown instanceof AppError && isOfOneProduct(thrown)) {
    return thrown;
  }
  throw thrown;
}
