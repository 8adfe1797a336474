import { resolve } from 'node:path';
import { withDatabase } from '../../backup/open-database.ts';
import { putBack, requireFreeFolder, requireKnownSchema } from '../../backup/put-back.ts';
import { openBackup } from '../../backup/read-file.ts';
import { readConfig } from '../../config/config.ts';
import { declareOrigin } from '../../listing/epoch/restore.ts';
import { folderStore } from '../../stored-files/folder-store.ts';
import { moveFiles } from '../../stored-files/move-files.ts';
import { s3Store } from '../../stored-files/s3-store.ts';
import { type Command, exitCodes, inform, say, WrongUse } from '../command.ts';
import { secondsSince } from '../figures.ts';
import { withProgram } from '../session.ts';

export const restore: Command = {
  usage: `restore FILE [--copy] [--json]

BOWERBIRD_DATA names a new folder, and DATABASE_URL, where it is used, an empty database. Either everything is restored or nothing.

  --copy     The other installation lives on. This one gets an identity of its own, as with: origin copied
             Without it, the other one is no more, as with: origin restored

Listing goes on by itself: first it waits until all that was sent before has arrived, then it looks at every product in its store.`,
  options: { copy: { type: 'boolean' } },

  async run(given) {
    const [name] = given.words;
    if (name === undefined || given.words.length > 1) {
      throw new WrongUse('Which one? restore FILE');
    }
    const config = readConfig(process.env);
    const { dataFolder } = config;
    const started = performance.now();
    const backup = await openBackup(resolve(name));
    requireKnownSchema(backup);
    await requireFreeFolder(dataFolder, backup);
    const done = await withDatabase(config, { make: true, say: inform }, async (url) => {
      const { restored, finish } = await putBack({ backup, url, dataFolder });
      const origin = given.flag('copy') ? 'copied' : 'restored';
      if (config.s3) {
        await moveFiles(folderStore(dataFolder), s3Store(config.s3), { dataFolder });
      }
      const { listings } = await withProgram(({ services }) => declareOrigin(services, origin));
      await finish();
      return { ...restored, origin, listings };
    });
    const { takenAt } = backup.header;
    const seconds = secondsSince(started);
    say(
      given.flag('json')
        ? JSON.stringify({ ...done, takenAt, seconds })
        : `${dataFolder}: ${done.rows} rows of ${done.tables} tables, ${done.files} files as of ${takenAt}, ${seconds} s\n` +
            `${done.origin}: ${done.listings} listings are looked at again before anything is sent.`,
    );
    return exitCodes.done;
  },
};
