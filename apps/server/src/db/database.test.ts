import { sql } from 'kysely';
import pg from 'pg';
import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { call } from '../../testing/database/embedded.ts';
import { refuseUnguardedRole } from './connecting/guard.ts';
import { asOwner } from './database.ts';

const { db, adminUrl } = await testDatabase();

describe('what one merchant has', () => {
  it('stays invisible to another, even for a query that forgot to name the owner', async () => {
    const [ann, ben] = [await testOwner(db), await testOwner(db)];
    await asOwner(db, ann, (own) =>
      own
        .insertInto('run')
        .values({ id: v7(), owner_id: ann, kind: 'collect', state: 'waiting', title: 'Glade', request: '{}' })
        .execute(),
    );

    const seenBy = (owner: string) =>
      asOwner(db, owner, (own) => own.selectFrom('run').select('id').execute());

    expect(await seenBy(ann)).toHaveLength(1);
    expect(await seenBy(ben)).toEqual([]);
    expect(await db.selectFrom('run').select('id').execute()).toEqual([]);
  });

  it('cannot be written under another merchant', async () => {
    const [ann, ben] = [await testOwner(db), await testOwner(db)];

    const forged = asOwner(db, ben, (own) =>
      own
        .insertInto('run')
        .values({ id: v7(), owner_id: ann, kind: 'collect', state: 'waiting', title: 'Glade', request: '{}' })
        .execute(),
    );

    await expect(forged).rejects.toThrow(/row-level security/);
  });
});

describe('the role the program works as', () => {
  it('is a plain one', async () => {
    const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db);

    expect(rows).toEqual([{ name: 'bowerbird_app' }]);
  });

  it.each([
    'superuser',
    'bypassrls',
    'createrole',
    'replication',
    'in role bowerbird_owner',
    'noinherit in role bowerbird_owner',
    'in role pg_read_server_files',
  ])('is refused when its login is %s, whatever it works as', async (right) => {
    await asAdmin(`drop role if exists bowerbird_wrong`);
    await asAdmin(
      `do $$ begin create role bowerbird_owner; exception when duplicate_object then null; end $$`,
    );
    await asAdmin(`alter table run owner to bowerbird_owner`);
    await asAdmin(`create role bowerbird_wrong login password 'w' ${right}`);
    await asAdmin('grant bowerbird_app to bowerbird_wrong');

    for (const options of ['', '-c role=bowerbird_app']) {
      await expect(guarded({ username: 'bowerbird_wrong', password: 'w' }, options)).rejects.toThrow(
        /bowerbird_wrong is a superuser, passes row-level/,
      );
    }
  });

  it('is taken when its login is in its group and in nothing else', async () => {
    await asAdmin(`drop role if exists bowerbird_right`);
    await asAdmin(`create role bowerbird_right login password 'w' in role bowerbird_app`);

    await guarded({ username: 'bowerbird_right', password: 'w' });
  });
});

async function guarded(login: { username: string; password: string }, options = ''): Promise<void> {
  const { href } = Object.assign(new URL(adminUrl), login);
  const client = new pg.Client({ connectionString: href, options });
  await client.connect();
  await refuseUnguardedRole(client).finally(() => client.end());
}

function asAdmin(text: string): Promise<unknown> {
  return call(adminUrl, text);
}
