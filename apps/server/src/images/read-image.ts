import type { ImageEnding } from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import { imageLimits } from '@bowerbird/contract/products/images';
import { withoutCameraData } from './camera-data.ts';
import { imageJob } from './image-jobs.ts';
import { endingOf, formatsOf } from './image-type.ts';

/** An uploaded file that was recognised as an image, as it is stored. */
export interface ReadImage {
  bytes: Buffer;
  ending: ImageEnding;
  /** Size as displayed, in pixels. */
  width: number;
  height: number;
}

/**
 * Reads what an uploaded file is. Reads only its header, never its pixels, and only with the reader of the type that
 * its first bytes indicate: no other decoder gets it. Removes what a camera wrote into it (place, device). Throws
 * `image.type-unsupported`, `image.unreadable`, `image.too-large`, `image.too-many-pixels`, `image.too-many-frames` and
 * `image.too-costly`.
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
  // From 5 on, the camera was held sideways.
  const turned = head.orientation >= 5;
  return {
    bytes: ending === 'jpg' ? withoutCameraData(sent, head.orientation) : sent,
    ending,
    width: turned ? height : width,
    height: turned ? width : height,
  };
}
