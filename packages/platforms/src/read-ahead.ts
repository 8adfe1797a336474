/** What is read ahead: numbered places, each by one request. */
export interface Ahead<T> {
  from: number;
  read(place: number): Promise<T>;
  /** How many may be under way or waiting to be given, now. */
  width(): number;
  /** Whether this place is worth reading before the ones in front of it have come. */
  worth(place: number): boolean;
  /** Whether nothing stands behind this one. */
  isLast(answer: T, place: number): boolean;
}

/**
 * Reads numbered places in parallel and gives them in order. The place after one that is not the last is asked for
 * before that one is given, so that reading goes on while the taker works. Let go early, it starts nothing more.
 */
export async function* readAhead<T>(ahead: Ahead<T>): AsyncGenerator<{ place: number; answer: T }> {
  const coming: Promise<T>[] = [];
  let next = ahead.from;

  function fill(due: number): void {
    while (next === due || (next < due + ahead.width() && ahead.worth(next))) {
      const reading = ahead.read(next);
      // Its failure is told when its turn comes; until then it must not count as unhandled.
      reading.catch(() => undefined);
      coming.push(reading);
      next += 1;
    }
  }

  for (let place = ahead.from; ; place += 1) {
    fill(place);
    // `fill` has just put it there.
    const answer = await (coming.shift() as Promise<T>);
    if (ahead.isLast(answer, place)) {
      yield { place, answer };
      return;
    }
    fill(place + 1);
    yield { place, answer };
  }
}
