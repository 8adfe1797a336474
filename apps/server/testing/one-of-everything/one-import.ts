import { textRows, workbookOf } from '@bowerbird/files/testing/workbook';
import { asOwner } from '../../src/db/database.ts';
import { workOnImport } from '../../src/imports/import-job.ts';
import { writeImport } from '../../src/imports/start.ts';
import type { Services } from '../../src/services/services.ts';
import { announceFile } from '../../src/uploads/queries.ts';
import { receivePart } from '../../src/uploads/receive-part.ts';
import { partFilesOf } from '../../src/uploads/storing/part-files-of.ts';

const rows = [
  ['Handle', 'Title', 'Variant Price'],
  ['secret-mug', 'Secret mug', '12.50'],
  ['secret-cup', 'Secret cup', '12 dollars'],
];

/** Uploads a workbook of a supplier's and checks it, one product with an error; returns the run's id and the file's. */
export async function oneImport(
  services: Services,
  ownerId: string,
): Promise<{ runId: string; fileId: string }> {
  const { db } = services;
  const bytes = await workbookOf({ sheets: { Prices: textRows(rows) } });
  const { id: fileId } = await asOwner(db, ownerId, (owned) =>
    announceFile(owned, ownerId, { name: 'secret-mugs.xlsx', bytes: bytes.length, createdBy: null }),
  );
  const part = { id: fileId, from: 0, bytes };
  await receivePart((work) => asOwner(db, ownerId, work), partFilesOf(services), ownerId, part);
  const run = await asOwner(db, ownerId, (owned) =>
    writeImport(
      owned,
      { ownerId, userId: null },
      {
        fileId,
        dialect: { encoding: null, separator: null },
        mapping: {
          version: 1,
          sheet: null,
          headerRow: null,
          products: { by: 'format', format: 'shopify' },
          remedies: [],
        },
        key: 'handle',
        into: { as: 'source', source: { name: 'Secret supplier' }, whole: false },
      },
    ),
  );
  await workOnImport(services, run, {
    signal: new AbortController().signal,
    progress: () => undefined,
    workedMs: () => 0,
    heldInVain: false,
  });
  return { runId: run.id, fileId };
}
