import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bowerbird } from '../../../testing/api/command-line.ts';
import { testDatabase, testOwner } from '../../../testing/database/database.ts';
import { scratchFolder } from '../../backup/testing.ts';
import { prepareFirstStart } from '../../program/first-start.ts';
import { KeyFolder } from '../../seal/key-folder.ts';
import { requireSameKeys } from '../../seal/required-keys.ts';
import { sealBy } from '../../seal/seal.ts';
import { sealedAccesses } from '../../seal/testing.ts';

const { db, adminUrl } = await testDatabase();
const dataFolder = join(scratchFolder(), 'data');
const installation = { DATABASE_URL: adminUrl, BOWERBIRD_DATA: dataFolder };

it('a lost key is named, and once it is declared lost the program starts, and the audit log says so', {
  tags: ['slow'],
}, async () => {
  await prepareFirstStart(db);
  const keys = await KeyFolder.open(dataFolder);
  const { id, number } = keys.current();
  await sealedAccesses(db, await testOwner(db), sealBy(keys), 2);
  await keys.add();
  for (const name of readdirSync(keys.folder).filter((each) => each === `seal-${number}.key`)) {
    rmSync(join(keys.folder, name));
  }
  const shown = await bowerbird(installation, 'keys');
  const other = await bowerbird(installation, 'keys', 'forget', 'a-key-that-never-was');
  await expect(requireSameKeys(db, await KeyFolder.open(dataFolder))).rejects.toThrow(`keys forget ${id}`);

  const forgotten = await bowerbird(installation, 'keys', 'forget', id, '--json');

  expect(shown.stderr).toContain(`2 rows need the key ${id}`);
  expect(other.code).toBe(1);
  expect(other.stderr).toContain('is no missing key');
  expect(JSON.parse(forgotten.stdout)).toEqual({ forgotten: id, rows: 2 });
  await requireSameKeys(db, await KeyFolder.open(dataFolder));
  const events = await db.selectFrom('audit_event').selectAll().where('what', '=', 'key-forgotten').execute();
  expect(events).toHaveLength(1);
  expect(JSON.stringify(events)).toContain(id);
});
