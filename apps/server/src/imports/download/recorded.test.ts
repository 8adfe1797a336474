import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { apiBase } from '@bowerbird/contract/route';
import { recognised } from '@bowerbird/files/formats/all';
import { bytesSource } from '@bowerbird/files/source/file-source';
import { openTable } from '@bowerbird/files/source/open-table';
import type { NotedRow } from '@bowerbird/files/text/table-row';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/database.ts';
import { importBench } from '../testing.ts';

const folder = join(import.meta.dirname, '../../../../../../shared/fixtures');
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(?:csv(?:\.gz)?|xlsx)$/.test(file),
    )
  : [];
const { db } = await testDatabase();
const bench = await importBench(db);

async function headerOf(bytes: Buffer): Promise<readonly string[]> {
  const rows: NotedRow[] = [];
  const table = await openTable(bytesSource(bytes));
  await table.rows(0, (batch) => rows.push(...batch) === 0);
  return rows[0]?.cells ?? [];
}

describe.runIf(recorded.length > 0)('every recorded file', () => {
  it.each(recorded)(
    '%s comes back byte for byte from its stored rows, with and without edits',
    { tags: ['slow'] },
    async (file) => {
      const content = readFileSync(join(folder, file));
      const bytes = file.endsWith('.gz') ? gunzipSync(content) : content;
      const format = recognised(await headerOf(bytes))?.id ?? 'shopify';

      const checked = await bench.check(bytes, {
        into: { as: 'source', source: { name: file.slice(-90) }, whole: false },
        mapping: {
          version: 1,
          sheet: null,
          headerRow: null,
          products: { by: 'format', format },
          remedies: [],
        },
      });
      await bench.call('DELETE', `/imports/files/${checked.file.id}`);

      expect(checked.state).toBe('checked');
      for (const what of ['file', 'edited-file']) {
        const { rawPayload } = await bench.app.inject({
          method: 'GET',
          url: `${apiBase}/imports/${checked.id}/${what}`,
          cookies: { 'Access-Token': bench.headers['access-token'], lang: 'en-US' },
        });
        expect(rawPayload.equals(bytes)).toBe(true);
      }
    },
  );
});
