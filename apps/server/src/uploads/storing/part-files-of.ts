import type { Config } from '../../config/config.ts';
import type { FileStore } from '../../stored-files/file-store.ts';
import type { PartFiles } from './part-files.ts';
import { partFilesInBucket } from './parts-in-bucket.ts';
import { partFilesIn } from './parts-in-folder.ts';

/** Returns where this installation keeps files that are imported: its bucket, or else the data folder. */
export function partFilesOf({
  files,
  config: { s3, dataFolder },
}: {
  files: FileStore;
  config: Pick<Config, 's3' | 'dataFolder'>;
}): PartFiles {
  return s3 ? partFilesInBucket(files, dataFolder) : partFilesIn(dataFolder);
}
