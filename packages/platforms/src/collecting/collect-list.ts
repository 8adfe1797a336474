import { AppError } from '@bowerbird/contract/errors';
import type { Visit } from '../http.ts';
import { isOfShop, type ListCheckpoint } from './checkpoint.ts';
import { collectCategories } from './collect-categories.ts';
import { collectShop } from './collect-shop.ts';
import type { CollectAsk, CollectEvent } from './collector.ts';
import { type Reading, startReading } from './reading.ts';
import { type Place, placeOf, type ShopDialect } from './shop-reader.ts';

/** Single products in one request go together up to here. */
const groupSize = 20;

interface Named {
  url: URL;
  place: Place;
}

/**
 * A list of addresses, in its order: products, and whole categories and shops where an address names one. An address
 * that fails, even with its whole shop, is skipped by name and the others go on; a shop that failed is not asked again.
 */
export async function* collectList(
  dialect: ShopDialect,
  ask: CollectAsk,
  visit: Visit,
  start: ListCheckpoint | null,
): AsyncGenerator<CollectEvent> {
  const said = ask.scope === 'product' ? 'product' : undefined;
  const places: Named[] = [];
  for (const url of ask.addresses) {
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
      // One address alone that fails is the run's failure: it has nothing to go on with.
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
    const reading = startReading(await dialect.open(place, visit, ask), ask, 0);
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
      const sameAsk = { ...ask, scope };
      yield* collectCategories(dialect, [url], sameAsk, visit, inside?.way === 'category' ? inside : null);
    } else {
      const begun = isOfShop(inside) ? inside : null;
      yield* collectShop(startReading(await dialect.open(place, visit, ask), ask, begun?.seen ?? 0), begun);
    }
  }
}

/** Products of one shop that stand together, or one address that is more than a product. */
function groupFrom(places: readonly Named[], at: number): Named[] {
  const first = places[at];
  if (first?.place.scope !== 'product') {
    return places.slice(at, at + 1);
  }
  const rest = places.slice(at, at + groupSize);
  const end = rest.findIndex(({ place }) => place.scope !== 'product' || place.root !== first.place.root);
  return end === -1 ? rest : rest.slice(0, end);
}

/** What a category or shop inside the list tells, with the list's own checkpoint. Its slices are not the run's. */
async function* wrapped(events: AsyncIterable<CollectEvent>, at: number): AsyncGenerator<CollectEvent> {
  for await (const event of events) {
    if (event.kind === 'batch') {
      yield { ...event, checkpoint: { way: 'list', at, inside: event.checkpoint } };
    } else if (event.kind === 'way') {
      yield event;
    }
  }
}
