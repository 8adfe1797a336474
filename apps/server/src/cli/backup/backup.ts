import { resolve } from 'node:path';
import { backUp } from '../../backup/back-up.ts';
import { withDatabase } from '../../backup/open-database.ts';
import { requireNoFile } from '../../backup/write-file.ts';
import { readConfig } from '../../config/config.ts';
import { s3Store } from '../../stored-files/s3-store.ts';
import { version } from '../../system/version.ts';
import { type Command, exitCodes, inform, say, WrongUse } from '../command.ts';
import { megabytes, secondsSince } from '../figures.ts';

export const backup: Command = {
  usage: `backup FILE [--json]

The database as it is at one moment, uploaded images and product files, exported files, people's pictures, and the keys of sealed credentials.
Whoever can read FILE can use all of it: keep the file as safe as the data folder. See also: restore --help`,
  options: {},

  async run(given) {
    const [name] = given.words;
    if (name === undefined || given.words.length > 1) {
      throw new WrongUse('Where to? backup FILE');
    }
    const file = resolve(name);
    requireNoFile(file);
    const config = readConfig(process.env);
    const started = performance.now();
    const written = await withDatabase(config, { make: false, say: inform }, (url) =>
      backUp({
        url,
        dataFolder: config.dataFolder,
        bucket: config.s3 && s3Store(config.s3),
        file,
        program: version,
      }),
    );
    const { tables, rows, files, bytes, missed } = written;
    const seconds = secondsSince(started);
    for (const path of missed) {
      inform(`${path} was deleted while the backup was written, and is not in it.`);
    }
    say(
      given.flag('json')
        ? JSON.stringify({ file, tables, rows, files, bytes, missed, seconds })
        : `${file}: ${rows} rows of ${tables} tables, ${files} files, ${megabytes(bytes)} MB, ${seconds} s`,
    );
    return exitCodes.done;
  },
};
