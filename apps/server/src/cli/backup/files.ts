import { mkdir } from 'node:fs/promises';
import { readConfig } from '../../config/config.ts';
import { folderStore } from '../../stored-files/folder-store.ts';
import { moveFiles } from '../../stored-files/move-files.ts';
import { s3Store } from '../../stored-files/s3-store.ts';
import { type Command, exitCodes, inform, say, WrongUse } from '../command.ts';
import { megabytes, secondsSince } from '../figures.ts';

export const files: Command = {
  usage: `files move --to bucket|folder [--json]

Moves uploaded images and product files, exported files and profile images between the data folder and the bucket that BOWERBIRD_S3_URL names.
Stop the program first, and start it again with BOWERBIRD_S3_URL (bucket) or without it (folder). Interrupted, the next call goes on.`,
  options: { to: { type: 'string' } },

  async run(given) {
    const to = given.text('to');
    if (given.words.join(' ') !== 'move' || (to !== 'bucket' && to !== 'folder')) {
      throw new WrongUse('Where to? files move --to bucket, or files move --to folder');
    }
    const { s3, dataFolder } = readConfig(process.env);
    if (s3 === undefined) {
      throw new WrongUse(
        'Which bucket? Set BOWERBIRD_S3_URL, BOWERBIRD_S3_ACCESS_KEY and BOWERBIRD_S3_SECRET_KEY.',
      );
    }
    const started = performance.now();
    const folder = folderStore(dataFolder);
    const bucket = s3Store(s3);
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    await bucket.check();
    const [source, target] = to === 'bucket' ? [folder, bucket] : [bucket, folder];
    const sum = await moveFiles(source, target, {
      dataFolder,
      moved: ({ files: count }) => {
        if (count % 1000 === 0) {
          inform(`${count} files`);
        }
      },
    });
    const seconds = secondsSince(started);
    say(
      given.flag('json')
        ? JSON.stringify({ ...sum, to, seconds })
        : `${sum.files} files, ${megabytes(sum.bytes)} MB, moved to the ${to}, ${seconds} s`,
    );
    return exitCodes.done;
  },
};
