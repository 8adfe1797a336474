import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import { type Term, type Terms, termName } from '@bowerbird/platforms/listing/besides';
import { TooLate } from '@bowerbird/platforms/too-late';
import { sql } from 'kysely';
import { gateOf } from './gate.ts';
import { inLane, type Lane } from './lane.ts';
import { requireUnheld } from './witness/own-past.ts';

/** Sends of one term that came to nothing. */
const makesMax = 3;

/** Found, or made. */
export async function bringTerms(lane: Lane, terms: Terms, product: Product): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const term of terms.of(product)) {
    const name = termName(term);
    ids.set(name, await lane.terms.share(name, () => bringTerm(lane, terms, term)));
  }
  return ids;
}

async function bringTerm(lane: Lane, terms: Terms, term: Term): Promise<string> {
  const name = termName(term);
  const known = lane.termIds.get(name);
  if (known !== undefined) {
    return known;
  }
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  const [found = null] = await terms.find([term], access, context);
  const above =
    term.kind === 'category' && term.path.length > 1 ? { ...term, path: term.path.slice(0, -1) } : null;
  const parentId =
    found === null && above
      ? await lane.terms.share(termName(above), () => bringTerm(lane, terms, above))
      : null;
  const id = found ?? (await makeOnce(lane, terms, term, parentId));
  lane.termIds.set(name, id);
  return id;
}

/** Under a lock of the shop and the name, and looked for once more: two workers make no two of it, whatever the store lets stand. */
async function makeOnce(lane: Lane, terms: Terms, term: Term, parentId: string | null): Promise<string> {
  for (let makes = 1; ; makes += 1) {
    // Waited for out of the lock, which others may stand in front of.
    await lane.session.limit.take(1, lane.cut);
    try {
      return await underLock(lane, terms, term, parentId);
    } catch (thrown) {
      const isLate = thrown instanceof TooLate;
      // The answer may have been lost, and the term may be there; what the gate kept back was surely not sent.
      if (makes === makesMax || !(isLate || isUnheard(thrown))) {
        throw isLate ? new AppError('store.unreachable', 'a category came too late for its gate') : thrown;
      }
      if (!isLate && thrown.waitMs !== undefined) {
        lane.session.limit.rest(thrown.waitMs, 1);
      }
    }
  }
}

async function underLock(lane: Lane, terms: Terms, term: Term, parentId: string | null): Promise<string> {
  // Before the lock: who holds a connection must not wait for another.
  const access = await lane.session.access(lane.cut);
  const context = lane.session.context(lane.cut);
  return await inLane(lane, async (db) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`${lane.shopId} ${termName(term)}`}, 0))
    `.execute(db);
    const [found = null] = await terms.find([term], access, context);
    if (found !== null) {
      return found;
    }
    await requireUnheld(db, lane);
    return await terms.make(term, parentId, access, lane.session.context(lane.cut, gateOf(lane)));
  });
}

const unheard: readonly string[] = ['store.unreachable', 'store.unwell', 'store.rate-limited'];

function isUnheard(thrown: unknown): thrown is AppError {
  return thrown instanceof AppError && unheard.includes(thrown.code);
}
