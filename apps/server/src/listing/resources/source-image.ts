import { createHash } from 'node:crypto';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import type { ImageLibrary, NewImage } from '@bowerbird/platforms/listing/dependencies';
import { fileWords } from '@bowerbird/platforms/listing/file-words';
import { readBytes } from '@bowerbird/platforms/net/body';
import { asOwner } from '../../db/database.ts';
import { imageFilesIn } from '../../images/files.ts';
import { imageJob } from '../../images/image-jobs.ts';
import { findImage } from '../../images/queries.ts';
import type { Services } from '../../services/services.ts';
import type { StoreJob } from '../store-job/store-job.ts';

/** The largest image of a product, in bytes; a larger file is not an image. */
const sourceBytesMax = 25_000_000;
const patienceMs = 30_000;
/** Width times height; phone cameras produce up to 50 million. */
const pixelsMax = 64_000_000;

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/**
 * Returns a product's image as a store's library accepts it: read where it was found, made smaller or converted where
 * it must be, and named by its content, after the words of `called` where the name is for people ("Linen shirt, red":
 * `linen-shirt-red-bb-3f2a….jpg`). An uploaded image is read from our own files. Throws `store.image-failed` for what
 * is no image, takes too much to read (an SVG drawing may), or is not there; `files.store-unreachable` where our own files
 * cannot be read for now.
 */
export async function sourceImage(
  { services, ownerId }: Pick<StoreJob, 'services' | 'ownerId'>,
  { url, alt, called = '' }: { url: string; alt: string; called?: string },
  accepted: Pick<ImageLibrary, 'types' | 'bytesMax' | 'sideMax'>,
  signal: AbortSignal,
): Promise<NewImage> {
  try {
    const uploaded = uploadedImageAt(url);
    const read = uploaded
      ? await readUploaded(services, ownerId, uploaded.id)
      : await fetched(services.fetch, url, signal);
    const { bytes, type } = await fitting(read, accepted, signal);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const mark = `bb-${hash}.${endings[type] ?? 'jpg'}`;
    return {
      name: [fileWords(called), mark].filter((part) => part !== '').join('-'),
      type,
      bytes: new Uint8Array(bytes),
      alt,
    };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = AppError.from(thrown);
    if (isOwnFilesDown(failure)) {
      throw failure;
    }
    throw new AppError('store.image-failed', `${url}: ${failure.code}: ${failure.message}`, {
      params: { n: 1, address: url },
    });
  }
}

/** Reports whether our own files could not be read for now: nothing is wrong with the image. */
export function isOwnFilesDown({ code }: AppError): boolean {
  return code === 'files.store-unreachable';
}

async function readUploaded({ db, files }: Services, ownerId: string, id: string): Promise<Buffer> {
  const image = await asOwner(db, ownerId, (owned) => findImage(owned, ownerId, id));
  if (!image) {
    throw new Error('is no image of this merchant');
  }
  const bytes = await imageFilesIn(files).read(image);
  if (!bytes) {
    throw new Error('is no longer stored');
  }
  return bytes;
}

async function fetched(fetch: Services['fetch'], url: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
    headers: { accept: 'image/*' },
  });
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel();
    throw new Error(`answered ${answer.status}`);
  }
  return await readBytes(answer, sourceBytesMax);
}

/**
 * Returns the image unchanged where it is accepted so; otherwise in the first accepted format, no larger than allowed.
 */
async function fitting(
  bytes: Uint8Array,
  { types, bytesMax, sideMax }: Pick<ImageLibrary, 'types' | 'bytesMax' | 'sideMax'>,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; type: string }> {
  const made = await imageJob({ kind: 'fit', bytes, pixelsMax, types, bytesMax, sideMax }, signal);
  return { bytes: made.bytes ?? bytes, type: made.type };
}
