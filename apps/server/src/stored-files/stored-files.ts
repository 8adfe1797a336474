import type { Config } from '../config/config.ts';
import type { FileStore } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { s3Store } from './s3-store.ts';

/** Returns where this installation keeps its files: the configured bucket, or else the data folder. */
export function storedFiles({ s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>): FileStore {
  return s3 ? s3Store(s3) : folderStore(dataFolder);
}
