import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import type { ExportRequest } from '@bowerbird/contract/products/export';
import { exportFormats } from '@bowerbird/contract/products/export';
import { fileFormats } from '@bowerbird/files/formats/all';
import { readTable } from '@bowerbird/files/formats/read-table';
import { readCsv } from '@bowerbird/files/text/csv-reader';
import { unzipSync } from 'fflate';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../testing/api/app.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { mug, ownProducts, sampleProduct, variant } from '../../testing/products/products.ts';
import { readConfig } from '../config/config.ts';
import { exportJob } from './export-job.ts';
import { exportBrowserRoutes, exportRoutes } from './routes.ts';

const { db } = await testDatabase();
const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-export-formats-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
const config = readConfig({ BOWERBIRD_DATA: dataFolder, LOG_LEVEL: 'silent' });
const { app, services } = await testApp(db, {
  served: exportRoutes,
  browserServed: exportBrowserRoutes,
  services: { config },
});
const api = '/shop-reptile/api';

async function merchantWith(products: readonly Product[]) {
  const account = await anotherMerchant(db, crypto.randomUUID());
  await ownProducts(db, account.ownerId, [...products]);
  return { ownerId: account.ownerId, headers: await signIn(app, account) };
}

interface Exported {
  name: string;
  products: number;
  rows: number;
  notices: { what: string; products: number }[];
  bytes: Buffer;
  type: string;
}

async function exported(
  { ownerId, headers }: Awaited<ReturnType<typeof merchantWith>>,
  request: Omit<ExportRequest, 'selection'>,
): Promise<Exported> {
  const payload = { ...request, selection: { filter: {}, except: [] } };
  const started = await app.inject({ method: 'POST', url: `${api}/exports`, headers, payload });
  expect(started.json()).toMatchObject({ data: { runId: expect.any(String) } });
  const { runId } = started.json<{ data: { runId: string } }>().data;
  await exportJob(services).work({ runId, ownerId, key: runId }, new AbortController().signal);
  const listed = await app.inject({ url: `${api}/exports/files`, headers });
  const file = listed
    .json<{ data: { items: (Omit<Exported, 'bytes' | 'type'> & { id: string; runId: string })[] } }>()
    .data.items.find((each) => each.runId === runId);
  const answer = await app.inject({
    url: `${api}/exports/files/${file?.id ?? ''}/download`,
    cookies: { 'Access-Token': headers['access-token'] },
  });
  if (!file) {
    throw new Error(`run ${runId} left no file`);
  }
  return { ...file, bytes: answer.rawPayload, type: String(answer.headers['content-type']) };
}

const samples = Array.from({ length: 40 }, (_, index) => sampleProduct(index));

describe.each(exportFormats)('%s', (format) => {
  it('is read back by our reader: every product, every variant with its price', async () => {
    const merchant = await merchantWith(samples);

    const { bytes, products, rows, name } = await exported(merchant, { format, kind: 'csv' });

    const read = readTable(readCsv(bytes.toString('utf8')));
    const back = read.products.flatMap(({ product }) => product ?? []);
    expect(name).toMatch(/\.csv$/);
    expect(read.format?.id).toBe(format);
    expect(read.products.flatMap(({ faults }) => faults)).toEqual([]);
    expect([products, back.length]).toEqual([samples.length, samples.length]);
    expect(rows).toBeGreaterThanOrEqual(samples.length);
    expect(back.map(({ title }) => title)).toEqual(samples.map(({ title }) => title));
    expect(back.map(({ variants }) => variants.map(({ price, sku }) => [sku, price]))).toEqual(
      samples.map(({ variants }) => variants.map(({ price, sku }) => [sku, price])),
    );
  });
});

it('a store gets every text as it is; a person who opens the file gets no formula, and HTML as it is', async () => {
  const product: Product = {
    ...mug,
    title: '-5 °C bottle',
    descriptionHtml: '\n=1',
    options: [{ name: 'Colour', values: ['-Red'] }],
    variants: [variant({ optionValues: ['-Red'], sku: '0017' })],
  };
  const merchant = await merchantWith([product]);

  const forStore = (await exported(merchant, { format: 'woocommerce' })).bytes.toString('utf8');
  const forPeople = (
    await exported(merchant, { format: 'woocommerce', protectFormulas: true })
  ).bytes.toString('utf8');

  expect(forStore).not.toContain("'");
  expect(forPeople).toContain("'-5 °C bottle");
  expect(forPeople).toContain("'-Red");
  expect(forPeople).toContain('\\n=1');
  expect(forPeople).not.toContain("'\\n");
  expect(forPeople).toContain('0017');
});

it('a file is split where its platform would refuse it, without being asked to', {
  tags: ['slow'],
}, async () => {
  const most = 15 * 1024 ** 2;
  const long = 'x'.repeat(500_000);
  const many = Math.ceil(most / long.length) + 3;
  const merchant = await merchantWith(
    Array.from({ length: many }, (_, at) => ({ ...mug, handle: `long-${at}`, descriptionHtml: long })),
  );

  const { bytes, products } = await exported(merchant, { format: 'shopify' });

  const sizes = Object.values(unzipSync(bytes)).map((file) => file.length);
  expect(products).toBe(many);
  expect(sizes).toHaveLength(2);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(most);
  expect(Math.max(...sizes)).toBeGreaterThan(most - 2 * long.length);
  // As their documents have them; of the others, no limit is known.
  expect(exportFormats.map((format) => [format, fileFormats[format].limits.bytes])).toEqual([
    ['shopify', most],
    ['shopify-new', most],
    ['woocommerce', null],
    ['shopline', 40 * 1024 ** 2],
    ['shoplazza', null],
    ['shopyy', null],
    ['matrixify', null],
  ]);
});

it('a file larger than the platform imports is several in a ZIP, and no product is in two', {
  tags: ['slow'],
}, async () => {
  const merchant = await merchantWith(samples);

  const { bytes, name, type } = await exported(merchant, { format: 'shopify', bytesMax: 20_000 });

  const files = Object.entries(unzipSync(bytes));
  const handles = files.map(([, content]) =>
    readTable(readCsv(Buffer.from(content).toString('utf8'))).products.flatMap(
      ({ product }) => product?.handle ?? [],
    ),
  );
  expect([name.endsWith('.zip'), type]).toEqual([true, 'application/zip']);
  expect(files.length).toBeGreaterThan(1);
  expect(files.filter(([, content]) => content.length > 20_000)).toEqual([]);
  expect(files.map(([own]) => own)).toEqual(
    files.map((_, at) => `${name.replace('.zip', '')}-${at + 1}.csv`),
  );
  expect(handles.flat().toSorted()).toEqual(samples.map(({ handle }) => handle).toSorted());
  expect(readdirSync(join(dataFolder, 'exports')).filter((file) => file.includes('.part'))).toEqual([]);
});

it('only the chosen columns are written, in their order; without what an importer needs, nothing is started', async () => {
  const merchant = await merchantWith(samples.slice(0, 3));
  const columns = ['Title', 'Handle', 'Variant Price'];

  const { bytes } = await exported(merchant, { format: 'shopify', columns });
  const refused = await app.inject({
    method: 'POST',
    url: `${api}/exports`,
    headers: merchant.headers,
    payload: { format: 'shopify', columns: ['Handle'], selection: { filter: {}, except: [] } },
  });

  expect(readCsv(bytes.toString('utf8'))[0]?.cells).toEqual(columns);
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({ code: 'export.columns-missing' });
});

it('a template of Shopyy keeps its hint row, and its spreadsheet holds codes as text', async () => {
  const merchant = await merchantWith(samples.slice(0, 2));

  const { bytes, name, type } = await exported(merchant, { format: 'shopyy' });

  const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? []).toString('utf8');
  expect(name).toMatch(/\.xlsx$/);
  expect(type).toContain('spreadsheetml');
  expect(sheet).toContain(fileFormats.shopyy.sheet({ attributes: 0 }).hint?.[2] ?? '?');
  expect(sheet.match(/<row /g)?.length).toBeGreaterThan(3);
  expect(sheet).not.toMatch(/<c [^>]*t="n"|<v>|<f>/);
});
