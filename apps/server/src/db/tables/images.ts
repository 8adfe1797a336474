import type { ImageEnding } from '@bowerbird/catalog/stored/uploaded-image';
import type { ColumnType } from 'kysely';

type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

/** An image that a merchant uploaded; its bytes are in `images/` of the data folder. */
export interface UploadedImageTable {
  id: string;
  owner_id: string;
  /** SHA-256 of the stored file, in hexadecimal. */
  sha256: string;
  ending: ImageEnding;
  bytes: number;
  /** Size as displayed, in pixels. */
  width: number;
  height: number;
  created_at: Instant;
  /** When it was last uploaded, saved with a product, or found in use. */
  used_at: Instant;
}

export interface ImagesTables {
  uploaded_image: UploadedImageTable;
}
