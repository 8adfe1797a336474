import { imageSide } from '../../practice/images.ts';
import { type AdminContext, isoTime, type View } from '../admin/admin-context.ts';
import { gid } from '../admin/gid.ts';
import type { StoredMedia, StoredProduct } from '../admin/record.ts';
import type { Ledger } from '../ledger/ledger.ts';

type MediaStatus = 'UPLOADED' | 'PROCESSING' | 'READY' | 'FAILED';

/** Returns a product's images in their order. */
export function mediaOf(product: StoredProduct, ledger: Ledger): StoredMedia[] {
  return product.media.flatMap((id) => ledger.media.get(id) ?? []);
}

/**
 * Returns the processing state of an image: it is fetched after the write was answered (`shopify/readme.md`, Images).
 */
export function statusOf(media: StoredMedia, { settings, now }: AdminContext): MediaStatus {
  const age = now - media.createdAt;
  if (age < settings.images.processingAfterMs) {
    return 'UPLOADED';
  }
  if (age < settings.images.doneAfterMs) {
    return 'PROCESSING';
  }
  return media.fault === null ? 'READY' : 'FAILED';
}

/** Returns an image as the Admin API answers it; without an address until it is ready. */
export function mediaView(media: StoredMedia, context: AdminContext): View {
  const status = statusOf(media, context);
  const errors =
    status === 'FAILED' && media.fault !== null
      ? [{ code: media.fault, message: faultMessages[media.fault], details: faultMessages[media.fault] }]
      : [];
  const image =
    status === 'READY'
      ? {
          id: gid('ImageSource', media.id),
          url: imageAddress(media, context.origin),
          width: imageSide,
          height: imageSide,
          altText: media.alt,
        }
      : null;
  return {
    __typename: 'MediaImage',
    id: gid('MediaImage', media.id),
    alt: media.alt,
    mediaContentType: 'IMAGE',
    mimeType: null,
    status,
    fileStatus: status,
    mediaErrors: errors,
    fileErrors: errors,
    mediaWarnings: [],
    image,
    preview: { status, image },
    createdAt: isoTime(media.createdAt),
    updatedAt: isoTime(media.createdAt),
  };
}

/** Returns the address at which the store serves an image it has copied. */
export function imageAddress(media: StoredMedia, origin: string): string {
  return `${origin}/cdn/shop/files/${encodeURIComponent(media.filename)}?v=${Math.floor(media.createdAt / 1000)}`;
}

const faultMessages = {
  IMAGE_DOWNLOAD_FAILURE: 'Image could not be downloaded from its source address',
  DUPLICATE_FILENAME_ERROR: 'A file with this name exists already',
} as const;
