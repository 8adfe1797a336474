import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import {
  type NewPicture,
  type StoredPicture,
  type StoreFault,
  type Term,
  type Terms,
  termName,
} from '@bowerbird/platforms/platform';
import { TooLate } from '@bowerbird/platforms/too-late';
import { sql } from 'kysely';
import { openGate } from './gate.ts';
import { inLane, type Lane } from './lane.ts';
import { sourcePicture } from './source-picture.ts';

/** What a product names that must be in the store before it. */
export interface Besides {
  library?: Map<string, StoredPicture>;
  terms?: Map<string, string>;
  /** Pictures that could not be brought there; the product is listed without them. */
  failed: StoreFault[];
}

/** Sends of one picture, or of one term, that came to nothing. */
const putsMax = 3;

/** Brings what these products name into the store, each thing once for the shop, whatever product names it. */
export async function bringBesides(lane: Lane, product: Product): Promise<Besides> {
  const failed: StoreFault[] = [];
  const { library, terms } = lane.lister;
  const opens = library && (library.opensTo?.(await lane.session.access(lane.cut)) ?? true);
  return {
    ...(opens && { library: await bringPictures(lane, product, failed) }),
    ...(terms && { terms: await bringTerms(lane, terms, product) }),
    failed,
  };
}

async function bringPictures(
  lane: Lane,
  { pictures }: Product,
  failed: StoreFault[],
): Promise<Map<string, StoredPicture>> {
  const there = await knownPictures(
    lane,
    pictures.map(({ url }) => url),
  );
  for (const [at, picture] of pictures.entries()) {
    if (there.has(picture.url)) {
      continue;
    }
    try {
      const made =
        lane.lister.library && (await sourcePicture(lane.services, picture, lane.lister.library, lane.cut));
      const stored = made && (await storedOnce(lane, made));
      if (stored) {
        await notePicture(lane, picture.url, made.name, stored);
        there.set(picture.url, stored);
      }
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.picture-failed') {
        throw thrown;
      }
      failed.push({
        code: failure.code,
        params: failure.params,
        field: `pictures.${at}`,
        said: failure.message.slice(0, 240),
      });
    }
  }
  return there;
}

/** Looked for by its name before every send, for the answer to an earlier one may have been lost. */
async function storedOnce(lane: Lane, picture: NewPicture): Promise<StoredPicture> {
  const { library } = lane.lister;
  for (let puts = 0; library && puts < putsMax; puts += 1) {
    const access = await lane.session.access(lane.cut);
    const found = await library.find([picture.name], access, lane.session.context(lane.cut));
    const stored = found.get(picture.name);
    if (stored) {
      return stored;
    }
    await lane.session.limit.take(1, lane.cut);
    const gate = openGate(lane.clock, lane.lister.times.deadlineMs, () => void lane.strike('gate.after'));
    await lane.strike('picture.sent');
    const fate = await library
      .put(picture, access, lane.session.context(lane.cut, gate))
      .catch((thrown: unknown) => {
        if (thrown instanceof TooLate) {
          return { fate: 'doubt' as const, because: 'too late' };
        }
        throw thrown;
      });
    if (fate.fate === 'applied') {
      return fate.picture;
    }
    if (fate.fate === 'throttled') {
      lane.session.limit.rest(fate.waitMs, 1);
    }
    if (fate.fate === 'refused') {
      const [first] = fate.faults;
      throw new AppError(first?.code ?? 'store.picture-failed', first?.said ?? 'refused', {
        params: { n: 1, ...first?.params },
      });
    }
  }
  throw new AppError('store.picture-failed', `${picture.name} could not be stored`, { params: { n: 1 } });
}

async function knownPictures(lane: Lane, urls: readonly string[]): Promise<Map<string, StoredPicture>> {
  const rows = await inLane(lane, (db) =>
    db
      .selectFrom('shop_picture')
      .select(['source_url', 'media_id', 'address'])
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where(sql<boolean>`source_url = any(${urls}::text[])`)
      .execute(),
  );
  return new Map(rows.map((row) => [row.source_url, { id: row.media_id, address: row.address }]));
}

async function notePicture(lane: Lane, url: string, name: string, picture: StoredPicture): Promise<void> {
  await inLane(lane, (db) =>
    db
      .insertInto('shop_picture')
      .values({
        owner_id: lane.ownerId,
        shop_id: lane.shopId,
        source_url: url,
        name,
        media_id: picture.id,
        address: picture.address,
      })
      .onConflict((conflict) => conflict.columns(['shop_id', 'source_url']).doNothing())
      .execute(),
  );
}

/** Found, or made. */
async function bringTerms(lane: Lane, terms: Terms, product: Product): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const term of terms.of(product)) {
    ids.set(termName(term), await bringTerm(lane, terms, term));
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
  const parentId = found === null && above ? await bringTerm(lane, terms, above) : null;
  const id = found ?? (await makeOnce(lane, terms, term, parentId));
  lane.termIds.set(name, id);
  return id;
}

/** Under a lock of the shop and the name, and looked for once more: two workers make no two of it, whatever the store lets stand. */
async function makeOnce(lane: Lane, terms: Terms, term: Term, parentId: string | null): Promise<string> {
  return await inLane(lane, async (db) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`${lane.shopId} ${termName(term)}`}, 0))
    `.execute(db);
    for (let makes = 1; ; makes += 1) {
      const access = await lane.session.access(lane.cut);
      const context = lane.session.context(lane.cut);
      const [found = null] = await terms.find([term], access, context);
      if (found !== null) {
        return found;
      }
      try {
        return await terms.make(term, parentId, access, context);
      } catch (thrown) {
        // The answer may have been lost, and the term may be there.
        if (makes === putsMax || !isUnheard(thrown)) {
          throw thrown;
        }
      }
    }
  });
}

function isUnheard(thrown: unknown): boolean {
  return (
    thrown instanceof AppError && (thrown.code === 'store.unreachable' || thrown.code === 'store.unwell')
  );
}
