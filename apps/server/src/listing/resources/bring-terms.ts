import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { type Term, type Terms, termName } from '@bowerbird/platforms/listing/dependencies';
import type { StoreJob } from '../store-job/store-job.ts';
import { bringResource, type Outcome } from './bring.ts';
import { publishResource } from './publish.ts';

/**
 * How long a category that was found counts as present without another look, in milliseconds; a merchant may delete it.
 */
const knownMs = 300_000;

/** When each store job last saw its categories, by the monotonic clock, by `termName`. */
const seenAt = new WeakMap<StoreJob, Map<string, number>>();

/**
 * Finds or creates in the store what a product names; see `bringResource` for what is promised. Returns the ids by
 * `termName`. A product that names an in-doubt category waits for it, about a minute where the store would keep
 * duplicates: listed without it first, the product would be written twice, and missing from its category in between.
 */
export async function bringTerms(
  storeJob: StoreJob,
  terms: Terms,
  product: Product,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const term of terms.of(product)) {
    const name = termName(term);
    ids.set(name, await storeJob.terms.run(name, () => bringTerm(storeJob, terms, term)));
  }
  return ids;
}

/**
 * Removes a category that the store says no longer exists from the known ones, so that it is looked for again, and
 * created again where it is not found.
 */
export function forgetTerm(storeJob: StoreJob, id: string): void {
  for (const [name, known] of storeJob.termIds) {
    if (known === id) {
      storeJob.termIds.delete(name);
    }
  }
}

async function bringTerm(storeJob: StoreJob, terms: Terms, term: Term): Promise<string> {
  const name = termName(term);
  const seen = seenAt.get(storeJob) ?? new Map<string, number>();
  seenAt.set(storeJob, seen);
  const known = storeJob.termIds.get(name);
  if (known !== undefined && storeJob.clock.monotonic() - (seen.get(name) ?? 0) < knownMs) {
    return known;
  }
  const id = await foundOrCreated(storeJob, terms, term);
  const { publish } = terms;
  if (publish) {
    await publishResource(storeJob, term, id, async (gate) => {
      const access = await storeJob.session.access(storeJob.cut);
      const context = storeJob.session.context(storeJob.cut, gate);
      return await publish(id, access, context).then(() => null, surely);
    });
  }
  storeJob.termIds.set(name, id);
  seen.set(name, storeJob.clock.monotonic());
  return id;
}

async function foundOrCreated(storeJob: StoreJob, terms: Terms, term: Term): Promise<string> {
  const above =
    term.kind === 'category' && term.path.length > 1 ? { ...term, path: term.path.slice(0, -1) } : null;
  const bringParent = async () =>
    above && (await storeJob.terms.run(termName(above), () => bringTerm(storeJob, terms, above)));
  let parentId: string | null = null;
  const bring = () =>
    bringResource<string>(storeJob, {
      ...term,
      sendsAgain: terms.namesAreUnique ? 'at-once' : 'after-settling',
      async find() {
        const access = await storeJob.session.access(storeJob.cut);
        const [found = null] = await terms.find([term], access, storeJob.session.context(storeJob.cut));
        return found;
      },
      idOf: (id) => id,
      unconfirmed: (failure) =>
        failure ?? new AppError('store.unreachable', 'a category came too late for its gate'),
      async prepare() {
        parentId = await bringParent();
      },
      async create(gate): Promise<Outcome<string>> {
        const access = await storeJob.session.access(storeJob.cut);
        const made = terms.make(term, parentId, access, storeJob.session.context(storeJob.cut, gate));
        return await made.then(
          (found) => ({ outcome: 'applied' as const, found }),
          (thrown: unknown) => {
            const failure = AppError.from(thrown);
            return isUnconfirmed(thrown)
              ? { outcome: 'unknown' as const, failure }
              : { outcome: 'rejected' as const, failure: surely(thrown) };
          },
        );
      },
    });
  try {
    return await bring();
  } catch (thrown) {
    if (parentId === null || isUnconfirmed(thrown)) {
      throw thrown;
    }
    // The store may have rejected it because its parent, known from before, was deleted meanwhile.
    const former: string = parentId;
    forgetTerm(storeJob, former);
    if ((await bringParent()) === former) {
      throw thrown;
    }
    return await bring();
  }
}

const unconfirmed: readonly string[] = [
  'store.unreachable',
  'store.unwell',
  'store.rate-limited',
  'address.unreachable',
  'unexpected',
];

function isUnconfirmed(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && unconfirmed.includes(thrown.code);
}

/** Returns the failure where it is a sure answer of the store; throws any other. */
function surely(thrown: unknown): AppError {
  if (!(thrown instanceof AppError) || isUnconfirmed(thrown)) {
    throw thrown;
  }
  return thrown;
}
