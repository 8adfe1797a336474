import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { NewPicture, PictureLibrary, StoredPicture } from '@bowerbird/platforms/listing/besides';
import type { StoreAccess } from '@bowerbird/platforms/listing/store';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { TooLate } from '@bowerbird/platforms/too-late';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { gateOf } from './gate.ts';
import { inLane, type Lane } from './lane.ts';
import { narrow } from './narrow.ts';
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
  { pictures }: Product,
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
      const stored = await lane.pictures.share(picture.url, () => bringPicture(lane, picture));
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
async function bringPicture(lane: Lane, picture: Product['pictures'][number]): Promise<StoredPicture | null> {
  const { library } = lane.lister;
  if (!library) {
    return null;
  }
  const made = await sourcePicture(lane, picture, library, lane.cut);
  const stored = await lane.pictures.share(made.name, () => storedOnce(lane, library, made));
  if (stored) {
    await notePicture(lane, picture.url, made.name, stored);
  }
  return stored;
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
      select pg_advisory_xact_lock(hashtextextended(${`${lane.shopId} picture ${picture.name}`}, 0))
    `.execute(db);
    const found = await library.find([picture.name], access, lane.session.context(lane.cut));
    const stored = found.get(picture.name);
    if (stored) {
      lane.session.limit.unused(1);
      return { fate: 'applied', picture: stored };
    }
    await requireUnheld(db);
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
