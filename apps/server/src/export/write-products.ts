import type { Product } from '@bowerbird/catalog/product';
import type { ExportNotices, ExportRequest } from '@bowerbird/contract/products/export';
import { asOwner, type Db } from '../db/database.ts';
import { eachContent, productIn } from './contents.ts';
import { FileParts, type WrittenPart } from './file-parts.ts';
import { findSharedHandles } from './handles.ts';
import { pointToFiles } from './images/point-to-files.ts';
import { NoticeCount } from './notices.ts';
import { requestedSheet } from './sheet.ts';

export interface ProductFileRequest extends Omit<ExportRequest, 'images'> {
  ownerId: string;
  /** The export: what the rows name where they have the columns of our ids. */
  runId: string;
  /** Replaces uploaded images by addresses that readers of the file can reach. */
  images(product: Product): Product;
  /** Paths to write instead of image addresses, by the address that `images` gives. */
  imageFiles?: ReadonlyMap<string, string>;
}

export interface WrittenProducts {
  /** The files, each at its own path. */
  parts: WrittenPart[];
  /** Products in the file. */
  products: number;
  /** Lines of the products, without the header. */
  rows: number;
  notices: ExportNotices;
}

/** What happens while a file is written. */
export interface WriteSteps {
  signal: AbortSignal;
  progress(products: number): void;
  /** Called with the products of the file, some at a time. */
  exported(products: readonly { id: string; revision: number }[]): Promise<void>;
}

/**
 * Writes the selected products into new files, each checked before: one file at this path, and further ones beside it
 * where it would be larger than the platform imports. The same products give the same bytes. A signal stops it between two
 * products; the caller must handle the unfinished file.
 */
export async function writeProducts(
  db: Db,
  { ownerId, runId, images, imageFiles, ...request }: ProductFileRequest,
  path: string,
  { signal, progress, exported }: WriteSteps,
): Promise<WrittenProducts> {
  const { selection } = request;
  const { handles, sheet } = await asOwner(db, ownerId, async (owned) => ({
    handles: await findSharedHandles(owned, ownerId, selection),
    sheet: await requestedSheet(owned, ownerId, request, runId),
  }));
  const { format } = sheet;
  const how = { kind: request.kind ?? format.kinds[0], mark: format.mark, sheetName: format.sheetName };
  const head = [sheet.header, ...(sheet.hint ? [sheet.hint] : [])];
  const parts = new FileParts(path, how, head, limitsOf(request, format.limits));
  const notices = new NoticeCount();
  let seen = 0;
  let products = 0;
  let rows = 0;
  /** The last page is noted while the next one is written. */
  let noted = Promise.resolve();
  try {
    await eachContent(db, ownerId, selection, async (batch) => {
      signal.throwIfAborted();
      for (const stored of batch) {
        const product = images(handles.apart(productIn(stored), stored.id));
        const written = sheet.write(product, stored.id);
        notices.add(product.title, written.notices);
        if (written.rows.length > 0) {
          await parts.add(imageFiles ? pointToFiles(written.rows, product, sheet, imageFiles) : written.rows);
          products += 1;
          rows += written.rows.length;
        }
      }
      await noted;
      noted = exported(batch);
      // If writing fails first, this is awaited below.
      noted.catch(() => void 0);
      seen += batch.length;
      progress(seen);
    });
    await noted;
    return { parts: await parts.finish(), products, rows, notices: notices.reported() };
  } catch (thrown) {
    await noted.catch(() => void 0);
    await parts.abandon();
    throw thrown;
  }
}

function limitsOf(
  { whole, bytesMax, rowsMax }: ExportRequest,
  limits: { bytes: number | null; rows: number | null },
): { bytes: number | null; rows: number | null } {
  const own = whole === true ? { bytes: null, rows: null } : limits;
  return { bytes: least(bytesMax, own.bytes), rows: least(rowsMax, own.rows) };
}

function least(wanted: number | undefined, limit: number | null): number | null {
  return wanted === undefined ? limit : Math.min(wanted, limit ?? wanted);
}
