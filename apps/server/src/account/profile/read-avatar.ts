import { AppError } from '@bowerbird/contract/errors';
import { imageJob } from '../../images/image-jobs.ts';

/** Longest side of a profile image, in pixels: a small file can unpack to gigabytes. */
const sidePixelsMax = 8000;
const pixelsMax = sidePixelsMax * sidePixelsMax;

/**
 * Converts an uploaded image to an upright square WebP image of 256 pixels; nothing else that the file contained is
 * kept. Throws `account.picture-unreadable` for a file that is no image (an SVG drawing does not count as one) or takes
 * too long to read, and `account.picture-too-large` for one that unpacks to too much.
 */
export async function readAvatar(sent: Buffer): Promise<Buffer> {
  try {
    const { width, height } = await imageJob({ kind: 'head', bytes: sent, pixelsMax });
    if (width > sidePixelsMax || height > sidePixelsMax) {
      throw new AppError('account.image-too-large', `${width} × ${height}`);
    }
    return Buffer.from(await imageJob({ kind: 'avatar', bytes: sent, pixelsMax }));
  } catch (thrown) {
    const failure = AppError.from(thrown);
    if (!failure.code.startsWith('image.')) {
      throw failure;
    }
    throw new AppError(
      failure.code === 'image.too-many-pixels' ? 'account.image-too-large' : 'account.image-unreadable',
      `${failure.code}: ${failure.message}`,
      { cause: failure },
    );
  }
}
