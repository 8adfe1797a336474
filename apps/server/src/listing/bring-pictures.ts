import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { NewPicture, PictureLibrary, StoredPicture } from '@bowerbird/platforms/listing/besides';
import { pictureMark } from '@bowerbird/platforms/listing/wordpress-media';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import type { Services } from '../services.ts';
import { inLane, type Lane } from './lane.ts';
import { narrow } from './narrow.ts';
import { inGroups } from './pool.ts';
import { bringResource, type Outcome } from './resources/bring.ts';
import { sourcePicture } from './source-picture.ts';

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

/** Looked for by its mark, and put there where it is not; see `bringResource`. */
async function storedOnce(lane: Lane, library: PictureLibrary, picture: NewPicture): Promise<StoredPicture> {
  return await fewAtATime(lane, () =>
    bringResource<StoredPicture>(lane, {
      kind: 'image',
      path: [markOf(picture.name)],
      // A second file of the same content is in no product: what shoppers see does not wait for minutes to be sure of the first.
      sendsAgain: 'unused',
      async find() {
        const access = await lane.session.access(lane.cut);
        const found = await library.find([picture.name], access, lane.session.context(lane.cut));
        return found.get(picture.name) ?? null;
      },
      idOf: ({ id }) => id,
      unheard: () => new PictureUnheard(picture.name),
      async create(gate) {
        const access = await lane.session.access(lane.cut);
        await lane.strike('picture.sent');
        return outcomeOf(await library.put(picture, access, lane.session.context(lane.cut, gate)));
      },
    }),
  );
}

function outcomeOf(fate: Awaited<ReturnType<PictureLibrary['put']>>): Outcome<StoredPicture> {
  switch (fate.fate) {
    case 'applied':
      return { outcome: 'applied', found: fate.picture };
    case 'refused': {
      const [first] = fate.faults;
      const failure = new AppError(first?.code ?? 'store.picture-failed', first?.said ?? 'refused', {
        params: { n: 1, ...first?.params },
      });
      return { outcome: 'rejected', failure };
    }
    case 'throttled': {
      const { waitMs } = fate;
      return { outcome: 'unknown', failure: new AppError('store.rate-limited', 'throttled', { waitMs }) };
    }
    default: {
      const because = fate.fate === 'doubt' ? fate.because : 'not there';
      return { outcome: 'unknown', failure: new AppError('store.unreachable', because) };
    }
  }
}

const puttingMax = 6;
const putting = new WeakMap<Services, ReturnType<typeof narrow>>();

/** Over all lanes of this process: a store makes several sizes of each image, and has few hands for that. */
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
