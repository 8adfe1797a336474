import type { previewExport } from '@bowerbird/contract/export';
import type { AnswerOf } from '@bowerbird/contract/route';
import { lost } from '@bowerbird/platforms/shopify/csv/fit';
import { shopifyCsvHeader, shopifyCsvRows } from '@bowerbird/platforms/shopify/csv/write';
import type { OwnerDb } from '../db/database.ts';
import { whereSelected } from '../products/filter.ts';
import { countSelection } from '../products/selection.ts';
import { findSharedHandles } from './handles.ts';
import type { GoodsAsk } from './write-goods.ts';

/** What is lost is counted over so many products. */
const sampleSize = 100;
const rowsMax = 20;

/** The file's first rows, cell by cell as they will stand in it, and what the format leaves out of a sample. */
export async function previewGoods(
  db: OwnerDb,
  ownerId: string,
  { format, selection, images }: Omit<GoodsAsk, 'ownerId'>,
): Promise<AnswerOf<typeof previewExport>> {
  const sample = await db
    .selectFrom('own_product')
    .select(['id', 'content'])
    .where(whereSelected(ownerId, selection))
    .orderBy('id')
    .limit(sampleSize)
    .execute();
  const handles = await findSharedHandles(db, ownerId, selection);
  const losses = new Map<string, number>();
  const rows: string[][] = [];
  for (const { id, content: stored } of sample) {
    const content = images(stored);
    for (const loss of lost(content)) {
      losses.set(loss, (losses.get(loss) ?? 0) + 1);
    }
    if (rows.length < rowsMax) {
      rows.push(...shopifyCsvRows(handles.apart(content, id), format).slice(0, rowsMax - rows.length));
    }
  }
  return {
    products: await countSelection(db, ownerId, selection),
    header: shopifyCsvHeader(format),
    rows,
    lost: [...losses].map(([what, products]) => ({ what, products })),
  };
}
