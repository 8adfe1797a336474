/**
 * Gives what comes in its order, and has the next one made while the taker works, as long as it may look ahead. Left early,
 * what is being made by then is waited for, so that nothing of it goes on unseen.
 * @param mayLookAhead asked before each: false has the next one made only when it is taken
 */
export async function* oneAhead<Item>(
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
        // Its failure is told when its turn comes; until then it must not count as unhandled.
        coming.catch(() => undefined);
      }
      yield next.value;
    }
  } finally {
    await coming?.catch(() => undefined);
  }
}
