import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { call, embeddedTests } from '../../../testing/database/embedded.ts';

const { folderWithDatabase, start } = embeddedTests();

describe('what the server knows of the program', () => {
  it('is a few settings of the machine, and none of our secrets', { tags: ['slow'] }, async () => {
    process.env.SMTP_URL = 'smtp://ann:seeded-secret@mail.example';
    const folder = await folderWithDatabase();
    const { url } = await start(folder).finally(() => delete process.env.SMTP_URL);
    const pid = Number(readFileSync(join(folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);

    await call(url, 'create table seen (line text)');
    await call(url, `copy seen from program 'env'`);
    const inChild = String(await call(url, `select string_agg(line, E'\n') from seen`));

    expect(inChild).toContain('PATH=');
    expect(inChild).not.toContain('seeded-secret');
    if (process.platform === 'linux') {
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('seeded-secret');
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(new URL(url).password);
    }
  });
});

describe('the logins of the program', () => {
  it('are made with the first start, found with the next, and hold the server', {
    tags: ['slow'],
  }, async () => {
    const folder = await folderWithDatabase();
    const { url, addresses } = await start(folder);
    const again = await start(folder);

    expect(again.addresses).toEqual(addresses);
    expect(await call(addresses.app, `select session_user || ' as ' || current_user`)).toBe(
      'bowerbird_app_login as bowerbird_app',
    );
    expect(
      await call(
        url,
        `select distinct usename from pg_stat_activity where starts_with(application_name, 'bowerbird holds')`,
      ),
    ).toBe('bowerbird_app_login');
  });

  it('are made in a data folder of before', { tags: ['slow'] }, async () => {
    const folder = await folderWithDatabase();
    const before = await start(folder);
    await call(
      before.url,
      'drop role bowerbird_app_login, bowerbird_jobs_login, bowerbird_app, bowerbird_jobs',
    );
    await before.stop();

    const { addresses } = await start(folder);

    expect(await call(addresses.jobs, 'select current_user')).toBe('bowerbird_jobs');
  });
});
