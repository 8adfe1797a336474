import { sql } from 'kysely';
import { v7 } from 'uuid';
import { firstNavigation } from '../access/navigation/navigation.ts';
import { firstRoles } from '../access/roles.ts';
import { newPassword } from '../account/passwords/new-password.ts';
import { hashPassword } from '../account/passwords/passwords.ts';
import type { Db } from '../db/database.ts';
import { seedNews } from '../news/seed.ts';

export interface FirstAccounts {
  administrator: { username: string; password: string };
  merchant: { username: string; password: string; ownerId: string };
}

/**
 * Creates what every start relies on (roles, navigation, installation), and on an empty database the administrator and
 * the demo merchant. Returns their passwords in that case, the only time they can be read; otherwise null.
 */
export async function prepareFirstStart(database: Db): Promise<FirstAccounts | null> {
  return await database.transaction().execute(async (db) => {
    // With two processes on one empty database, the second waits here and then finds everything done.
    await sql`select pg_advisory_xact_lock(7133001)`.execute(db);
    await db
      .insertInto('installation')
      .values({ id: v7() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db.deleteFrom('navigation_item').execute();
    await db
      .insertInto('navigation_item')
      .values(
        firstNavigation.map((each, position) => ({
          id: each.id,
          parent_id: each.parentId,
          position,
          name: each.name,
          key: each.key ?? null,
          path: each.path ?? null,
          component: each.component ?? null,
          redirect: each.redirect ?? null,
          meta: JSON.stringify(each.meta),
        })),
      )
      .execute();
    for (const role of firstRoles) {
      await db
        .insertInto('role')
        .values({ ...role, owner_id: null, permissions: JSON.stringify(role.permissions) })
        .onConflict((conflict) =>
          // The built-in roles always match this version; a custom role is a copy.
          conflict.column('id').doUpdateSet({ permissions: JSON.stringify(role.permissions) }),
        )
        .execute();
    }
    if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) {
      return null;
    }

    const ownerId = v7();
    await db.insertInto('owner').values({ id: ownerId, name: '林晓' }).execute();
    const administrator = { username: 'admin', password: newPassword() };
    const merchant = { username: 'demo', password: newPassword(), ownerId };
    await db
      .insertInto('user')
      .values([
        {
          id: v7(),
          owner_id: null,
          username: administrator.username,
          email: 'admin@bowerbird.localhost',
          password_hash: await hashPassword(administrator.password),
          name: '管理员',
          role_id: 'super',
          activated_at: new Date(),
        },
        {
          id: v7(),
          owner_id: ownerId,
          username: merchant.username,
          email: 'demo@bowerbird.localhost',
          password_hash: await hashPassword(merchant.password),
          name: '林晓',
          role_id: 'merchant',
          activated_at: new Date(),
        },
      ])
      .execute();
    await seedNews(db);
    return { administrator, merchant };
  });
}
