import type { Drill } from '../drill.ts';
import { clock } from './clock.ts';
import { database } from './database.ts';
import { diskFull } from './disk.ts';
import { killsOfFiles } from './kills-of-files.ts';
import { killsOfListing } from './kills-of-listing.ts';
import { killsOfRuns } from './kills-of-runs.ts';
import { killsOfTelling } from './kills-of-telling.ts';
import { mail } from './mail.ts';
import { peerShops } from './peer-shops.ts';

/** Every fault that is made to befall the program. */
export const drills: readonly Drill[] = [
  ...database,
  ...diskFull,
  ...clock,
  ...killsOfRuns,
  ...killsOfListing,
  ...killsOfTelling,
  ...killsOfFiles,
  ...peerShops,
  ...mail,
];
