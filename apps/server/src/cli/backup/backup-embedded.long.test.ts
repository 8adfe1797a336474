import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bowerbird } from '../../../testing/api/command-line.ts';
import { embeddedTests } from '../../../testing/database/embedded.ts';
import { openBackup } from '../../backup/read-file.ts';
import { allRows, scratchFolder, withClient } from '../../backup/testing.ts';

const { folderWithDatabase, start } = embeddedTests();
const scratch = scratchFolder();

it('backs up the embedded database while it runs and while it does not, and restores into a new folder', async () => {
  const folder = await folderWithDatabase();
  const [running, stopped] = [join(scratch, 'running.backup'), join(scratch, 'stopped.backup')];
  // The first command creates the first accounts.
  await bowerbird({ BOWERBIRD_DATA: folder }, 'runs');
  const key = readFileSync(join(folder, 'keys', 'seal-1.key'));

  expect(await bowerbird({ BOWERBIRD_DATA: folder }, 'backup', stopped)).toMatchObject({ code: 0 });
  const { url, stop } = await start(folder);
  expect(await bowerbird({ BOWERBIRD_DATA: folder }, 'backup', running)).toMatchObject({ code: 0 });
  const before = await withClient(url, allRows);
  await stop();
  expect((await openBackup(stopped)).header.tables).toEqual((await openBackup(running)).header.tables);
  const other = await folderWithDatabase();
  expect(await bowerbird({ BOWERBIRD_DATA: other }, 'restore', running)).toMatchObject({ code: 0 });
  expect(readFileSync(join(other, 'keys', 'seal-1.key')).equals(key)).toBe(true);
  const there = await start(other);
  expect((await withClient(there.url, allRows))['"user"']).toEqual(before['"user"']);
});
