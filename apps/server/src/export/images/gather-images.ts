import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { encodeCsvRow, neutraliseCell } from '@bowerbird/catalog/csv';
import { uploadedImageAt } from '@bowerbird/catalog/stored/uploaded-image';
import type { ExportNotices } from '@bowerbird/contract/products/export';
import type { PackedFile } from '../pack-files.ts';
import type { FetchedImages, MissingReason } from './fetch-images.ts';
import type { WantedImage } from './list-images.ts';

/** The name of the file in a ZIP that lists the images that are missing in it. */
export const missingName = 'missing-images.csv';

/** What is put beside the product file. */
export interface GatheredImages {
  files: PackedFile[];
  /** Number of images, and of those that are missing. */
  count: { files: number; missing: number };
  /** Paths in the ZIP by address. */
  paths: ReadonlyMap<string, string>;
  notices: ExportNotices;
}

/** Names the saved images, and writes the list of those that are missing into the folder. */
export async function gatherImages(
  wanted: readonly WantedImage[],
  { saved, missing }: FetchedImages,
  folder: string,
): Promise<GatheredImages> {
  const files: PackedFile[] = [];
  const paths = new Map<string, string>();
  for (const { address, base } of wanted) {
    const image = saved.get(address);
    if (image) {
      const name = `${base}.${image.ending}`;
      paths.set(address, name);
      files.push({ path: image.path, name, bytes: image.bytes, compress: false });
    }
  }
  if (missing.length > 0) {
    files.unshift(await missingFile(missing, folder));
  }
  const titles = new Map(missing.map(({ image: { handle, title } }) => [handle, title]));
  return {
    files,
    paths,
    count: { files: paths.size, missing: missing.length },
    notices:
      missing.length === 0
        ? []
        : [{ what: 'images-missing', products: titles.size, titles: [...titles.values()].slice(0, 5) }],
  };
}

/** People open this list, so no cell of it is a formula. */
async function missingFile(missing: FetchedImages['missing'], folder: string): Promise<PackedFile> {
  const rows = missing.map(({ image, reason }) => [
    image.handle,
    image.title,
    uploadedImageAt(image.address) === null ? image.address : 'uploaded image',
    sentenceOf(reason),
  ]);
  const text = [['Handle', 'Title', 'Image', 'Reason'], ...rows]
    .map((row) => encodeCsvRow(row.map(neutraliseCell), '\n'))
    .join('');
  const content = Buffer.from(`\uFEFF${text}`);
  const path = join(folder, missingName);
  await writeFile(path, content, { mode: 0o600 });
  return { path, name: missingName, bytes: content.length, compress: true };
}

function sentenceOf(reason: MissingReason): string {
  switch (reason) {
    case 'no-answer':
      return 'No answer from the server';
    case 'not-allowed':
      return 'Not an address on the internet';
    case 'too-large':
      return 'Larger than 20 MB';
    case 'no-image':
      return 'Not a JPEG, PNG, WebP, GIF or AVIF image, nor a plain SVG';
    case 'not-here':
      return 'The uploaded image is no longer stored';
    default:
      return `The server answered ${reason.slice('http-'.length)}`;
  }
}
