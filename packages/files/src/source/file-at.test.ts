import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileAt } from './file-at.ts';
import { openTable } from './open-table.ts';

it('a file that is written to while it is read is refused, with the row that was reached', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-'));
  const path = join(folder, 'products.csv');
  writeFileSync(path, `Title,Price\n${'Lamp,12\n'.repeat(100_000)}`);
  const source = await fileAt(path);
  try {
    const file = await openTable(source);
    const ended = await file.rows(0, () => {
      appendFileSync(path, 'Chair,7\n');
    });

    expect(ended).toMatchObject({ code: 'file.changed' });
    expect(ended?.row).toBeGreaterThan(1_000);
  } finally {
    await source.close();
    rmSync(folder, { recursive: true });
  }
});

it('a file that stays as it is is read to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-'));
  const path = join(folder, 'products.csv');
  writeFileSync(path, `Title,Price\n${'Lamp,12\n'.repeat(50_000)}`);
  const source = await fileAt(path);
  let rows = 0;
  try {
    const file = await openTable(source);

    expect(
      await file.rows(0, (batch) => {
        rows += batch.length;
      }),
    ).toBeNull();
    expect(rows).toBe(50_001);
  } finally {
    await source.close();
    rmSync(folder, { recursive: true });
  }
});
