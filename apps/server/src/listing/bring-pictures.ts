import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { NewPicture, PictureLibrary, StoredPicture } from '@bowerbird/platforms/listing/besides';
import type { StoreAccess } from '@bowerbird/platforms/listing/store';
import { pictureMark } from '@bowerbird/platforms/listing/wordpress-media';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { gateOf } from './gate.ts';
import { inLane, type Lane } from './lane.ts';
import { narrow } from './narrow.ts';
import { inGroups } from './pool.ts';
import { sourcePicture } from './source-picture.ts';
import { requireUnheld } from './witness/own-past.ts';

/** Sends of one picture that came to nothing. */
const putsMax = 3;

/** Nothing was heard of it, however often it was sent: it may be there or not, and is brought by the next run. */
class PictureUnheard extends AppError {
  constructor(name: string) {
    super('store.picture-failed', `${name} could not be stored`, { params: { n: 1 } });
  }
}

export interface BroughtPictures {
  /** What is in the store's library, by the pictures' own addresses. */
  library: Map<string, StoredPicture>;
  /** Of some nobody knows whether they are there: the product is to be written once more when that is known. */
  unheard: boolean;
}

/** Every picture of a product into the store's library; one that cannot be brought is told. */
export async function bringPictures(
  lane: Lane,
  { pictures, title }: Product,
  failed: StoreFault[],
): Promise<BroughtPictures> {
  let unheard = false;
  const there = await knownPictures(
    lane,
    pictures.map(({ url }) => url),
  );
  for (const [at, picture] of pictures.entries()) {
    if (there.has(picture.url)) {
      continue;
    }
    try {
      const stored = await lane.pictures.share(picture.url, () => bringPicture(lane, picture, title));
      if (stored) {
        there.set(picture.url, stored);
      }
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.picture-failed') {
        throw thrown;
      }
      unheard ||= failure instanceof PictureUnheard;
      failed.push({
        code: failure.code,
        params: failure.params,
        field: `pictures.${at}`,
        said: failure.message.slice(0, 240),
      });
    }
  }
  return { library: there, unheard };
}

/** From where it was found into the library; products that show the same one wait for the same sending. */
async function bringPicture(
  lane: Lane,
  { url, alt }: Product['pictures'][number],
  title: string,
): Promise<StoredPicture | null> {
  const { library } = lane.lister;
  if (!library) {
    return null;
  }
  // What a shopper reads of it, where it has no words of its own, is what the product is called.
  const words = alt.trim() === '' ? title : alt;
  const made = await sourcePicture(lane, { url, alt: words, called: words }, library, lane.cut);
  const stored = await lane.pictures.share(markOf(made.name), () => storedOnce(lane, library, made));
  if (stored) {
    checkedIn(lane).set(markOf(made.name), stored);
    await notePicture(lane, url, made.name, stored);
  }
  return stored;
}

/** The same for the same content, whatever the product is called that brought it first. */
function markOf(name: string): string {
  return pictureMark(name) ?? name;
}

/** Looked for by its name before every send, for the answer to an earlier one may have been lost. */
async function storedOnce(lane: Lane, library: PictureLibrary, picture: NewPicture): Promise<StoredPicture> {
  for (let puts = 0; puts < putsMax; puts += 1) {
    const access = await lane.session.access(lane.cut);
    // Waited for out of the lock, which others may stand in front of.
    await lane.session.limit.take(1, lane.cut);
    const fate = await fewAtATime(lane, () => putUnderLock(lane, library, picture, access));
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
  throw new PictureUnheard(picture.name);
}

/** Under a lock of the shop and the name: of two workers one puts it there, and the other finds it. */
async function putUnderLock(
  lane: Lane,
  library: PictureLibrary,
  picture: NewPicture,
  access: StoreAccess,
): Promise<Awaited<ReturnType<PictureLibrary['put']>>> {
  return await inLane(lane, async (db) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended(${`${lane.shopId} picture ${markOf(picture.name)}`}, 0))
    `.execute(db);
    const found = await library.find([picture.name], access, lane.session.context(lane.cut));
    const stored = found.get(picture.name);
    if (stored) {
      lane.session.limit.unused(1);
      return { fate: 'applied', picture: stored };
    }
    await requireUnheld(db, lane);
    const gate = gateOf(lane);
    await lane.strike('picture.sent');
    try {
      return await library.put(picture, access, lane.session.context(lane.cut, gate));
    } catch (thrown) {
      if (thrown instanceof TooLate) {
        return { fate: 'doubt', because: 'too late' };
      }
      throw thrown;
    }
  });
}

const puttingMax = 6;
const putting = new WeakMap<Services, ReturnType<typeof narrow>>();

/** Over all lanes of this process: each holds a connection to the database while its picture is on its way, and others need some. */
function fewAtATime<Answer>({ services }: Lane, work: () => Promise<Answer>): Promise<Answer> {
  const few = putting.get(services) ?? narrow(puttingMax);
  putting.set(services, few);
  return few(work);
}

/**
 * Those of these addresses whose pictures stand in the library. What we noted of an earlier run is held against the store once in
 * each run: a picture that the merchant has deleted is brought anew, or every product that shows it would be rejected for ever.
 */
async function knownPictures(lane: Lane, urls: readonly string[]): Promise<Map<string, StoredPicture>> {
  const rows = await inLane(lane, (db) =>
    db
      .selectFrom('shop_picture')
      .select(['source_url', 'name', 'media_id', 'address'])
      .where('owner_id', '=', lane.ownerId)
      .where('shop_id', '=', lane.shopId)
      .where(sql<boolean>`source_url = any(${urls}::text[])`)
      .execute(),
  );
  const checked = checkedIn(lane);
  const unchecked = new Set(rows.map(({ name }) => name).filter((name) => !checked.has(markOf(name))));
  for (const names of inGroups([...unchecked], namesMax)) {
    const access = await lane.session.access(lane.cut);
    const found = await lane.lister.library?.find(names, access, lane.session.context(lane.cut));
    for (const name of names) {
      checked.set(markOf(name), found?.get(name) ?? null);
    }
  }
  return new Map(
    rows.flatMap(({ source_url, name }) => {
      const there = checked.get(markOf(name)) ?? null;
      return there === null ? [] : [[source_url, there] as const];
    }),
  );
}

/** As many as one look for them may name. */
const namesMax = 100;
/** What each run has found of the pictures noted before, by their marks; null for one that is there no more. */
const checks = new WeakMap<Lane, Map<string, StoredPicture | null>>();

function checkedIn(lane: Lane): Map<string, StoredPicture | null> {
  const checked = checks.get(lane) ?? new Map<string, StoredPicture | null>();
  checks.set(lane, checked);
  return checked;
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
      .onConflict((conflict) =>
        conflict.columns(['shop_id', 'source_url']).doUpdateSet({
          name,
          media_id: picture.id,
          address: picture.address,
        }),
      )
      .execute(),
  );
}
