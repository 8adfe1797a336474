import { encodeCsvRow } from '@bowerbird/catalog/csv';
import type { Product } from '@bowerbird/catalog/product';
import type { ExportFormat, ExportNotices } from '@bowerbird/contract/products/export';
import type { Selection } from '@bowerbird/contract/products/products';
import { shopifyCsvHeader } from '@bowerbird/files/formats/shopify/write';
import { writtenProduct } from '@bowerbird/files/formats/shopify/written-product';
import { asOwner, type Db } from '../db/database.ts';
import { eachContent } from './contents.ts';
import { findSharedHandles } from './handles.ts';
import { NoticeCount } from './notices.ts';
import { ProductFile, type WrittenFile } from './product-file.ts';

export interface ProductFileRequest {
  ownerId: string;
  format: ExportFormat;
  selection: Selection;
  /** Replaces uploaded images by addresses that readers of the file can reach. */
  images(product: Product): Product;
}

export interface WrittenProducts extends WrittenFile {
  /** Products in the file. */
  products: number;
  /** Lines of the products, without the header. */
  rows: number;
  notices: ExportNotices;
}

/**
 * Writes the selected products into a new file at this path, each checked before (`writtenProduct`). The same products
 * give the same bytes. A signal stops it between two products; the caller must handle the unfinished file.
 */
export async function writeProducts(
  db: Db,
  { ownerId, format, selection, images }: ProductFileRequest,
  path: string,
  { signal, progress }: { signal: AbortSignal; progress(products: number): void },
): Promise<WrittenProducts> {
  const handles = await asOwner(db, ownerId, (owned) => findSharedHandles(owned, ownerId, selection));
  const file = await ProductFile.create(path);
  const notices = new NoticeCount();
  let seen = 0;
  let products = 0;
  let rows = 0;
  try {
    file.add(encodeCsvRow(shopifyCsvHeader(format), '\n'));
    await eachContent(db, ownerId, selection, async (batch) => {
      signal.throwIfAborted();
      for (const { id, content } of batch) {
        const product = images(handles.apart(JSON.parse(content) as Product, id));
        const written = writtenProduct(product, format);
        for (const row of written.rows) {
          file.add(encodeCsvRow(row, '\n'));
        }
        notices.add(product.title, written.notices);
        products += written.rows.length > 0 ? 1 : 0;
        rows += written.rows.length;
        if (file.isFull) {
          await file.writeAdded();
        }
      }
      seen += batch.length;
      progress(seen);
    });
    return { ...(await file.finish()), products, rows, notices: notices.reported() };
  } catch (thrown) {
    await file.abandon();
    throw thrown;
  }
}
