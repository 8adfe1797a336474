import { AppError } from '@bowerbird/contract/errors';
import sharp from 'sharp';

const sidePixels = 256;
/** A small file can unpack to gigabytes; nobody's portrait has more sides than this. */
const sidePixelsMax = 8000;
/** SVG is not among them: it is a program that draws. */
const formats: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'avif']);

/**
 * A square of 256 pixels as WebP, upright, of a picture as it was sent: nothing else the file held is in it. Throws
 * `account.picture-unreadable` for what is no picture and `account.picture-too-large` for one that unpacks to too much.
 */
export function readPicture(sent: Buffer): Promise<Buffer> {
  const made = before.then(() => makeAvatar(sent));
  before = made.catch(() => undefined);
  return made;
}

/** One is unpacked at a time: a picture may take a quarter of a gigabyte while it is read. */
let before: Promise<unknown> = Promise.resolve();

async function makeAvatar(sent: Buffer): Promise<Buffer> {
  const asked = { limitInputPixels: sidePixelsMax * sidePixelsMax, failOn: 'error' } as const;
  const { format, width, height } = await sharp(sent, asked)
    .metadata()
    .catch((thrown: unknown) => {
      throw unreadable(thrown);
    });
  if (!formats.has(format)) {
    throw unreadable(`a file of the kind ${format}`);
  }
  if (width > sidePixelsMax || height > sidePixelsMax) {
    throw new AppError('account.picture-too-large', `${width} × ${height}`);
  }
  return await sharp(sent, asked)
    .rotate()
    .resize(sidePixels, sidePixels, { fit: 'cover' })
    .webp({ quality: 86 })
    .timeout({ seconds: 10 })
    .toBuffer()
    .catch((thrown: unknown) => {
      throw unreadable(thrown);
    });
}

function unreadable(cause: unknown): AppError {
  // A picture beyond the bound of pixels is refused by its head alone.
  return String(cause).includes('exceeds pixel limit')
    ? new AppError('account.picture-too-large', String(cause))
    : new AppError('account.picture-unreadable', String(cause));
}
