import type { AdminContext } from '../admin/admin-context.ts';
import { gid, numberOf } from '../admin/gid.ts';
import type { StoredMedia, StoredProduct } from '../admin/record.ts';
import { stagedPath } from '../bulk/bulk-files.ts';
import type { FileInput } from './products/product-input.ts';

/** The images of a product after a write, and which of them is a variant's file. */
export interface TakenFiles {
  ids: number[];
  find(file: FileInput): number | null;
}

/** Adds the files of an input to the simulator state. `null` leaves the product's images unchanged. */
export function takeFiles(
  files: readonly FileInput[] | null,
  product: StoredProduct,
  context: AdminContext,
): TakenFiles {
  const taken = (files ?? []).map((file) => ({ file, media: takenFile(file, product, context) }));
  return {
    ids: files === null ? product.media : taken.map(({ media }) => media.id),
    find: (wanted) =>
      taken.find(
        ({ file, media }) =>
          wanted.id === gid('MediaImage', media.id) ||
          (wanted.originalSource && wanted.originalSource === file.originalSource),
      )?.media.id ?? null,
  };
}

function takenFile(file: FileInput, product: StoredProduct, context: AdminContext): StoredMedia {
  const { ledger, now } = context;
  const known = ledger.media.get(numberOf('MediaImage', file.id ?? '') ?? -1);
  if (known) {
    const changed = { ...known, alt: file.alt ?? known.alt };
    ledger.saveMedia(changed);
    return changed;
  }
  const source = file.originalSource ?? '';
  const wanted = file.filename ?? lastOf(source);
  const holder = ledger.mediaNamed(wanted);
  // Assumed: the same file sent again for the same product is that file, not a second one.
  if (holder && file.duplicateResolutionMode === 'RAISE_ERROR' && product.media.includes(holder.id)) {
    return holder;
  }
  const id = holder && file.duplicateResolutionMode === 'REPLACE' ? holder.id : ledger.newId();
  const raised = holder !== null && file.duplicateResolutionMode === 'RAISE_ERROR';
  const media: StoredMedia = {
    id,
    source,
    filename: holder && holder.id !== id ? wanted.replace(/(\.\w+)?$/, `_${id.toString(36)}$1`) : wanted,
    alt: file.alt ?? '',
    createdAt: now,
    fault: raised ? 'DUPLICATE_FILENAME_ERROR' : isThere(source, context) ? null : 'IMAGE_DOWNLOAD_FAILURE',
  };
  ledger.saveMedia(media);
  return media;
}

/**
 * Reports whether a file can be fetched: a staged upload once its file was uploaded; anything else where the store
 * reaches it (`shopify/readme.md`, Images).
 */
function isThere(source: string, { ledger, origin, settings }: AdminContext): boolean {
  const staged = `${origin}${stagedPath}/`;
  return source.startsWith(staged)
    ? (ledger.bulk.staged.get(source.slice(staged.length)) ?? null) !== null
    : URL.canParse(source) && settings.reaches(new URL(source));
}

function lastOf(source: string): string {
  const path = URL.canParse(source) ? new URL(source).pathname : source;
  return decodeURIComponent(path.split('/').at(-1) ?? '') || 'image';
}
