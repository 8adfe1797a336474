import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { bowerbird, run } from '../../testing/api/command-line.ts';
import { testDatabase, testOwner } from '../../testing/database/database.ts';
import { withClient } from '../backup/testing.ts';
import { asOwner } from '../db/database.ts';
import { accessPlace } from '../sources/open-access.ts';
import { changeSourceAccess } from '../sources/queries.ts';
import { KeyFolder } from './key-folder.ts';
import { countSealed } from './reseal.ts';
import { sealBy } from './seal.ts';
import { sealedAccesses } from './testing.ts';

const { db, adminUrl } = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), 'bowerbird-killed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installation = { DATABASE_URL: adminUrl, BOWERBIRD_DATA: folder };

it('loses nothing when it is killed halfway while others write, and continues when it is run again', {
  tags: ['slow'],
}, async () => {
  const keys = await KeyFolder.open(folder);
  const seal = sealBy(keys);
  const owners = [await testOwner(db), await testOwner(db)];
  const wanted = new Map<string, { owner: string; secret: string }>();
  const held: string[] = [];
  for (const owner of owners) {
    const ids = await sealedAccesses(db, owner, seal, 250);
    for (const id of ids) {
      wanted.set(id, { owner, secret: `secret of ${id}` });
    }
    // Whichever merchant comes first, a batch is finished before this row blocks.
    held.push(ids[150] ?? '');
  }
  const stop = new AbortController();
  const writing = keepWriting(stop.signal);
  const stopWriting = async () => {
    stop.abort();
    await writing;
  };
  onTestFinished(stopWriting);

  await withClient(adminUrl, async (client) => {
    await client.query('begin');
    await client.query('select from source_access where id = any($1) for update', [held]);
    const { child, ended } = run(installation, 'keys', 'rotate');
    const waiting =
      'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))';
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    child.kill('SIGKILL');
    await ended;
    await client.query('rollback');
  });
  const halfway = new Set((await countSealed(db)).map(({ keyId }) => keyId));
  const again = await bowerbird(installation, 'keys', 'rotate', '--json');
  await stopWriting();
  const shown = await bowerbird(installation, 'keys', '--json');
  const removed = await bowerbird(installation, 'keys', 'remove', '--json');

  expect(halfway.size).toBe(2);
  expect(again).toMatchObject({ code: 0 });
  expect(JSON.parse(again.stdout)).toMatchObject({ number: 2, isNew: false, altered: [] });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    keys: [
      { number: 1, rows: 0, current: false },
      { number: 2, rows: 500, current: true },
    ],
    missing: [],
  });
  expect(removed).toMatchObject({
    code: 3,
    stdout: '{"removed":[],"kept":[{"number":1,"because":"grace"}]}\n',
  });
  for (const owner of owners) {
    const rows = await asOwner(db, owner, (owned) => owned.selectFrom('source_access').selectAll().execute());
    expect(rows).toHaveLength(250);
    for (const { id, credentials } of rows) {
      expect(seal.open(credentials, accessPlace(owner, id))).toBe(wanted.get(id)?.secret);
    }
  }
  // The writer made progress, and no less than the rotation.
  expect([...wanted.values()].filter(({ secret }) => secret.startsWith('written')).length).toBeGreaterThan(
    10,
  );

  /** Renews one secret after another, as a busy server does. */
  async function keepWriting(signal: AbortSignal): Promise<void> {
    const free = [...wanted.entries()].filter(([id]) => !held.includes(id));
    for (let times = 0; !signal.aborted; times += 1) {
      const [id, entry] = free[(times * 37) % free.length] ?? ['', { owner: '', secret: '' }];
      const secret = `written ${times}`;
      const credentials = seal.close(secret, accessPlace(entry.owner, id));
      await asOwner(db, entry.owner, (owned) =>
        changeSourceAccess(owned, entry.owner, id, {
          renewed: { credentials, shown: {}, expiresAt: null },
        }),
      );
      entry.secret = secret;
    }
  }
});
