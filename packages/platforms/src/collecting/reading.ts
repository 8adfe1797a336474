import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { isOfOneProduct } from '../net/failures.ts';
import { readAhead } from '../net/read-ahead.ts';
import type { CollectRequest, Skipped } from './collector.ts';
import type { ListPage, ShopReader } from './shop-reader.ts';

export interface Taken {
  products: Product[];
  skipped: Skipped[];
}

/** State of one shop during a run: which products were seen. */
export interface Reading {
  readonly reader: ShopReader;
  /** Keys seen by this process; a resumed run starts with none. */
  readonly keys: Set<string>;
  /** Number of distinct products that the run has seen, including before a stop. */
  seen: number;
  /** Reads the new ones among the products that a list sent. */
  take(items: readonly unknown[], skipped: readonly Skipped[], categories?: string[][]): Promise<Taken>;
  /**
   * Does the same in parts of the reader's size, in order; at least one. A part can be saved before the next is read.
   */
  takeInParts(
    page: Extract<ListPage, { kind: 'items' }>,
    categories?: string[][],
  ): AsyncGenerator<Taken & { isLast: boolean }>;
  /** Reads products one by one in this order, as many at a time as the shop allows; in batches of 20. */
  takeEach(keys: readonly string[]): AsyncGenerator<Taken & { last: string; done: number }>;
}

const batchSize = 20;

export function startReading(
  reader: ShopReader,
  request: Pick<CollectRequest, 'alreadyGot'>,
  seenBefore: number,
): Reading {
  const took = new Set<string>();

  /** Returns true the first time that this run sees a product. */
  function isNew(id: string): boolean {
    if (took.has(id)) {
      return false;
    }
    took.add(id);
    return !request.alreadyGot(id);
  }

  const reading: Reading = {
    reader,
    keys: new Set(),
    seen: seenBefore,

    async take(items, skippedBefore, categories = []) {
      const fresh = items.filter((item) => {
        const { id, key } = reader.identityOf(item);
        if (key !== null) {
          reading.keys.add(key);
        }
        return isNew(id ?? `key:${key}`);
      });
      reading.seen += fresh.length;
      const read = fresh.length > 0 ? await reader.read(fresh, categories) : [];
      return {
        products: read.filter(isProduct),
        skipped: [...skippedBefore, ...read.filter(isSkipped)],
      };
    },

    async *takeInParts({ items, skipped }, categories) {
      const size = reader.partSize ?? items.length;
      for (let from = 0; ; from += size) {
        const isLast = from + size >= items.length;
        const part = items.slice(from, from + size);
        const taken = await reading.take(part, isLast ? skipped : [], categories);
        if (isLast || taken.products.length + taken.skipped.length > 0) {
          yield { ...taken, isLast };
        }
        if (isLast) {
          return;
        }
      }
    },

    async *takeEach(keys) {
      let taken: Taken = { products: [], skipped: [] };
      const last = keys.length - 1;
      const reads = readAhead({
        from: 0,
        read: (place) => readOrSkip(reader, keys[place] ?? ''),
        width: () => reader.visit.width(new URL(reader.root)),
        worth: (place) => place <= last,
        isLast: (_, place) => place === last,
      });
      if (last < 0) {
        return;
      }
      for await (const { place, answer } of reads) {
        const key = keys[place] ?? '';
        if (isSkipped(answer)) {
          reading.seen += 1;
          taken.skipped.push(answer);
        } else if (isNew(answer.source?.id ?? `key:${key}`)) {
          reading.seen += 1;
          taken.products.push(answer);
        }
        if (place === last || (place + 1) % batchSize === 0) {
          yield { ...taken, last: key, done: place + 1 };
          taken = { products: [], skipped: [] };
        }
      }
    },
  };
  return reading;
}

async function readOrSkip(reader: ShopReader, key: string): Promise<Product | Skipped> {
  try {
    return await reader.readOne(key);
  } catch (thrown) {
    return { address: reader.productAddress(key), failure: ofOneProduct(thrown) };
  }
}

/** Returns an error that concerns only one product; rethrows all others. */
export function ofOneProduct(thrown: unknown): AppError {
  if (thrown instanceof AppError && isOfOneProduct(thrown)) {
    return thrown;
  }
  throw thrown;
}

function isProduct(read: Product | Skipped): read is Product {
  return !isSkipped(read);
}

function isSkipped(read: Product | Skipped): read is Skipped {
  return 'failure' in read;
}
