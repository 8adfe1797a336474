import { AppError } from '@bowerbird/contract/errors';
import { z } from 'zod/mini';
import type { Json } from '../../context.ts';
import type { Visit } from '../../net/http.ts';
import type { CollectEvent, CollectRequest } from '../collector.ts';
import { type Reading, startReading } from '../reading.ts';
import { type Place, placeOf, type ShopDialect } from '../shop-reader.ts';
import { collectCategories } from './chosen-categories.ts';
import { inside, nested, positionIn, runStages, type Stage, type StageEvents } from './run-stages.ts';
import { collectShop } from './shop.ts';

/** Largest number of single products handled together. */
const groupSize = 20;

interface Named {
  url: URL;
  place: Place;
}

interface AddressesRun {
  readonly dialect: ShopDialect;
  readonly request: CollectRequest;
  readonly visit: Visit;
  readonly places: readonly Named[];
  /** Shops whose single products are read, by their root. */
  readonly readings: Map<string, Reading>;
  /** Shops that failed, by their host. */
  readonly failed: Map<string, AppError>;
}

const AddressesCursor = z.object({
  /** Index of the address. */
  at: z.int().check(z.nonnegative()),
  /** Position in the whole shop or category that it names; null at its beginning. */
  inside,
});
type AddressesCursor = z.infer<typeof AddressesCursor>;

/** One address after the other; consecutive products of one shop together. */
const addresses: Stage<AddressesRun, AddressesCursor> = {
  name: 'addresses',
  cursor: AddressesCursor,
  isDue: () => true,

  async *run(run, cursor) {
    const { places, failed } = run;
    if (places.every(({ place }) => place.scope === 'product')) {
      yield { kind: 'promised', way: 'page', count: places.length };
    }
    for (let at = cursor?.at ?? 0; at < places.length; ) {
      const group = groupFrom(places, at);
      const [first] = group;
      if (!first) {
        return;
      }
      const next = at + group.length;
      try {
        const failure = failed.get(first.place.shop);
        if (failure) {
          throw failure;
        }
        if (first.place.scope === 'product') {
          yield* readGroup(run, group, at);
        } else {
          yield* readWhole(run, first, at, cursor?.at === at ? cursor.inside : null);
        }
      } catch (thrown) {
        // A single address that fails is the failure of the run, because nothing else is left to do.
        if (!(thrown instanceof AppError) || places.length === 1) {
          throw thrown;
        }
        failed.set(first.place.shop, thrown);
        const skipped = group.map(({ url }) => ({ address: url.href, failure: thrown }));
        yield { kind: 'batch', products: [], skipped, cursor: { at: next, inside: null } };
      }
      at = next;
    }
  },
};

const addressesStages: readonly Stage<AddressesRun, AddressesCursor>[] = [addresses];

/**
 * Collects a list of addresses in order: products, and whole categories and shops where an address names one. An
 * address that fails, even with its whole shop, is skipped with a named error and the others continue; a shop that
 * failed is not requested again.
 */
export async function* collectAddresses(
  dialect: ShopDialect,
  request: CollectRequest,
  visit: Visit,
  saved: Json | null,
): AsyncGenerator<CollectEvent> {
  const said = request.scope === 'product' ? 'product' : undefined;
  const places: Named[] = [];
  for (const url of request.addresses) {
    places.push({ url, place: await placeOf(dialect, url, said, visit) });
  }
  const run = { dialect, request, visit, places, readings: new Map(), failed: new Map() };
  yield* runStages(addressesStages, run, positionIn(addressesStages, saved));
}

async function* readGroup(
  run: AddressesRun,
  group: readonly Named[],
  at: number,
): StageEvents<AddressesCursor> {
  const [first] = group;
  if (!first) {
    return;
  }
  const reading = await readingOf(run, first.place);
  const keys = group.map(({ place }) => place.key ?? '');
  for await (const { products, skipped, done } of reading.takeEach(keys)) {
    yield { kind: 'batch', products, skipped, cursor: { at: at + done, inside: null } };
  }
}

async function readingOf(
  { dialect, request, visit, readings }: AddressesRun,
  place: Place,
): Promise<Reading> {
  const known = readings.get(place.root);
  if (known) {
    return known;
  }
  const reading = startReading(await dialect.open(place, visit, request), request, 0);
  readings.set(place.root, reading);
  return reading;
}

/** Collects a whole category or shop inside the list. Its slices and its promise are not the run's. */
async function* readWhole(
  { dialect, request, visit }: AddressesRun,
  { url, place }: Named,
  at: number,
  saved: Json | null,
): StageEvents<AddressesCursor> {
  const { scope } = place;
  const events =
    scope === 'category' || (scope === 'search' && dialect.searchAddress)
      ? collectCategories(dialect, [url], { ...request, scope }, visit, saved)
      : collectShop(dialect, place, request, visit, saved);
  const positioned = nested(events, (position): AddressesCursor => ({ at, inside: position }));
  for await (const event of positioned) {
    if (event.kind === 'batch' || event.kind === 'way') {
      yield event;
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
