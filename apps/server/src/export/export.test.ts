import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeCsvRow } from '@bowerbird/catalog/csv';
import { uploadedImageAddress } from '@bowerbird/catalog/stored/uploaded-image';
import type { ExportFormat } from '@bowerbird/contract/products/export';
import type { Selection } from '@bowerbird/contract/products/products';
import { checkShopifyCsv } from '@bowerbird/files/formats/shopify/check';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts, sampleProduct, variant } from '../../testing/products/products.ts';
import { readConfig } from '../config/config.ts';
import { asOwner } from '../db/database.ts';
import { changeRun, createRun, getRun } from '../runs/runs.ts';
import { exportJob } from './export-job.ts';
import { exportBrowserRoutes, exportRoutes } from './routes.ts';

const { db } = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-export-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const config = readConfig({ BOWERBIRD_DATA: dataFolder, LOG_LEVEL: 'silent' });
const { app, services, woken, accounts } = await testApp(db, {
  served: exportRoutes,
  browserServed: exportBrowserRoutes,
  services: { config },
});
const api = '/shop-reptile/api';
const all: Selection = { filter: {}, except: [] };

async function merchant() {
  const account = await anotherMerchant(db, crypto.randomUUID());
  return { ownerId: account.ownerId, headers: await signIn(app, account) };
}
type Merchant = Awaited<ReturnType<typeof merchant>>;

async function start(
  { headers }: Merchant,
  selection = all,
  format: ExportFormat = 'shopify',
): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: `${api}/exports`,
    headers,
    payload: { format, selection },
  });
  expect(answer.statusCode).toBe(202);
  return answer.json<{ data: { runId: string } }>().data.runId;
}

function work({ ownerId }: Merchant, runId: string, signal = new AbortController().signal): Promise<void> {
  return exportJob(services).work({ runId, ownerId, key: runId }, signal);
}

async function filesOf({ headers }: Merchant) {
  const answer = await app.inject({ url: `${api}/exports/files`, headers });
  return answer.json<{
    data: {
      items: {
        id: string;
        runId: string;
        sha256: string;
        bytes: number;
        products: number;
        rows: number;
        name: string;
        notices: unknown[];
      }[];
    };
  }>().data.items;
}

async function download({ headers }: Merchant, id: string) {
  // Requests like a browser: with the cookie only.
  return await app.inject({
    url: `${api}/exports/files/${id}/download`,
    cookies: { 'Access-Token': headers['access-token'] },
  });
}

describe('an exported file', () => {
  it.each(['shopify', 'shopify-new'] as const)(
    'in the format %s is taken by every rule of the importer',
    async (format) => {
      const ann = await merchant();
      const products = Array.from({ length: 120 }, (_, index) => sampleProduct(index));
      await ownProducts(db, ann.ownerId, products);

      const runId = await start(ann, all, format);
      await work(ann, runId);

      const [file] = await filesOf(ann);
      const text = (await download(ann, file?.id ?? '')).body;
      expect(checkShopifyCsv(text)).toEqual([]);
      expect(file).toMatchObject({ runId, products: 120, bytes: Buffer.byteLength(text) });
      expect(file?.sha256).toBe(createHash('sha256').update(text).digest('hex'));
      const run = await asOwner(db, ann.ownerId, (owned) => getRun(owned, ann.ownerId, runId));
      expect(run).toMatchObject({ state: 'complete', done: 120, total: 120 });
    },
  );

  it('leaves out what has no price, repairs what is not sound, and says of each which', async () => {
    const ann = await merchant();
    const unpriced = variant({ price: null });
    const similar = [
      variant({ optionValues: ['S'], sku: 'A' }),
      variant({ id: 'v2', optionValues: ['S'], sku: 'B' }),
    ];
    const some = [variant({ optionValues: ['S'] }), variant({ id: 'v2', optionValues: ['L'], price: null })];
    const options = [{ name: 'Size', values: ['S', 'L'] }];
    const plain = { ...mug, images: [], categories: [], currency: null, attributes: [], priceTiers: [] };
    await ownProducts(db, ann.ownerId, [
      { ...plain, title: 'On request', handle: 'on-request', options: [], variants: [unpriced] },
      { ...plain, title: 'Alike', handle: 'similar', options, variants: similar },
      { ...plain, title: 'Partly', handle: 'partly', options, variants: some },
    ]);

    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    const text = (await download(ann, file?.id ?? '')).body;
    expect(checkShopifyCsv(text)).toEqual([]);
    expect(text).not.toContain('on-request');
    expect(text).toContain('S (2)');
    expect(file).toMatchObject({ products: 2, rows: 3 });
    expect(file?.notices).toEqual([
      { what: 'no-price', products: 1, titles: ['On request'] },
      { what: 'combinations-set-apart', products: 1, titles: ['Alike'] },
      { what: 'variants-without-price', products: 1, titles: ['Partly'] },
    ]);
  });

  it('has the same bytes whenever the same products are exported', { tags: ['slow'] }, async () => {
    const ann = await merchant();
    await ownProducts(
      db,
      ann.ownerId,
      Array.from({ length: 450 }, (_, index) => sampleProduct(index)),
    );

    for (const _ of [1, 2]) {
      await work(ann, await start(ann));
    }

    const [one, two] = await filesOf(ann);
    expect(one?.sha256).toBe(two?.sha256);
    expect(one?.id).not.toBe(two?.id);
  });

  it('leaves codes as they are, and every text as a store is to have it', async () => {
    const ann = await merchant();
    const variants = ['0017', '90.750', '1e10', '=A1+1'].map((sku, index) =>
      variant({ id: `v${index}`, sku, optionValues: [sku] }),
    );
    const options = [{ name: 'Code', values: variants.map(({ sku }) => sku ?? '') }];
    await ownProducts(db, ann.ownerId, [{ ...mug, title: '=cmd()', options, variants }]);

    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    const { body } = await download(ann, file?.id ?? '');
    for (const code of ['0017', '90.750', '1e10', '=A1+1', '=cmd()']) {
      expect(body).toContain(`,${code},`);
    }
    expect(file?.rows).toBe(4);
  });

  it('keeps two products with one handle apart', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug, { ...mug, handle: 'Blue-Mug' }, mug]);

    await work(ann, await start(ann));

    const [file] = await filesOf(ann);
    expect(checkShopifyCsv((await download(ann, file?.id ?? '')).body)).toEqual([]);
  });

  it('holds what was selected and no more', async () => {
    const ann = await merchant();
    const [first = '', second = ''] = await ownProducts(db, ann.ownerId, [
      { ...mug, handle: 'one' },
      { ...mug, handle: 'two' },
      { ...mug, title: 'Lamp', handle: 'three' },
    ]);

    await work(ann, await start(ann, { filter: { text: 'blue' }, except: [first] }));
    await work(ann, await start(ann, { ids: [second] }));

    const files = await filesOf(ann);
    const bodies = await Promise.all(files.map(async ({ id }) => (await download(ann, id)).body));
    expect(bodies[0]).toContain('\ntwo,');
    expect(bodies[0]).not.toMatch(/\n(one|three),/);
    expect(bodies[0]).toBe(bodies[1]);
  });

  it('has the public address of an uploaded image, or the preview names it as left out', async () => {
    const ann = await merchant();
    const url = uploadedImageAddress({ id: crypto.randomUUID(), ending: 'jpg' });
    await ownProducts(db, ann.ownerId, [
      { ...mug, images: [...mug.images, { url, alt: '', width: null, height: null }] },
    ]);
    const preview = async () => {
      const payload = { format: 'shopify', selection: all };
      const answer = await app.inject({
        method: 'POST',
        url: `${api}/exports/preview`,
        headers: ann.headers,
        payload,
      });
      return answer.json<{ data: { rows: string[][]; notices: { what: string }[] } }>().data;
    };

    const without = await preview();
    config.publicUrl = 'https://bower.example';
    const withAddress = await preview();
    config.publicUrl = undefined;

    expect(without.notices).toContainEqual(expect.objectContaining({ what: 'uploaded-images', products: 1 }));
    expect(without.notices.map(({ what }) => what)).not.toContain('images-not-on-the-web');
    expect(JSON.stringify(without.rows)).not.toContain('bowerbird-image');
    expect(withAddress.notices.map(({ what }) => what)).not.toContain('uploaded-images');
    expect(JSON.stringify(withAddress.rows)).toMatch(
      /https:\/\/bower\.example\/shop-reptile\/api\/public-images\/[\w-]{22}-[\da-f-]{36}\.jpg/,
    );
  });

  it('is what the preview showed', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);

    const answer = await app.inject({
      method: 'POST',
      url: `${api}/exports/preview`,
      headers: ann.headers,
      payload: { format: 'shopify', selection: all },
    });
    await work(ann, await start(ann));

    const { data } = answer.json<{
      data: { products: number; header: string[]; rows: string[][]; notices: unknown[] };
    }>();
    const [file] = await filesOf(ann);
    const [header, row] = (await download(ann, file?.id ?? '')).body.split('\n');
    expect(data.header.join(',')).toBe(header);
    expect(data.rows.map((cells) => encodeCsvRow(cells, '\n'))).toEqual([`${row}\n`]);
    expect(data.products).toBe(1);
    expect(data.notices).toContainEqual(expect.objectContaining({ what: 'categories', products: 1 }));
  });
});

describe('an export run', () => {
  it('with nothing selected is not begun', async () => {
    const ann = await merchant();

    const answer = await app.inject({
      method: 'POST',
      url: `${api}/exports`,
      headers: ann.headers,
      payload: { format: 'shopify', selection: all },
    });

    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'export.nothing' });
  });

  it('begun is woken with its number of products', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug, mug]);

    const runId = await start(ann);

    expect(woken).toContain(runId);
    expect(await asOwner(db, ann.ownerId, (owned) => getRun(owned, ann.ownerId, runId))).toMatchObject({
      total: 2,
      kind: 'export',
    });
  });

  it('stopped by the server leaves nothing behind, and started again makes the whole file', {
    tags: ['slow'],
  }, async () => {
    const ann = await merchant();
    await ownProducts(
      db,
      ann.ownerId,
      Array.from({ length: 450 }, (_, index) => sampleProduct(index)),
    );
    const runId = await start(ann);
    // An old file left by a try that was killed.
    const orphan = join(dataFolder, 'exports', `${runId}.0badbeef.part`);
    writeFileSync(orphan, 'half');
    utimesSync(orphan, 1, 1);

    await expect(work(ann, runId, AbortSignal.abort(new Error('The server is stopping.')))).rejects.toThrow();
    const between = readdirSync(join(dataFolder, 'exports')).filter((name) => name.startsWith(runId));
    await work(ann, runId);

    expect(between).toEqual([]);
    expect(readdirSync(join(dataFolder, 'exports')).filter((name) => name.startsWith(runId))).toEqual([
      `${runId}.csv`,
    ]);
    expect(await filesOf(ann)).toMatchObject([{ runId, products: 450 }]);
  });

  it('that was cancelled makes no file', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);
    const runId = await start(ann);
    await asOwner(db, ann.ownerId, (owned) => changeRun(owned, ann.ownerId, runId, { wanted: 'cancel' }));

    await work(ann, runId);

    expect(await filesOf(ann)).toEqual([]);
    expect(await asOwner(db, ann.ownerId, (owned) => getRun(owned, ann.ownerId, runId))).toMatchObject({
      state: 'cancelled',
    });
  });

  it('delivered twice keeps one file under one id', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);
    const request = { format: 'shopify', selection: all };
    const runId = await asOwner(db, ann.ownerId, (owned) =>
      createRun(owned, ann.ownerId, { kind: 'export', title: 'x.csv', request, createdBy: null }),
    );

    await Promise.all([work(ann, runId), work(ann, runId)]);

    expect(await filesOf(ann)).toHaveLength(1);
  });
});

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
    expect(readdirSync(join(dataFolder, 'exports'))).not.toContain(`${runId}.csv`);
    expect((await download(ann, file?.id ?? '')).statusCode).toBe(404);
  });

  it('whose data folder lost it says so', async () => {
    const ann = await merchant();
    await ownProducts(db, ann.ownerId, [mug]);
    const runId = await start(ann);
    await work(ann, runId);
    rmSync(join(dataFolder, 'exports', `${runId}.csv`));
    const [file] = await filesOf(ann);

    expect((await download(ann, file?.id ?? '')).json()).toMatchObject({ code: 'export.file-gone' });
  });
});

it('the administrator, who acts for nobody, exports nothing', async () => {
  const headers = await signIn(app, accounts.administrator);

  const answer = await app.inject({ url: `${api}/exports/files`, headers });

  expect(answer.statusCode).toBe(403);
});
