import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type UploadedImage,
  uploadedImageAddress,
  uploadedImageAt,
} from '@bowerbird/catalog/stored/uploaded-image';

/** Storage of the bytes of uploaded images. */
export interface ImageFiles {
  /** Stores an image completely or not at all. */
  put(image: UploadedImage, bytes: Buffer): Promise<void>;
  /** Returns an image to be sent; null if it does not exist. */
  stream(image: UploadedImage): Promise<{ bytes: number; stream: Readable } | null>;
  /** Returns an image's bytes. Throws if it does not exist. */
  read(image: UploadedImage): Promise<Buffer>;
  remove(image: UploadedImage): Promise<void>;
  /**
   * Yields images that were written before a moment (milliseconds since 1970), a folder at a time, and removes
   * unfinished files.
   */
  writtenBefore(moment: number): AsyncIterable<UploadedImage[]>;
}

/**
 * Stores images in `images/` of the data folder, in 256 folders named after the end of the id, because its beginning is
 * a time.
 */
export function imageFilesIn(dataFolder: string): ImageFiles {
  const folder = join(dataFolder, 'images');
  const folderOf = ({ id }: UploadedImage) => join(folder, id.slice(-2));
  const pathOf = (image: UploadedImage) => join(folderOf(image), `${image.id}.${image.ending}`);
  return {
    async put(image, bytes) {
      await mkdir(folderOf(image), { recursive: true, mode: 0o700 });
      const unfinished = join(folderOf(image), `${randomUUID()}.part`);
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
        await rename(unfinished, pathOf(image));
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async stream(image) {
      const file = await open(pathOf(image)).catch(() => null);
      if (!file) {
        return null;
      }
      const { size } = await file.stat();
      await file.close();
      return { bytes: size, stream: createReadStream(pathOf(image)) };
    },
    read: (image) => readFile(pathOf(image)),
    remove: (image) => rm(pathOf(image), { force: true }),
    async *writtenBefore(moment) {
      for (const each of await readdir(folder).catch(() => [])) {
        const found: UploadedImage[] = [];
        for (const name of await readdir(join(folder, each)).catch(() => [])) {
          const path = join(folder, each, name);
          const facts = await stat(path).catch(() => null);
          if (!facts || facts.mtimeMs >= moment) {
            continue;
          }
          const image = imageNamed(name);
          if (image) {
            found.push(image);
          } else if (name.endsWith('.part')) {
            await rm(path, { force: true });
          }
        }
        if (found.length > 0) {
          yield found;
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
