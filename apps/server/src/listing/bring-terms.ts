import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { type Term, type Terms, termName } from '@bowerbird/platforms/listing/besides';
import type { Lane } from './lane.ts';
import { bringResource, type Outcome } from './resources/bring.ts';
import { publishResource } from './resources/publish.ts';

/** How long a category that was found is taken to be there without another look, in milliseconds; a merchant may delete it. */
const knownMs = 300_000;

/** When each lane saw its categories last, by the monotonic clock, by `termName`. */
const seenAt = new WeakMap<Lane, Map<string, number>>();

/**
 * Finds or creates in the store what a product names; see `bringResource` for what is promised. Returns the ids by `termName`. A
 * product that names a category in doubt waits for it, about a minute where the store would keep two of it: listed without it first,
 * the product would be written twice, and missing from its category in between.
 */
export async function bringTerms(lane: Lane, terms: Terms, product: Product): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const term of terms.of(product)) {
    const name = termName(term);
    ids.set(name, await lane.terms.share(name, () => bringTerm(lane, terms, term)));
  }
  return ids;
}

/**
 * Forgets a category that the store says is not there any more, so that it is looked for again, and created again where it is not
 * found.
 */
export function forgetTerm(lane: Lane, id: string): void {
  for (const [name, known] of lane.termIds) {
    if (known === id) {
      lane.termIds.delete(name);
    }
  }
}

async function bringTerm(lane: Lane, terms: Terms, term: Term): Promise<string> {
  const name = termName(term);
  const seen = seenAt.get(lane) ?? new Map<string, number>();
  seenAt.set(lane, seen);
  const known = lane.termIds.get(name);
  if (known !== undefined && lane.clock.monotonic() - (seen.get(name) ?? 0) < knownMs) {
    return known;
  }
  const id = await foundOrCreated(lane, terms, term);
  const { publish } = terms;
  if (publish) {
    await publishResource(lane, term, id, async (gate) => {
      const access = await lane.session.access(lane.cut);
      const context = lane.session.context(lane.cut, gate);
      return await publish(id, access, context).then(() => null, surely);
    });
  }
  lane.termIds.set(name, id);
  seen.set(name, lane.clock.monotonic());
  return id;
}

async function foundOrCreated(lane: Lane, terms: Terms, term: Term): Promise<string> {
  const above =
    term.kind === 'category' && term.path.length > 1 ? { ...term, path: term.path.slice(0, -1) } : null;
  const bringParent = async () =>
    above && (await lane.terms.share(termName(above), () => bringTerm(lane, terms, above)));
  let parentId: string | null = null;
  const bring = () =>
    bringResource<string>(lane, {
      ...term,
      sendsAgain: terms.namesAreUnique ? 'at-once' : 'after-settling',
      async find() {
        const access = await lane.session.access(lane.cut);
        const [found = null] = await terms.find([term], access, lane.session.context(lane.cut));
        return found;
      },
      idOf: (id) => id,
      unheard: (failure) =>
        failure ?? new AppError('store.unreachable', 'a category came too late for its gate'),
      async prepare() {
        parentId = await bringParent();
      },
      async create(gate): Promise<Outcome<string>> {
        const access = await lane.session.access(lane.cut);
        const made = terms.make(term, parentId, access, lane.session.context(lane.cut, gate));
        return await made.then(
          (found) => ({ outcome: 'applied' as const, found }),
          (thrown: unknown) => {
            const failure = AppError.from(thrown);
            return isUnheard(thrown)
              ? { outcome: 'unknown' as const, failure }
              : { outcome: 'rejected' as const, failure: surely(thrown) };
          },
        );
      },
    });
  try {
    return await bring();
  } catch (thrown) {
    if (parentId === null || isUnheard(thrown)) {
      throw thrown;
    }
    // The store may have rejected it because the one above it, known from before, was deleted meanwhile.
    const former: string = parentId;
    forgetTerm(lane, former);
    if ((await bringParent()) === former) {
      throw thrown;
    }
    return await bring();
  }
}

const unheard: readonly string[] = [
  'store.unreachable',
  'store.unwell',
  'store.rate-limited',
  'address.unreachable',
  'unexpected',
];

function isUnheard(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && unheard.includes(thrown.code);
}

/** A sure answer of the store; what is none is thrown. */
function surely(thrown: unknown): AppError {
  if (!(thrown instanceof AppError) || isUnheard(thrown)) {
    throw thrown;
  }
  return thrown;
}
