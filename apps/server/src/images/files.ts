import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  type UploadedImage,
  uploadedImageAddress,
  uploadedImageAt,
} from '@bowerbird/catalog/stored/uploaded-image';
import type { FileStore } from '../stored-files/file-store.ts';

/** Storage of the bytes of uploaded images. */
export interface ImageFiles {
  /** Stores an image completely or not at all. */
  put(image: UploadedImage, bytes: Buffer): Promise<void>;
  /** Returns an image to be sent; null if it does not exist. */
  stream(image: UploadedImage): Promise<{ bytes: number; stream: Readable } | null>;
  /** Returns an image's bytes; null if it does not exist. */
  read(image: UploadedImage): Promise<Buffer | null>;
  remove(image: UploadedImage): Promise<void>;
  /**
   * Yields images that were written before a moment (milliseconds since 1970), some at a time, and removes what was
   * left unfinished before it.
   */
  writtenBefore(moment: number): AsyncIterable<UploadedImage[]>;
}

/** Stores images below `images/`, in 256 folders named after the end of the id, because its beginning is a time. */
export function imageFilesIn(files: FileStore): ImageFiles {
  const keyOf = (image: UploadedImage) => `images/${image.id.slice(-2)}/${fileNameOf(image)}`;
  return {
    put: (image, bytes) => files.put(keyOf(image), bytes),
    stream: (image) => files.open(keyOf(image)),
    async read(image) {
      const found = await files.open(keyOf(image));
      return found && (await buffer(found.stream));
    },
    remove: (image) => files.remove(keyOf(image)),
    async *writtenBefore(moment) {
      await files.removeUnfinished('images', moment);
      for await (const found of files.list('images')) {
        const images = found.flatMap(({ key, writtenAt }) =>
          writtenAt < moment ? (imageNamed(key.slice(key.lastIndexOf('/') + 1)) ?? []) : [],
        );
        if (images.length > 0) {
          yield images;
        }
      }
    },
  };
}

/** Returns the image with the file name `{uuid}.jpg`; null for any other name. */
export function imageNamed(name: string): UploadedImage | null {
  return uploadedImageAt(`bowerbird-image:${name}`);
}

/** Returns the file name of an image: `{uuid}.jpg`. */
export function fileNameOf(image: UploadedImage): string {
  return uploadedImageAddress(image).replace(/^[^:]*:/, '');
}
