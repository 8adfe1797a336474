import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signIn } from '../../../testing/api/app.ts';
import { testDatabase } from '../../../testing/database/database.ts';
import { mug, ownProducts } from '../../../testing/products/products.ts';
import { api, exportBench, type Merchant } from '../testing/export-bench.ts';

const { db } = await testDatabase();
const { app, accounts, exportsFolder, merchant, start, work, filesOf, download } = await exportBench(db);

describe('a file', () => {
  it('is downloaded as an attachment under a safe name, and by nobody else [asvs 3.2.1] [asvs 5.4.1] [asvs 5.4.2]', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    await ownProducts(db, ann.ownerId, [mug]);
    await work(ann, await start(ann));
    const [file] = await filesOf(ann);

    const mine = await download(ann, file?.id ?? '');
    const theirs = await download(ben, file?.id ?? '');
    const nobodys = await app.inject({ url: `${api}/exports/files/${file?.id}/download` });

    expect(mine.headers['content-disposition']).toMatch(
      /^attachment; filename="products-shopify-[\d-]+\.csv"$/,
    );
    expect(mine.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(mine.headers['x-content-type-options']).toBe('nosniff');
    expect([mine.statusCode, theirs.statusCode, nobodys.statusCode]).toEqual([200, 404, 401]);
    expect(await filesOf(ben)).toEqual([]);
  });

  it('that was deleted is gone from list and disk', async () => {
    const [ann, ben] = [await merchant(), await merchant()];
    await ownProducts(db, ann.ownerId, [mug]);
    const runId = await start(ann);
    await work(ann, runId);
    const [file] = await filesOf(ann);
    const remove = (who: Merchant) =>
      app.inject({ method: 'DELETE', url: `${api}/exports/files/${file?.id}`, headers: who.headers });

    const unmanaged = await remove(ben);
    const owner = await remove(ann);

    expect([unmanaged.statusCode, owner.statusCode]).toEqual([404, 200]);
    expect(readdirSync(exportsFolder)).not.toContain(`${runId}.csv`);
    expect((await download(ann, file?.id ?? '')).statusCode).toBe(404);
  });

  it('whose data folder lost it says so', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);
    const runId = await start(ann);
    await work(ann, runId);
    rmSync(join(exportsFolder, `${runId}.csv`));
    const [file] = await filesOf(ann);

    expect((await download(ann, file?.id ?? '')).json()).toMatchObject({ code: 'export.file-gone' });
  });
});

it('the administrator, who acts for nobody, exports nothing', async () => {
  const headers = await signIn(app, accounts.administrator);

  const answer = await app.inject({ url: `${api}/exports/files`, headers });

  expect(answer.statusCode).toBe(403);
});
