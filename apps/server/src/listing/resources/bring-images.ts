import type { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { ImageLibrary, NewImage } from '@bowerbird/platforms/listing/dependencies';
import type { StoredImage } from '@bowerbird/platforms/listing/stored-image';
import { imageMark } from '@bowerbird/platforms/listing/wordpress/media';
import { libraryOf } from '@bowerbird/platforms/listing/writer';
import type { StoreFault } from '@bowerbird/platforms/listing/writes';
import { sql } from 'kysely';
import pLimit, { type LimitFunction } from 'p-limit';
import { chunk } from '../../async/map-concurrently.ts';
import type { Services } from '../../services/services.ts';
import { inStoreJob, type StoreJob } from '../store-job/store-job.ts';
import { bringResource, type Outcome } from './bring.ts';
import { sourceImage } from './source-image.ts';

/** No send got an answer: the image may be there or not, and is brought by the next run. */
class ImageUnconfirmed extends AppError {
  constructor(name: string) {
    super('store.image-failed', `${name} could not be stored`, { params: { n: 1 } });
  }
}

export interface BroughtImages {
  /** The images in the store's library, by their own addresses. */
  library: Map<string, StoredImage>;
  /**
   * For some images it is unknown whether they are there: the product is to be written once more when that is known.
   */
  unconfirmed: boolean;
}

/** Brings every image of a product into the store's library; one that cannot be brought is reported. */
export async function bringImages(
  storeJob: StoreJob,
  { images, title }: Product,
  failed: StoreFault[],
): Promise<BroughtImages> {
  let unconfirmed = false;
  const there = await knownImages(
    storeJob,
    images.map(({ url }) => url),
  );
  for (const [at, image] of images.entries()) {
    if (there.has(image.url)) {
      continue;
    }
    try {
      const stored = await storeJob.images.run(image.url, () => bringImage(storeJob, image, title));
      if (stored) {
        there.set(image.url, stored);
      }
    } catch (thrown) {
      const failure = AppError.from(thrown);
      if (failure.code !== 'store.image-failed') {
        throw thrown;
      }
      unconfirmed ||= failure instanceof ImageUnconfirmed;
      failed.push({
        code: failure.code,
        params: failure.params,
        field: `images.${at}`,
        said: failure.message.slice(0, 240),
      });
    }
  }
  return { library: there, unconfirmed };
}

/** Brings an image from where it was found into the library; products that show the same one share one upload. */
async function bringImage(
  storeJob: StoreJob,
  { url, alt }: Product['images'][number],
  title: string,
): Promise<StoredImage | null> {
  const library = libraryOf(storeJob.lister.writer);
  if (library === null) {
    return null;
  }
  // An image without an alt text of its own gets the product's title.
  const words = alt.trim() === '' ? title : alt;
  const made = await sourceImage(storeJob, { url, alt: words, called: words }, library, storeJob.cut);
  const stored = await storeJob.images.run(markOf(made.name), () => storedOnce(storeJob, library, made));
  if (stored) {
    checkedIn(storeJob).set(markOf(made.name), stored);
    await noteImage(storeJob, url, made.name, stored);
  }
  return stored;
}

/** Returns the mark that is the same for the same content, whatever the title of the product that brought it first. */
function markOf(name: string): string {
  return imageMark(name) ?? name;
}

/** Looks for an image by its mark, and uploads it where it is not there; see `bringResource`. */
async function storedOnce(storeJob: StoreJob, library: ImageLibrary, image: NewImage): Promise<StoredImage> {
  return await fewAtATime(storeJob, () =>
    bringResource<StoredImage>(storeJob, {
      kind: 'image',
      path: [markOf(image.name)],
      // A second file of the same content is in no product: publishing must not wait minutes to be sure of the first.
      sendsAgain: 'unused',
      async find() {
        const access = await storeJob.session.access(storeJob.cut);
        const found = await library.find([image.name], access, storeJob.session.context(storeJob.cut));
        return found.get(image.name) ?? null;
      },
      idOf: ({ id }) => id,
      unconfirmed: () => new ImageUnconfirmed(image.name),
      async create(gate) {
        const access = await storeJob.session.access(storeJob.cut);
        await storeJob.injectFault('image.sent');
        return outcomeOf(await library.put(image, access, storeJob.session.context(storeJob.cut, gate)));
      },
    }),
  );
}

function outcomeOf(outcome: Awaited<ReturnType<ImageLibrary['put']>>): Outcome<StoredImage> {
  switch (outcome.outcome) {
    case 'applied':
      return { outcome: 'applied', found: outcome.image };
    case 'refused': {
      const [first] = outcome.faults;
      const failure = new AppError(first?.code ?? 'store.image-failed', first?.said ?? 'refused', {
        params: { n: 1, ...first?.params },
      });
      return { outcome: 'rejected', failure };
    }
    case 'throttled': {
      const { waitMs } = outcome;
      return { outcome: 'unknown', failure: new AppError('store.rate-limited', 'throttled', { waitMs }) };
    }
    default: {
      const because = outcome.outcome === 'unknown' ? outcome.because : 'not there';
      return { outcome: 'unknown', failure: new AppError('store.unreachable', because) };
    }
  }
}

const puttingMax = 6;
const putting = new WeakMap<Services, LimitFunction>();

/**
 * Limits uploads over all store jobs of this process: a store makes several sizes of each image, and can process few at
 * a time.
 */
function fewAtATime<Answer>({ services }: StoreJob, work: () => Promise<Answer>): Promise<Answer> {
  const few = putting.get(services) ?? pLimit(puttingMax);
  putting.set(services, few);
  return few(work);
}

/**
 * Returns which of these addresses have images in the library. What we noted in an earlier run is checked against the
 * store once in each run: an image that the merchant has deleted is brought again, or every product that shows it would
 * be rejected for ever.
 */
async function knownImages(storeJob: StoreJob, urls: readonly string[]): Promise<Map<string, StoredImage>> {
  const rows = await inStoreJob(storeJob, (db) =>
    db
      .selectFrom('shop_image')
      .select(['source_url', 'name', 'media_id', 'address'])
      .where('owner_id', '=', storeJob.ownerId)
      .where('shop_id', '=', storeJob.shopId)
      .where(sql<boolean>`source_url = any(${urls}::text[])`)
      .execute(),
  );
  const checked = checkedIn(storeJob);
  const unchecked = new Set(rows.map(({ name }) => name).filter((name) => !checked.has(markOf(name))));
  for (const names of chunk([...unchecked], namesMax)) {
    const access = await storeJob.session.access(storeJob.cut);
    const found = await libraryOf(storeJob.lister.writer)?.find(
      names,
      access,
      storeJob.session.context(storeJob.cut),
    );
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

/** The most names that one look-up accepts. */
const namesMax = 100;
/** What each run has found of the images noted before, by their marks; null for one that is no longer there. */
const checks = new WeakMap<StoreJob, Map<string, StoredImage | null>>();

function checkedIn(storeJob: StoreJob): Map<string, StoredImage | null> {
  const checked = checks.get(storeJob) ?? new Map<string, StoredImage | null>();
  checks.set(storeJob, checked);
  return checked;
}

async function noteImage(storeJob: StoreJob, url: string, name: string, image: StoredImage): Promise<void> {
  await inStoreJob(storeJob, (db) =>
    db
      .insertInto('shop_image')
      .values({
        owner_id: storeJob.ownerId,
        shop_id: storeJob.shopId,
        source_url: url,
        name,
        media_id: image.id,
        address: image.address,
      })
      .onConflict((conflict) =>
        conflict.columns(['shop_id', 'source_url']).doUpdateSet({
          name,
          media_id: image.id,
          address: image.address,
        }),
      )
      .execute(),
  );
}
