import type { Product } from '@bowerbird/catalog/product';
import type { WatchedFile } from '@bowerbird/contract/files/watched';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { mug, variant } from '../../../../testing/products/products.ts';
import { asOwner } from '../../../db/database.ts';
import { guardedFetch } from '../../../fetch/guarded-fetch.ts';
import { asNewSource, type importBench, shopifyFile } from '../../testing.ts';
import { type LookServices, lookAt } from '../look.ts';

/** Returns so many mugs, each with its own title, handle and SKU. */
export const mugs = (count: number, price = '10.00'): Product[] =>
  Array.from({ length: count }, (_, at) => ({
    ...mug,
    title: `Mug ${at}`,
    handle: `mug-${at}`,
    variants: [variant({ sku: `M-${at}`, price })],
  }));

/** Watched files of a bench's merchant, looked at by hand, with the real guarded fetch to these hosts. */
export function watchedBench(bench: Awaited<ReturnType<typeof importBench>>, hosts: readonly string[]) {
  const { db, ownerId, call, services } = bench;
  services.config.allowedPrivateHosts = [...hosts];
  const fetch = guardedFetch({ allowedPrivateHosts: hosts });
  afterAll(() => fetch.close());
  const looking: LookServices = { ...services, fetch };
  const everyHours = 6;
  const body = { everyHours, hour: 6, timeZone: 'UTC', applies: true, whole: true };

  return {
    looking,
    body,
    /** A supplier whose first file, of so many mugs, was imported by hand; returns its id. */
    async supplier(name: string, count: number, whole = true): Promise<string> {
      const checked = await bench.check(shopifyFile(mugs(count)), asNewSource(name, whole));
      const done = await bench.apply(checked, count);
      return done.source?.id ?? '';
    },
    create: (sourceId: string, where: object, more: object = {}) =>
      call<WatchedFile>('POST', '/imports/watched', { ...body, sourceId, where, ...more }),
    get: async (id: string): Promise<WatchedFile> => {
      const { items } = await call<{ items: WatchedFile[] }>('GET', '/imports/watched');
      const found = items.find((each) => each.id === id);
      if (!found) {
        throw new Error(`no watched file ${id}`);
      }
      return found;
    },
    /** Makes a watched file due, as if its time had come. */
    makeDue: (id: string) =>
      asOwner(db, ownerId, (owned) =>
        sql`update file_watch set next_at = now() - interval '1 second', due_at = now() - interval '1 second'
          where id = ${id}`.execute(owned),
      ),
    /** Looks once, and works on the import that came of it; returns the watched file as it is then. */
    async look(id: string, using: LookServices = looking): Promise<WatchedFile> {
      await this.makeDue(id);
      const before = (await this.get(id)).lastImport?.id;
      await lookAt(using, { ownerId, id }, new AbortController().signal);
      const after = await this.get(id);
      if (after.lastImport && after.lastImport.id !== before) {
        await bench.work(after.lastImport.id);
        return await this.get(id);
      }
      return after;
    },
  };
}
