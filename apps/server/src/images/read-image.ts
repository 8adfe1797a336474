import type { ImageEnding } from '@bowerbird/catalog/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { imageLimits } from '@bowerbird/contract/images';
import { withoutCameraData } from './camera-data.ts';
import { imageJob } from './image-jobs.ts';
import { endingOf, formatsOf } from './image-type.ts';

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
 * `image.unreadable`, `image.too-large`, `image.too-many-pixels`, `image.too-many-frames` and `image.too-costly`.
 */
export async function readImage(sent: Buffer): Promise<ReadImage> {
  if (sent.length > imageLimits.bytes) {
    throw new AppError('image.too-large', `${sent.length} bytes`);
  }
  const ending = endingOf(sent);
  if (ending === null) {
    throw new AppError('image.type-unsupported', `begins with ${sent.subarray(0, 4).toString('hex')}`);
  }
  const head = await imageJob({ kind: 'head', bytes: sent, pixelsMax: imageLimits.pixels });
  const { width, height, frames } = head;
  if (!formatsOf[ending].includes(head.format)) {
    throw new AppError('image.unreadable', `${head.format} within a file that begins like ${ending}`);
  }
  if (width * height > imageLimits.pixels) {
    throw new AppError('image.too-many-pixels', `${width} × ${height}`);
  }
  if (frames > imageLimits.frames) {
    throw new AppError('image.too-many-frames', `${frames} frames`);
  }
  // From 5 on a camera was held sideways.
  const turned = head.orientation >= 5;
  return {
    bytes: ending === 'jpg' ? withoutCameraData(sent, head.orientation) : sent,
    ending,
    width: turned ? height : width,
    height: turned ? width : height,
  };
}
