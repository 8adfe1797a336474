import type { Route } from '@bowerbird/contract/route';
import { readsByPost } from '@bowerbird/contract/system/audit';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../testing/database/database.ts';
import { servedRoutes } from '../program/served.ts';
import { realClock } from '../time/clock.ts';
import { accessChanges } from './testing/access-changes.ts';
import { adminChanges } from './testing/admin-changes.ts';
import { ownAccountChanges } from './testing/own-account-changes.ts';
import { wholeWorld } from './testing/world.ts';

const { db, adminUrl } = await testDatabase();
const owner = new pg.Pool({ connectionString: adminUrl, max: 1 });
afterAll(() => owner.end());
const world = await wholeWorld(db);
const changes = { ...ownAccountChanges, ...adminChanges, ...accessChanges };

/**
 * Reports whether a call changes what somebody may do, lets somebody in, or gives access to a store or a source (the
 * return from a store's own page is tested in `stores/grant.test.ts`).
 */
function isPrivileged({ method, path, needs }: Pick<Route, 'method' | 'path' | 'needs'>): boolean {
  const call = `${method} ${path}`;
  const rights = ['user', 'role', 'navigation', 'permission', 'organisation'];
  return (
    method !== 'GET' &&
    !readsByPost.includes(call) &&
    !/^PO?[SU]T \/account\/(profile|avatar|sms|address\/code|two-step\/setup)$|avatar$|^\w+ \/projects/.test(
      call,
    ) &&
    (/^\/(account\/|plugin\/pair$|user\/(forgot|activate$|invitation\/accept)|system\/outbox\/:id\/open|(stores|sources\/access)(\/:id)?$)/.test(
      path,
    ) ||
      (typeof needs === 'object' && rights.includes(needs.permission)))
  );
}

/** Reads everything that defines who may do what and how people get in, except when somebody was last seen. */
async function rightsThere(): Promise<Record<string, string>> {
  const tables = ['user', 'owner', 'role', 'invitation', 'organisation', 'api_token', 'pairing', 'session'];
  const more = [
    'store',
    'shop',
    'source_access',
    'recovery_code',
    'two_step_setup',
    'navigation_change',
    'navigation_order',
  ];
  const there: Record<string, string> = {};
  for (const table of [...tables, ...more]) {
    // A code of the authenticator is used up, whatever the outcome of the call.
    const { rows } = await owner.query(
      `select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as all
        from (select to_jsonb(t) - '{last_seen_at,two_step_last}'::text[] as row from "${table}" t) each`,
    );
    there[table] = rows[0].all;
  }
  return there;
}

async function events(call: string): Promise<number> {
  await world.audit.written();
  return (await owner.query('select id from audit_event where what = $1', [call])).rows.length;
}

/** Simulates a full table or a value that cannot be stored. */
const close = 'alter table audit_event add constraint closed check (false) not valid';
const open = 'alter table audit_event drop constraint closed';

it('knows every call that changes what somebody may do', () => {
  const privileged = servedRoutes(realClock).flatMap(({ route }) =>
    isPrivileged(route) ? [`${route.method} ${route.path}`] : [],
  );

  expect(Object.keys(changes).sort()).toEqual(privileged.sort());
});

describe.each(Object.entries(changes))('%s', (call, ready) => {
  it('changes nothing where it cannot be written down, and is written down once where it changes something [asvs 2.3.3] [asvs 16.5.3]', {
    tags: ['slow'],
  }, async () => {
    const change = await ready(world);
    await world.audit.written();
    const before = await rightsThere();
    const known = await events(call);

    await owner.query(close);
    const refused = await change().finally(() => owner.query(open));
    const after = await rightsThere();
    const made = await change();

    expect(refused.json()).toMatchObject({ code: 'audit.unwritable' });
    expect(after).toEqual(before);
    expect(made.statusCode, made.body).toBeLessThan(300);
    expect(await events(call)).toBe(known + 1);
  });
});
