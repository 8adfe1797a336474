import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { NewPicture, StoredPicture, StoreFault } from '@bowerbird/platforms/platform';
import { TooLate } from '@bowerbird/platforms/too-late';
import { sql } from 'kysely';
import { openGate } from './gate.ts';
import { inLane, type Lane } from './lane.ts';
import { sourcePicture } from './source-picture.ts';

/** Sends of one picture that came to nothing. */
const putsMax = 3;

/** Every picture of a product in the store's library, by its own address; one that cannot be brought is told. */
export async function bringPictures(
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
      const stored = await lane.pictures.share(picture.url, () => bringPicture(lane, picture));
      if (stored) {
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

/** From where it was found into the library; products that show the same one wait for the same sending. */
async function bringPicture(lane: Lane, picture: Product['pictures'][number]): Promise<StoredPicture | null> {
  const { library } = lane.lister;
  if (!library) {
    return null;
  }
  const made = await sourcePicture(lane.services, picture, library, lane.cut);
  const stored = await lane.pictures.share(made.name, () => storedOnce(lane, made));
  if (stored) {
    await notePicture(lane, picture.url, made.name, stored);
  }
  return stored;
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
