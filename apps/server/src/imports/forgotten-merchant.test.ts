import { existsSync, utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { oneImport } from '../../testing/one-of-everything/one-import.ts';
import { wholeApi } from '../../testing/one-of-everything/one-of-everything.ts';
import { withClient } from '../backup/testing.ts';
import { forgetUploads } from '../uploads/forgetting.ts';
import { partFilesIn } from '../uploads/storing/parts-in-folder.ts';

const { db, adminUrl } = await testDatabase();
const { services, ann } = await wholeApi(db);

it('with a merchant go suppliers, imports, rows and bytes, and the uploaded file a day later', async () => {
  const { fileId } = await oneImport(services, ann.ownerId);
  const files = partFilesIn(services.config.dataFolder);
  const rows = (ownerId: string) =>
    withClient(adminUrl, async (client) => {
      const { rows: tables } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.columns
          where table_schema = 'public' and column_name = 'owner_id' and table_name ~ '^(import|file_source|exported)' order by 1`,
      );
      const counts: Record<string, number> = {};
      for (const { name } of tables) {
        const found = await client.query(`select from ${name} where owner_id = $1`, [ownerId]);
        counts[name] = found.rows.length;
      }
      return counts;
    });
  const before = await rows(ann.ownerId);
  expect(before).toMatchObject({
    file_source: 1,
    import: 1,
    import_bytes: 1,
    import_fault: 1,
    import_file: 1,
  });

  await withClient(adminUrl, (client) => client.query('delete from owner where id = $1', [ann.ownerId]));
  const longAgo = new Date(Date.now() - 48 * 3600_000);
  utimesSync(files.pathOf(fileId), longAgo, longAgo);
  const gone = await forgetUploads(db, files, Date.now());

  expect(Object.values(await rows(ann.ownerId)).every((count) => count === 0)).toBe(true);
  expect(gone).toEqual({ unused: 0, stray: 1 });
  expect(existsSync(files.pathOf(fileId))).toBe(false);
});
