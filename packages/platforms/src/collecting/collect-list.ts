import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../net/http.ts';
import { isOfShop, type ListCheckpoint } from './checkpoint.ts';
import { collectCategories } from './collect-categories.ts';
import { collectShop } from './collect-shop.ts';
import type { CollectEvent, CollectRequest } from './collector.ts';
import { type Reading, startReading } from './reading.ts';
import { type Place, placeOf, type ShopDialect } from './shop-reader.ts';

/** Largest number of single products handled together. */
const groupSize = 20;

interface Named {
  url: URL;
  place: Place;
}

/**
 * Collects a list of addresses in order: products, and whole categories and shops where an address names one. An
 * address that fails, even with its whole shop, is skipped with a named error and the others continue; a shop that
 * failed is not requested again.
 */
export async function* collectList(
  dialect: ShopDialect,
  request: CollectRequest,
  visit: Visit,
  start: ListCheckpoint | null,
): AsyncGenerator<CollectEvent> {
  const said = request.scope === 'product' ? 'product' : undefined;
  const places: Named[] = [];
  for (const url of request.addresses) {
    places.push({ url, place: await placeOf(dialect, url, said, visit) });
  }
  if (places.every(({ place }) => place.scope === 'product')) {
    yield { kind: 'promised', way: 'page', count: places.length };
  }
  const readings = new Map<string, Reading>();
  const failed = new Map<string, AppError>();

  for (let at = start?.at ?? 0; at < places.length; ) {
    const group = groupFrom(places, at);
    const [first] = group;
    if (!first) {
      return;
    }
    const next = at + group.length;
    const inside = start?.at === at ? start.inside : null;
    try {
      const failure = failed.get(first.place.shop);
      if (failure) {
        throw failure;
      }
      if (first.place.scope === 'product') {
        yield* readGroup(group, at);
      } else {
        yield* wrapped(whole(first, inside), at);
      }
    } catch (thrown) {
      // A single address that fails is the failure of the run, because nothing else is left to do.
      if (!(thrown instanceof AppError) || places.length === 1) {
        throw thrown;
      }
      failed.set(first.place.shop, thrown);
      const skipped = group.map(({ url }) => ({ address: url.href, failure: thrown }));
      yield { kind: 'batch', products: [], skipped, checkpoint: { way: 'list', at: next, inside: null } };
    }
    at = next;
  }

  async function readingOf(place: Place): Promise<Reading> {
    const known = readings.get(place.root);
    if (known) {
      return known;
    }
    const reading = startReading(await dialect.open(place, visit, request), request, 0);
    readings.set(place.root, reading);
    return reading;
  }

  async function* readGroup(group: readonly Named[], at: number): AsyncGenerator<CollectEvent> {
    const [first] = group;
    if (!first) {
      return;
    }
    const reading = await readingOf(first.place);
    const keys = group.map(({ place }) => place.key ?? '');
    for await (const { products, skipped, done } of reading.takeEach(keys)) {
      yield { kind: 'batch', products, skipped, checkpoint: { way: 'list', at: at + done, inside: null } };
    }
  }

  async function* whole(
    { url, place }: Named,
    inside: ListCheckpoint['inside'],
  ): AsyncGenerator<CollectEvent> {
    const { scope } = place;
    if (scope === 'category' || (scope === 'search' && dialect.searchAddress)) {
      const sameRequest = { ...request, scope };
      yield* collectCategories(
        dialect,
        [url],
        sameRequest,
        visit,
        inside?.way === 'category' ? inside : null,
      );
    } else {
      const begun = isOfShop(inside) ? inside : null;
      yield* collectShop(
        startReading(await dialect.open(place, visit, request), request, begun?.seen ?? 0),
        begun,
      );
    }
  }
}

/** Returns the next group: consecutive products of one shop, or one address that is more than a product. */
function groupFrom(places: readonly Named[], at: number): Named[] {
  const first = places[at];
  if (first?.place.scope !== 'product') {
    return places.slice(at, at + 1);
  }
  const rest = places.slice(at, at + groupSize);
  const end = rest.findIndex(({ place }) => place.scope !== 'product' || place.root !== first.place.root);
  return end === -1 ? rest : rest.slice(0, end);
}

/**
 * Passes on the events of a category or shop inside the list, with the list's own checkpoint. Its slices are not the
 * run's.
 */
async function* wrapped(events: AsyncIterable<CollectEvent>, at: number): AsyncGenerator<CollectEvent> {
  for await (const event of events) {
    if (event.kind === 'batch') {
      yield { ...event, checkpoint: { way: 'list', at, inside: event.checkpoint } };
    } else if (event.kind === 'way') {
      yield event;
    }
  }
}
