import type { Drill } from '../drill.ts';
import { clock } from './clock.ts';
import { database } from './database.ts';
import { diskFull } from './disk.ts';
import { killsOfEdits } from './kills-of-edits.ts';
import { killsOfFiles } from './kills-of-files.ts';
import { killsOfImports } from './kills-of-imports.ts';
import { killsOfListing } from './kills-of-listing.ts';
import { killsOfNotifying } from './kills-of-notifying.ts';
import { killsOfRuns } from './kills-of-runs.ts';
import { mail } from './mail.ts';
import { peerShops } from './peer-shops.ts';

/** Every fault that is injected into the program. */
export const drills: readonly Drill[] = [
  ...database,
  ...diskFull,
  ...clock,
  ...killsOfRuns,
  ...killsOfEdits,
  ...killsOfImports,
  ...killsOfListing,
  ...killsOfNotifying,
  ...killsOfFiles,
  ...peerShops,
  ...mail,
];
