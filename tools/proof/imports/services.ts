import { readConfig } from '../../../apps/server/src/config/config.ts';
import type { Db } from '../../../apps/server/src/db/database.ts';
import type { ImportServices } from '../../../apps/server/src/imports/import-job.ts';
import { sealWith } from '../../../apps/server/src/seal/seal.ts';
import { folderStore } from '../../../apps/server/src/stored-files/folder-store.ts';
import { jobServices } from '../edits/services.ts';

/** What the job of imports needs of the program, without its queue. */
export function importServices(db: Db, dataFolder: string): ImportServices {
  return {
    ...jobServices(db),
    seal: sealWith(Buffer.alloc(32, 7)),
    files: folderStore(dataFolder),
    config: { ...readConfig({}), dataFolder },
  };
}
