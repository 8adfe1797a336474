import { createHash } from 'node:crypto';
import type { Product } from '@bowerbird/catalog/product';
import {
  imageTypesByEnding,
  type UploadedImage,
  uploadedImageAddress,
  uploadedImagesOf,
} from '@bowerbird/catalog/stored/uploaded-image';
import { AppError } from '@bowerbird/contract/errors';
import type { UploadedImage as UploadedImageAnswer } from '@bowerbird/contract/products/images';
import { imageRoom } from '@bowerbird/contract/row-limits';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { requireBelow } from '../db/places.ts';
import type { ImageFiles } from './files.ts';
import type { ReadImage } from './read-image.ts';

/**
 * Stores an image of this owner. The same bytes again are the same image; uploading a lost file again restores it. Throws
 * `image.too-many` and `image.files-too-large`.
 */
export async function keepImage(
  db: OwnerDb,
  ownerId: string,
  files: ImageFiles,
  { bytes, ending, width, height }: ReadImage,
): Promise<UploadedImageAnswer> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await requireImageRoom(db, ownerId, { sha256, bytes: bytes.length });
  const row = await db
    .insertInto('uploaded_image')
    .values({
      id: v7(),
      owner_id: ownerId,
      sha256,
      ending,
      bytes: bytes.length,
      width,
      height,
    })
    .onConflict((conflict) =>
      conflict.columns(['owner_id', 'sha256']).doUpdateSet({ used_at: sql<Date>`now()` }),
    )
    .returning(['id', 'ending'])
    .executeTakeFirstOrThrow();
  // Writes the file before the row is visible, so that every known image exists.
  await files.put(row, bytes);
  return {
    id: row.id,
    address: uploadedImageAddress(row),
    type: imageTypesByEnding[row.ending],
    bytes: bytes.length,
    width,
    height,
  };
}

/**
 * Counts the images of this owner but the one of the same bytes. Uploads do not wait for each other: those that come at
 * once may together go beyond the limit by their number.
 */
async function requireImageRoom(
  db: OwnerDb,
  ownerId: string,
  image: { sha256: string; bytes: number },
): Promise<void> {
  const { count, bytes } = await db
    .selectFrom('uploaded_image')
    .select([sql<string>`count(*)`.as('count'), sql<string>`coalesce(sum(bytes), 0)`.as('bytes')])
    .where('owner_id', '=', ownerId)
    .where('sha256', '<>', image.sha256)
    .executeTakeFirstOrThrow();
  requireBelow('uploaded_image', Number(count));
  if (Number(bytes) + image.bytes > imageRoom.bytes) {
    throw new AppError('image.files-too-large', `${bytes} bytes before`, {
      params: { gigabytes: imageRoom.bytes / 1024 ** 3 },
    });
  }
}

/** Returns an image of this owner; undefined for another owner's. */
export async function findImage(
  db: OwnerDb,
  ownerId: string,
  id: string,
): Promise<UploadedImage | undefined> {
  return await db
    .selectFrom('uploaded_image')
    .select(['id', 'ending'])
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Locks the uploaded images that a product is about to be saved with, so that none is deleted as unused meanwhile.
 * Ignores images that the product had `before`. Throws `image.gone` for one that this owner does not have.
 */
export async function holdImages(
  db: OwnerDb,
  ownerId: string,
  product: Product,
  before: Product | null,
): Promise<void> {
  const had = new Set(before ? uploadedImagesOf(before).map(({ id }) => id) : []);
  const ids = uploadedImagesOf(product)
    .map(({ id }) => id)
    .filter((id) => !had.has(id))
    .sort();
  if (ids.length === 0) {
    return;
  }
  const held = await db
    .updateTable('uploaded_image')
    .set({ used_at: sql<Date>`now()` })
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .returning('id')
    .execute();
  if (held.length < ids.length) {
    throw new AppError('image.gone', `${ids.length - held.length} of ${ids.length} images`);
  }
}
