import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Product } from '@bowerbird/catalog/product';
import type * as contract from '@bowerbird/contract/files/imports';
import type { FileMapping } from '@bowerbird/contract/files/mapping';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { fileFormats } from '@bowerbird/files/formats/all';
import { afterAll } from 'vitest';
import { anotherMerchant, signIn } from '../../testing/api/app.ts';
import { mug, ownProducts, variant } from '../../testing/products/products.ts';
import { bulkEditRoutes } from '../bulk-edits/routes.ts';
import { undoJob } from '../bulk-edits/undo/undo-job.ts';
import { chooseCollected } from '../collect/lists/filter.ts';
import { asOwner, type Db } from '../db/database.ts';
import { claimJob } from '../products/claim/claim-job.ts';
import { provenanceRoutes } from '../provenance/routes.ts';
import { recollectTests } from '../recollect/testing.ts';
import { findPriceGuard } from '../rules/price-guard.ts';
import { getRun } from '../runs/runs.ts';
import { uploadRoutes } from '../uploads/routes.ts';
import { importBrowserRoutes, importDownloadRoutes } from './download/routes.ts';
import { importJob } from './import-job.ts';
import { importRoutes } from './routes.ts';
import { undoOfSource } from './undo/undo-source.ts';
import { watchedFileRoutes } from './watched/routes.ts';

export type Import = AnswerOf<typeof contract.getImport>;
export type Items = AnswerOf<typeof contract.listImportItems>;
export type Faults = AnswerOf<typeof contract.listImportFaults>;
export type Sources = AnswerOf<typeof contract.listFileSources>;
type Start = BodyOf<typeof contract.startImport>;

/** A file of a platform's format, read as its header says. */
export const shopifyMapping: FileMapping = {
  version: 1,
  sheet: null,
  headerRow: null,
  products: { by: 'format', format: 'shopify' },
  remedies: [],
};

/** Returns products as a file of Shopify's; `change` may rewrite its rows. */
export function shopifyFile(
  products: readonly Product[],
  change: (rows: string[][]) => string[][] = (rows) => rows,
): string {
  const sheet = fileFormats.shopify.sheet({ attributes: 0 });
  const rows = products.flatMap((product) => sheet.write(product).rows.map((row) => [...row]));
  const cell = (value: string) => (/[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  return change([[...sheet.header], ...rows])
    .map((row) => `${row.map(cell).join(',')}\n`)
    .join('');
}

/** Two products beside the mug that many tests write into a file. */
export const lamp = {
  ...mug,
  title: 'Lamp',
  handle: 'lamp',
  variants: [variant({ sku: '0017', price: '30.00' })],
};
export const bowl = {
  ...mug,
  title: 'Bowl',
  handle: 'bowl',
  variants: [variant({ sku: 'B-1', price: '8.00' })],
};

/** Imports a file as that of a new supplier; `whole` says that it has all of the supplier's products. */
export function asNewSource(name: string, whole = false) {
  return { into: { as: 'source' as const, source: { name }, whole } };
}

/** Imports a file as the next one of a supplier. */
export function intoSource(id: string, whole = false) {
  return { into: { as: 'source' as const, source: { id }, whole } };
}

/** A merchant with the API of imports, and what is done with it in tests. */
export async function importBench(db: Db) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'bowerbird-imports-'));
  afterAll(() => rm(dataFolder, { recursive: true, force: true }));
  const tests = await recollectTests(
    db,
    [
      ...importRoutes,
      ...importDownloadRoutes,
      ...watchedFileRoutes,
      ...uploadRoutes,
      ...bulkEditRoutes([undoOfSource]),
      ...provenanceRoutes,
    ],
    importBrowserRoutes,
  );
  const { app, ownerId, call, send } = tests;
  // The routes' own services, so that the job reads the files that they received.
  tests.services.config.dataFolder = dataFolder;
  const job = importJob(tests.services);
  const undos = undoJob(tests.services, [undoOfSource]);
  const claims = claimJob(tests.services, chooseCollected, findPriceGuard);

  async function upload(
    text: string | Buffer,
    name = 'products.csv',
    headers = tests.headers,
  ): Promise<string> {
    const bytes = Buffer.from(text);
    const { body } = await send('POST', '/imports/files', { name, bytes: bytes.length }, headers);
    const { id } = body.data as { id: string };
    const answer = await app.inject({
      method: 'PUT',
      url: `/shop-reptile/api/imports/files/${id}/parts/0`,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: bytes,
    });
    if (answer.statusCode >= 300) {
      throw new Error(answer.body);
    }
    return id;
  }

  const run = (id: string) => asOwner(db, ownerId, (owned) => getRun(owned, ownerId, id));

  /** Delivers the run's job once. */
  async function work(id: string, signal = new AbortController().signal) {
    const { kind } = await run(id);
    await (kind === 'undo' ? undos : kind === 'claim' ? claims : job).work(
      { runId: id, ownerId, key: id },
      signal,
    );
    return await run(id);
  }

  const get = (id: string) => call<Import>('GET', `/imports/${id}`);
  const start = async (fileId: string, more: Partial<Start> & Pick<Start, 'into'>) => {
    const body: Start = {
      fileId,
      dialect: { encoding: null, separator: null },
      mapping: shopifyMapping,
      key: 'handle',
      ...more,
    };
    return (await call<{ runId: string }>('POST', '/imports', body)).runId;
  };

  return {
    ...tests,
    db,
    job,
    run,
    work,
    upload,
    start,
    get,
    own: (products: readonly Product[]) => ownProducts(db, ownerId, products),
    items: (id: string, group: string) => call<Items>('GET', `/imports/${id}/items?group=${group}`),
    async another(username: string) {
      const merchant = await anotherMerchant(db, username);
      return { ...merchant, headers: await signIn(app, merchant) };
    },
    /** Uploads and checks a file; returns the import. */
    async check(text: string | Buffer, more: Partial<Start> & Pick<Start, 'into'>): Promise<Import> {
      const id = await start(await upload(text), more);
      await work(id);
      return await get(id);
    },
    /** Applies a checked import as it was shown; returns it at its end. */
    async apply(checked: Import, expected: number, allOrNothing = false): Promise<Import> {
      await call('POST', `/imports/${checked.id}/apply`, { expected, allOrNothing });
      await work(checked.id);
      return await get(checked.id);
    },
  };
}
