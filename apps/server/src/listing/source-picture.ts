import { createHash } from 'node:crypto';
import { uploadedImageAt } from '@bowerbird/catalog/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { readBytes } from '@bowerbird/platforms/body';
import type { NewPicture, PictureLibrary } from '@bowerbird/platforms/listing/besides';
import { asOwner } from '../db/database.ts';
import { imageFilesIn } from '../images/files.ts';
import { imageJob } from '../images/image-jobs.ts';
import { findImage } from '../images/queries.ts';
import type { Services } from '../services.ts';
import type { Lane } from './lane.ts';

/** No picture of a product is larger; one that is not is some other file. */
const sourceBytesMax = 25_000_000;
const patienceMs = 30_000;
/** Width times height; cameras of telephones make up to 50 million. */
const pixelsMax = 64_000_000;

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** Longest part of a file's name that is for people to read. */
const wordsMax = 60;

/**
 * A product's picture as a store's library takes it: read where it was found, made smaller or into another form where it must
 * be, and named by its content, behind the words of `called` where it is to be read by people ("Linen shirt, red":
 * `linen-shirt-red-bb-3f2a….jpg`). An uploaded one is read from our own files. Throws `store.picture-failed` for what is no picture,
 * takes too much to read (a drawing, SVG, may), or is not there.
 */
export async function sourcePicture(
  { services, ownerId }: Pick<Lane, 'services' | 'ownerId'>,
  { url, alt, called = '' }: { url: string; alt: string; called?: string },
  accepted: Pick<PictureLibrary, 'types' | 'bytesMax' | 'sideMax'>,
  signal: AbortSignal,
): Promise<NewPicture> {
  try {
    const uploaded = uploadedImageAt(url);
    const read = uploaded
      ? await readUploaded(services, ownerId, uploaded.id)
      : await fetched(services.fetch, url, signal);
    const { bytes, type } = await fitting(read, accepted, signal);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
    const mark = `bb-${hash}.${endings[type] ?? 'jpg'}`;
    return {
      name: [wordsIn(called), mark].filter((part) => part !== '').join('-'),
      type,
      bytes: new Uint8Array(bytes),
      alt,
    };
  } catch (thrown) {
    signal.throwIfAborted();
    const failure = AppError.from(thrown);
    throw new AppError('store.picture-failed', `${url}: ${failure.code}: ${failure.message}`, {
      params: { n: 1, address: url },
    });
  }
}

/** A text as part of a file's name: small Latin letters and digits; '' where it has none. */
function wordsIn(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .match(/[a-z\d]+/g);
  const name = (words ?? []).join('-').slice(0, wordsMax);
  // Nothing in front of the mark may be taken for another.
  return name.replaceAll(/(?<!-)-+$/g, '').replaceAll(/\bbb-(?=[\da-f]{16})/g, '');
}

async function readUploaded({ db, config }: Services, ownerId: string, id: string): Promise<Buffer> {
  const image = await asOwner(db, ownerId, (owned) => findImage(owned, ownerId, id));
  if (!image) {
    throw new Error('is no image of this merchant');
  }
  return await imageFilesIn(config.dataFolder).read(image);
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

/** As it is where it is taken so; else as the first form that is, no larger than allowed. */
async function fitting(
  bytes: Uint8Array,
  { types, bytesMax, sideMax }: Pick<PictureLibrary, 'types' | 'bytesMax' | 'sideMax'>,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; type: string }> {
  const made = await imageJob({ kind: 'fit', bytes, pixelsMax, types, bytesMax, sideMax }, signal);
  return { bytes: made.bytes ?? bytes, type: made.type };
}
