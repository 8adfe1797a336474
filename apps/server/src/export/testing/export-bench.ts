import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExportFormat } from '@bowerbird/contract/products/export';
import type { Selection } from '@bowerbird/contract/products/products';
import { afterAll, expect } from 'vitest';
import { anotherMerchant, signIn, testApp } from '../../../testing/api/app.ts';
import { sampleProduct } from '../../../testing/products/products.ts';
import { readConfig } from '../../config/config.ts';
import { asOwner, type Db } from '../../db/database.ts';
import { getRun } from '../../runs/runs.ts';
import { exportJob } from '../export-job.ts';
import { exportBrowserRoutes, exportRoutes } from '../routes.ts';

export const api = '/shop-reptile/api';
export const all: Selection = { filter: {}, except: [] };

/** Returns so many realistic products. */
export const samples = (count: number) => Array.from({ length: count }, (_, index) => sampleProduct(index));

export interface Merchant {
  ownerId: string;
  headers: Awaited<ReturnType<typeof signIn>>;
}

interface ListedFile {
  id: string;
  runId: string;
  sha256: string;
  bytes: number;
  products: number;
  rows: number;
  name: string;
  notices: unknown[];
}

interface Preview {
  products: number;
  header: string[];
  rows: string[][];
  notices: { what: string }[];
}

/** The API of exports with a data folder of its own, and what is done with it in tests. */
export async function exportBench(db: Db) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'bowerbird-export-'));
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));
  const config = readConfig({ BOWERBIRD_DATA: dataFolder, LOG_LEVEL: 'silent' });
  const { app, services, woken, accounts } = await testApp(db, {
    served: exportRoutes,
    browserServed: exportBrowserRoutes,
    services: { config },
  });
  const post = ({ headers }: Merchant, path: string, payload: object) =>
    app.inject({ method: 'POST', url: api + path, headers, payload });

  return {
    app,
    accounts,
    config,
    woken,
    exportsFolder: join(dataFolder, 'exports'),
    async merchant(): Promise<Merchant> {
      const account = await anotherMerchant(db, crypto.randomUUID());
      return { ownerId: account.ownerId, headers: await signIn(app, account) };
    },
    post,
    /** Starts a run; returns its id. */
    async start(merchant: Merchant, selection = all, format: ExportFormat = 'shopify'): Promise<string> {
      const answer = await post(merchant, '/exports', { format, selection });
      expect(answer.statusCode).toBe(202);
      return answer.json<{ data: { runId: string } }>().data.runId;
    },
    /** Delivers the run's job once. */
    work: ({ ownerId }: Merchant, runId: string, signal = new AbortController().signal): Promise<void> =>
      exportJob(services).work({ runId, ownerId, key: runId }, signal),
    run: ({ ownerId }: Merchant, runId: string) =>
      asOwner(db, ownerId, (owned) => getRun(owned, ownerId, runId)),
    async preview(merchant: Merchant): Promise<Preview> {
      const answer = await post(merchant, '/exports/preview', { format: 'shopify', selection: all });
      return answer.json<{ data: Preview }>().data;
    },
    async filesOf({ headers }: Merchant): Promise<ListedFile[]> {
      const answer = await app.inject({ url: `${api}/exports/files`, headers });
      return answer.json<{ data: { items: ListedFile[] } }>().data.items;
    },
    /** Requests a file like a browser: with the cookie only. */
    download: ({ headers }: Merchant, id: string) =>
      app.inject({
        url: `${api}/exports/files/${id}/download`,
        cookies: { 'Access-Token': headers['access-token'] },
      }),
  };
}
