import { imageTypesByEnding, type UploadedImage } from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import * as contract from '@bowerbird/contract/products/images';
import { BodyPace } from '../http/protection/body-pace.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../http/serve.ts';
import type { Services } from '../services/services.ts';
import { fileNameOf, imageFilesIn } from './files.ts';
import { imageOfPublicName } from './public-address.ts';
import { findImage, keepImage } from './queries.ts';
import { readImage } from './read-image.ts';

/** Bytes for the form around the file. */
const formBytes = 16 * 1024;

export const imageRoutes: Served[] = [
  {
    ...serve(contract.uploadImage, async (_input, call) => {
      const image = await readImage(await sentImage(call));
      return await call.db((db) => keepImage(db, call.ownerId, filesOf(call), image));
    }),
    atMost: { bytes: contract.imageLimits.bytes + formBytes, perMinute: 240 },
  },
];

export const imageBrowserRoutes: BrowserServed[] = [
  serveBrowser(contract.showImage, async ({ params }, call) => {
    const image = await call.db((db) => findImage(db, call.ownerId, params.id));
    if (!image) {
      throw new AppError('not-found', `image ${params.id}`);
    }
    return await send(call, image, 'private');
  }),

  serveBrowser(contract.showPublicImage, ({ params }, call) => sendPublic(call, params.name)),
  serveBrowser(contract.showNamedImage, ({ params }, call) => sendPublic(call, params.name)),
];

async function sendPublic(call: Call, signed: string): Promise<unknown> {
  const image = imageOfPublicName(call.services, signed);
  if (!image) {
    throw new AppError('not-found', 'an image without our signature');
  }
  call.reply.header('cross-origin-resource-policy', 'cross-origin');
  return await send(call, image, 'public');
}

function filesOf({ services }: Call) {
  return imageFilesIn(services.files);
}

/** Sends an image safely: its type is set by us, no browser guesses another, and nothing in it is executed. */
async function send(call: Call, image: UploadedImage, whose: 'private' | 'public'): Promise<unknown> {
  const found = await filesOf(call).stream(image);
  if (!found) {
    throw new AppError('not-found', `the file of image ${image.id}`);
  }
  return call.reply
    .header('content-type', imageTypesByEnding[image.ending])
    .header('content-length', found.bytes)
    .header('content-disposition', `inline; filename="${fileNameOf(image)}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', `${whose}, max-age=31536000, immutable`)
    .send(found.stream);
}

const paces = new WeakMap<Services, BodyPace>();

function paceOf(services: Services): BodyPace {
  const pace = paces.get(services) ?? new BodyPace(services.clock);
  paces.set(services, pace);
  return pace;
}

/** Returns the only file of the form, reading no more than its limit. */
async function sentImage({ request, ownerId, services }: Call): Promise<Buffer> {
  if (!request.isMultipart()) {
    throw new AppError('request.invalid', 'not a form with a file');
  }
  try {
    const file = await request.file({ limits: { fileSize: contract.imageLimits.bytes } });
    if (file?.fieldname !== 'image') {
      throw new AppError('request.invalid', 'a form without an image');
    }
    const parts: Buffer[] = [];
    for await (const part of paceOf(services).read(ownerId, file.file)) {
      parts.push(part);
    }
    if (file.file.truncated) {
      throw new AppError('image.too-large', 'more bytes than an image may have');
    }
    return Buffer.concat(parts);
  } catch (thrown) {
    if (thrown instanceof AppError) {
      throw thrown;
    }
    throw thrown instanceof Error && 'statusCode' in thrown && thrown.statusCode === 413
      ? new AppError('image.too-large', thrown.message)
      : new AppError('request.invalid', String(thrown));
  }
}
