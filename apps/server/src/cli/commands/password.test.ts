import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { signIn, testApp } from '../../../testing/api/app.ts';
import { bowerbird } from '../../../testing/api/command-line.ts';
import { testDatabase } from '../../../testing/database/database.ts';

const { db, adminUrl } = await testDatabase();
const { app, accounts } = await testApp(db);
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-cli-password-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const password = (...words: string[]) =>
  bowerbird({ DATABASE_URL: adminUrl, BOWERBIRD_DATA: folder }, 'password', ...words);

it('gives the first administrator of a fresh installation, who has no address that receives mail, a new password', {
  tags: ['slow'],
}, async () => {
  const { administrator } = accounts;
  const before = await signIn(app, administrator);

  const renewed = await password('admin');
  const unknown = await password('nobody');
  const nameless = await password();

  expect(renewed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^[a-z0-9]{12}\n$/) });
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect([nameless.code, nameless.stdout]).toEqual([1, '']);
  const me = { url: '/shop-reptile/api/user/get-user' };
  expect((await app.inject({ ...me, headers: before })).statusCode).toBe(401);
  expect((await signIn(app, administrator))['access-token']).toBeUndefined();
  const after = await signIn(app, { ...administrator, password: renewed.stdout.trim() });
  expect((await app.inject({ ...me, headers: after })).statusCode).toBe(200);
});

it('leaves a trace of each new password, without the password', { tags: ['slow'] }, async () => {
  const { stdout } = await password('DEMO');

  const events = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('what', '=', 'password-renewed')
    .orderBy('at', 'desc')
    .execute();
  expect(events[0]).toMatchObject({
    owner_id: null,
    user_id: null,
    details: { fields: { username: 'demo' } },
  });
  expect(JSON.stringify(events)).not.toContain(stdout.trim());
});
