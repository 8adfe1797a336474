import { encodeCsvRow } from '@bowerbird/catalog/csv';
import type { Product } from '@bowerbird/catalog/product';
import type { ExportFormat } from '@bowerbird/contract/export';
import type { Selection } from '@bowerbird/contract/products';
import { variantsMax, writablePictures } from '@bowerbird/platforms/shopify/csv/fit';
import { encodeShopifyProduct, shopifyCsvHeader } from '@bowerbird/platforms/shopify/csv/write';
import { asOwner, type Db } from '../db/database.ts';
import { eachContent } from './contents.ts';
import { GoodsFile, type WrittenFile } from './goods-file.ts';
import { findSharedHandles } from './handles.ts';

export interface GoodsAsk {
  ownerId: string;
  format: ExportFormat;
  selection: Selection;
  /** Puts addresses of uploaded images in, that readers of the file can reach. */
  images(product: Product): Product;
}

export interface WrittenGoods extends WrittenFile {
  products: number;
  /** Lines of goods, the header not counted. */
  rows: number;
}

/**
 * Writes the selected products into a new file at this path. The same products give the same bytes. A signal that fires
 * stops it between two products; the unfinished file is left to the caller.
 */
export async function writeGoods(
  db: Db,
  { ownerId, format, selection, images }: GoodsAsk,
  path: string,
  { signal, progress }: { signal: AbortSignal; progress(products: number): void },
): Promise<WrittenGoods> {
  const handles = await asOwner(db, ownerId, (owned) => findSharedHandles(owned, ownerId, selection));
  const file = await GoodsFile.create(path);
  let products = 0;
  let rows = 0;
  try {
    file.add(encodeCsvRow(shopifyCsvHeader(format), '\n'));
    await eachContent(db, ownerId, selection, async (batch) => {
      signal.throwIfAborted();
      for (const { id, content } of batch) {
        const product = images(handles.apart(JSON.parse(content) as Product, id));
        file.add(encodeShopifyProduct(product, format));
        rows += rowsOf(product);
        if (file.isFull) {
          await file.writeAdded();
        }
      }
      products += batch.length;
      progress(products);
    });
    return { ...(await file.finish()), products, rows };
  } catch (thrown) {
    await file.abandon();
    throw thrown;
  }
}

/** Variants and pictures stand side by side in the file. */
function rowsOf(product: Product): number {
  return Math.max(Math.min(product.variants.length, variantsMax), writablePictures(product).length);
}
