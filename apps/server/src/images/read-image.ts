import type { ImageEnding } from '@bowerbird/catalog/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { imageLimits } from '@bowerbird/contract/images';
import sharp from 'sharp';
import { withoutCameraData } from './camera-data.ts';

/** An uploaded file, known to be an image, as it is kept. */
export interface ReadImage {
  bytes: Buffer;
  ending: ImageEnding;
  /** Pixels, as it is shown. */
  width: number;
  height: number;
}

/**
 * Reads what an uploaded file is. Only its head is read, never its pixels, and only by the reader of the type that its first bytes
 * name: no other decoder sees it. What a camera wrote into it (place, device) is left out. Throws `image.type-unsupported`,
 * `image.unreadable`, `image.too-large` and `image.too-many-pixels`.
 */
export async function readImage(sent: Buffer): Promise<ReadImage> {
  if (sent.length > imageLimits.bytes) {
    throw new AppError('image.too-large', `${sent.length} bytes`);
  }
  const ending = endingOf(sent);
  if (ending === null) {
    throw new AppError('image.type-unsupported', `begins with ${sent.subarray(0, 4).toString('hex')}`);
  }
  const head = await sharp(sent, { limitInputPixels: imageLimits.pixels, failOn: 'error' })
    .metadata()
    .catch((thrown: unknown) => {
      throw String(thrown).includes('exceeds pixel limit')
        ? new AppError('image.too-many-pixels', String(thrown))
        : new AppError('image.unreadable', String(thrown));
    });
  if (!formats[ending].includes(head.format)) {
    throw new AppError('image.unreadable', `${head.format} within a file that begins like ${ending}`);
  }
  const height = head.pageHeight ?? head.height;
  if (head.width * height > imageLimits.pixels) {
    throw new AppError('image.too-many-pixels', `${head.width} × ${height}`);
  }
  // From 5 on a camera was held sideways.
  const turned = (head.orientation ?? 1) >= 5;
  return {
    bytes: ending === 'jpg' ? withoutCameraData(sent, head.orientation ?? 1) : sent,
    ending,
    width: turned ? height : head.width,
    height: turned ? head.width : height,
  };
}

/** What the reader calls them. */
const formats: Record<ImageEnding, readonly string[]> = {
  jpg: ['jpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  avif: ['heif', 'avif'],
};

/** The type that the first bytes name; a file's name and what a browser says of it prove nothing. */
function endingOf(file: Buffer): ImageEnding | null {
  const text = (from: number, to: number) => file.toString('latin1', from, to);
  if (text(0, 3) === '\xff\xd8\xff') {
    return 'jpg';
  }
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') {
    return 'png';
  }
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') {
    return 'gif';
  }
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') {
    return 'webp';
  }
  return text(4, 8) === 'ftyp' && ['avif', 'avis'].includes(text(8, 12)) ? 'avif' : null;
}
