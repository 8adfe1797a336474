import type { previewExport } from '@bowerbird/contract/products/export';
import type { AnswerOf } from '@bowerbird/contract/route';
import { mapInTurns } from '../async/map-in-turns.ts';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/list/filter.ts';
import { countSelection } from '../products/list/selection.ts';
import { findSharedHandles } from './handles.ts';
import { NoticeCount } from './notices.ts';
import { requestedSheet } from './sheet.ts';
import type { ProductFileRequest } from './write-products.ts';

/** Number of products in the sample from which notices are counted, and most rows shown. */
const sampleSize = 100;
const rowsMax = 20;

/** Returns the file's first rows, cell by cell as in the file, and the notices about a sample. */
export async function previewProducts(
  db: OwnerDb,
  ownerId: string,
  { images, ...request }: Omit<ProductFileRequest, 'ownerId' | 'runId' | 'imageFiles'>,
): Promise<AnswerOf<typeof previewExport>> {
  const { selection } = request;
  const sheet = await requestedSheet(db, ownerId, request, null);
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
  await mapInTurns(sample, ({ id, content: stored }) => {
    const content = images(stored);
    const written = sheet.write(handles.apart(content, id), id);
    notices.add(content.title, written.notices);
    rows.push(...written.rows.slice(0, rowsMax - rows.length));
  });
  return {
    products: await countSelection(db, ownerId, selection),
    columns: [...sheet.columns],
    kinds: [...sheet.format.kinds],
    bytesMax: sheet.format.limits.bytes,
    rowsMax: sheet.format.limits.rows,
    header: [...sheet.header],
    rows,
    notices: notices.reported(),
  };
}
