import pLimit from 'p-limit';

/**
 * Maps the items with limited concurrency and returns the results in the items' order. The first failure ends it:
 * nothing new is begun, what is under way is waited for, and then the failure is thrown.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit({ concurrency: width, rejectOnClear: true });
  return mapAllSettled(items, (item) =>
    limit(async () => {
      try {
        return await work(item);
      } catch (thrown) {
        limit.clearQueue();
        throw thrown;
      }
    }),
  );
}

/** Splits the items in their order into groups of `size`. */
export function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Does the work for each item, all at once, and lets each finish; then throws the failure of the first item that failed. */
export async function mapAllSettled<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
): Promise<Result[]> {
  const settled = await Promise.allSettled(items.map(work));
  return settled.map((each) => {
    if (each.status === 'rejected') {
      throw each.reason;
    }
    return each.value;
  });
}
