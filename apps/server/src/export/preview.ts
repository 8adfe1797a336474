import type { previewExport } from '@bowerbird/contract/products/export';
import type { AnswerOf } from '@bowerbird/contract/route';
import { shopifyCsvHeader } from '@bowerbird/files/formats/shopify/write';
import { writtenProduct } from '@bowerbird/files/formats/shopify/written-product';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/filter.ts';
import { countSelection } from '../products/selection.ts';
import { findSharedHandles } from './handles.ts';
import { NoticeCount } from './notices.ts';
import type { ProductFileRequest } from './write-products.ts';

/** Number of products in the sample from which notices are counted, and most rows shown. */
const sampleSize = 100;
const rowsMax = 20;

/** Returns the file's first rows, cell by cell as in the file, and the notices about a sample. */
export async function previewProducts(
  db: OwnerDb,
  ownerId: string,
  { format, selection, images }: Omit<ProductFileRequest, 'ownerId'>,
): Promise<AnswerOf<typeof previewExport>> {
  const sample = await db
    .selectFrom('own_product')
    .select(['id', 'content'])
    .where(whereSelected(ownerId, selection))
    .orderBy('id')
    .limit(sampleSize)
    .execute();
  const handles = await findSharedHandles(db, ownerId, selection);
  const notices = new NoticeCount();
  const rows: string[][] = [];
  for (const { id, content: stored } of sample) {
    const content = images(stored);
    const written = writtenProduct(handles.apart(content, id), format);
    notices.add(content.title, written.notices);
    rows.push(...written.rows.slice(0, rowsMax - rows.length));
  }
  return {
    products: await countSelection(db, ownerId, selection),
    header: shopifyCsvHeader(format),
    rows,
    notices: notices.reported(),
  };
}
