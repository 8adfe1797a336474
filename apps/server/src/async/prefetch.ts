/**
 * Yields items in order, and prefetches the next one while the consumer works, as long as it may look ahead. If the
 * consumer stops early, the item in preparation is waited for, so that no work continues unseen.
 * @param mayLookAhead checked before each item: false prepares the next one only when it is taken
 */
export async function* prefetch<Item>(
  items: AsyncGenerator<Item, void>,
  mayLookAhead: () => boolean,
): AsyncGenerator<Item, void> {
  let coming: Promise<IteratorResult<Item, void>> | null = null;
  try {
    for (;;) {
      const next: IteratorResult<Item, void> = await (coming ?? items.next());
      coming = null;
      if (next.done) {
        return;
      }
      if (mayLookAhead()) {
        coming = items.next();
        // Its failure is thrown when its turn comes; until then it must not count as unhandled.
        coming.catch(() => undefined);
      }
      yield next.value;
    }
  } finally {
    await coming?.catch(() => undefined);
  }
}
