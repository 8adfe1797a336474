import { expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { withDatabase } from './open-database.ts';

it('asks for the owner of the tables where only the login of the program is known, and touches no other database', async () => {
  const config = readConfig({
    DATABASE_APP_URL: 'postgres://ann:hidden@127.0.0.1:1/x',
    BOWERBIRD_DATA: '/nowhere',
  });

  const work = withDatabase(config, { make: true, say: () => {} }, async () => 'done');

  await expect(work).rejects.toThrow(/^DATABASE_URL is missing/);
});
