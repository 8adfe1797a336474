/**
 * Gives what comes in its order, and has the next one made while the taker works. Left early, what is being made by then is
 * waited for, so that nothing of it goes on unseen.
 */
export async function* oneAhead<Item>(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
  let coming = items.next();
  try {
    for (;;) {
      const next = await coming;
      if (next.done) {
        return;
      }
      coming = items.next();
      // Its failure is told when its turn comes; until then it must not count as unhandled.
      coming.catch(() => undefined);
      yield next.value;
    }
  } finally {
    await coming.catch(() => undefined);
  }
}
