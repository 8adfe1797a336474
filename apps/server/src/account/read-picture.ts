import { AppError } from '@bowerbird/contract/errors';
import { imageJob } from '../images/image-jobs.ts';

/** A small file can unpack to gigabytes; nobody's portrait has more sides than this. */
const sidePixelsMax = 8000;
const pixelsMax = sidePixelsMax * sidePixelsMax;

/**
 * A square of 256 pixels as WebP, upright, of a picture as it was sent: nothing else the file held is in it. Throws
 * `account.picture-unreadable` for what is no picture (a drawing, SVG, is none) or takes too long to read, and
 * `account.picture-too-large` for one that unpacks to too much.
 */
export async function readPicture(sent: Buffer): Promise<Buffer> {
  try {
    const { width, height } = await imageJob({ kind: 'head', bytes: sent, pixelsMax });
    if (width > sidePixelsMax || height > sidePixelsMax) {
      throw new AppError('account.picture-too-large', `${width} × ${height}`);
    }
    return Buffer.from(await imageJob({ kind: 'avatar', bytes: sent, pixelsMax }));
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (!failure.code.startsWith('image.')) {
      throw failure;
    }
    throw new AppError(
      failure.code === 'image.too-many-pixels' ? 'account.picture-too-large' : 'account.picture-unreadable',
      `${failure.code}: ${failure.message}`,
      { cause: failure },
    );
  }
}
