import { rm } from 'node:fs/promises';
import type { ExportFile } from '@bowerbird/contract/products/export';
import type { WrittenPart } from './file-parts.ts';
import type { GatheredImages } from './images/gather-images.ts';
import { packFiles } from './pack-files.ts';
import type { WrittenFile } from './product-file.ts';

/** A file as it is downloaded, still at a path of its own. */
export interface AssembledFile extends WrittenFile {
  path: string;
  name: string;
  parts: ExportFile['parts'];
}

/**
 * Makes one file of what was written: a single file without images is that file itself; otherwise all are packed, with
 * the images beside them.
 * @param title the name of a single file, with its ending
 */
export async function assemble(
  written: readonly WrittenPart[],
  title: string,
  images: GatheredImages | null,
  signal: AbortSignal,
): Promise<AssembledFile> {
  const [first] = written;
  if (first === undefined) {
    throw new Error('No file was written.');
  }
  if (written.length === 1 && images === null) {
    return { ...first, name: title, parts: [] };
  }
  const ending = /\.(csv|xlsx)$/.exec(title)?.[0] ?? '';
  const name = title.slice(0, title.length - ending.length);
  const parts = written.map(({ path, bytes }, at) => ({
    path,
    bytes,
    name: written.length === 1 ? title : `${name}-${at + 1}${ending}`,
  }));
  const packed = `${first.path}-zip`;
  try {
    const file = await packFiles(
      packed,
      [...parts.map((part) => ({ ...part, compress: ending === '.csv' })), ...(images?.files ?? [])],
      signal,
    );
    return {
      ...file,
      path: packed,
      name: `${name}.zip`,
      parts: parts.map(({ name: own, bytes }) => ({ name: own, bytes })),
    };
  } catch (thrown) {
    await rm(packed, { force: true });
    throw thrown;
  } finally {
    await Promise.all(written.map(({ path }) => rm(path, { force: true })));
  }
}
