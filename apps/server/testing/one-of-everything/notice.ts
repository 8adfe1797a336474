import { asOwner } from '../../src/db/database.ts';
import { notify } from '../../src/notifications/notify.ts';
import type { Services } from '../../src/services/services.ts';

/** Notifies a merchant's users; returns the id of one notification. */
export async function oneNotice(services: Services, ownerId: string): Promise<string> {
  await notify(services, { ownerId, event: 'task-done', params: { task: 'Secret mug' } });
  return await asOwner(services.db, ownerId, async (db) => {
    const { id } = await db
      .selectFrom('notification')
      .select('id')
      .where('owner_id', '=', ownerId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    return id;
  });
}
