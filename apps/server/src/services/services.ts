import type { Platform } from '@bowerbird/platforms/platform';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import type { Messages } from '../messages/messages.ts';
import type { Jobs } from '../runs/jobs.ts';
import type { Seal } from '../seal/seal.ts';
import type { FileStore } from '../stored-files/file-store.ts';
import type { Clock } from '../time/clock.ts';

/** Dependencies of the parts of the server; created once in `main.ts`, and by tests. */
export interface Services {
  db: Db;
  config: Config;
  /** Guarded: never reaches a private address that was not allowed by name. */
  fetch: typeof fetch;
  platforms: ReadonlyMap<string, Platform>;
  jobs: Jobs;
  clock: Clock;
  log: Log;
  seal: Seal;
  /** Uploaded images, exported files, uploaded product files and profile images. */
  files: FileStore;
  messages: Messages;
  /** Addresses of the practice shop and store; null when there is no practice. */
  practice: { shop: string; category: string; store: string } | null;
}
