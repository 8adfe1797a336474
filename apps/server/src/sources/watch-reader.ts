import type { Drift } from '@bowerbird/contract/collect/collect';
import { AppError } from '@bowerbird/contract/errors';
import type { Db } from '../db/database.ts';
import type { Found } from '../db/tables/sources.ts';
import { noteNotice } from '../notifications/notify.ts';
import type { Services } from '../services/services.ts';
import { judgeReader } from './drift.ts';

type WatchServices = Pick<Services, 'db' | 'seal' | 'platforms' | 'log'>;

/**
 * Judges the readers of a run that has ended, notifies administrators of what the readers no longer find, and returns
 * it. Judging never fails a run: errors are logged.
 */
export async function watchReaders(
  services: WatchServices,
  { platform, shop }: { platform: string; shop: string },
  found: Found,
): Promise<Drift[]> {
  try {
    // In a transaction of the installation, not of the merchant: it contains none of the merchant's data.
    return await services.db.transaction().execute((db) => judge(services, db, { platform, shop }, found));
  } catch (thrown) {
    services.log.warn({ code: AppError.from(thrown).code, error: String(thrown) }, 'A reader was not judged');
    return [];
  }
}

async function judge(
  { seal, platforms }: WatchServices,
  db: Db,
  { platform, shop }: { platform: string; shop: string },
  found: Found,
): Promise<Drift[]> {
  const lost = new Map<string, Drift>();
  const hash = seal.fingerprint(`source ${platform} ${shop}`).toString('hex');
  for (const [way, fields] of Object.entries(found)) {
    const judged = await judgeReader(db, { platform, way, shop: hash }, fields);
    for (const each of judged.lost) {
      lost.set(each.field, each);
    }
    const [first, ...more] = judged.fresh;
    if (first) {
      await noteNotice(db, {
        ownerId: null,
        event: 'reader-drift',
        // One notice for a reader, however many shops show the loss.
        subject: `${platform} ${way}`,
        params: {
          platform: platforms.get(platform)?.name ?? platform,
          field: first.field,
          more: more.length,
          state: more.length === 0 ? 'one' : 'several',
        },
        link: '/system/status',
      });
    }
  }
  return [...lost.values()];
}
