import { sql } from 'kysely';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { Log } from '../log/log.ts';
import { forgetBinned } from '../products/bin/bin.ts';
import { foldHistory } from '../products/history/fold-history.ts';
import { foldAllCounts } from '../products/list/kept-counts.ts';

/** Maximum number of rows of each kind in one statement: none of them blocks others for long. */
const atOnce = 5000;

interface Forgotten {
  audit: number;
  notices: number;
  messages: number;
  /** Grants of people who were sent to a shop to authorize our app, and did not return in time. */
  grants: number;
  /** Failed sign-in attempts, a day old: they no longer delay anyone. */
  tries: number;
  /** Browsers that have not signed in for longer than they keep their cookie. */
  browsers: number;
  /** Records of what sources changed that were folded into later ones. */
  folded: number;
  /** Products that were in the bin for as long as it keeps them. */
  binned: number;
}

interface Parts {
  db: Db;
  config: Pick<Config, 'keptDays'>;
}

/**
 * Deletes the data of all merchants that is older than the installation keeps it. Returns how much of each kind was
 * deleted.
 */
export async function forgetOld({ db, config: { keptDays } }: Parts): Promise<Forgotten> {
  const ended = await sql<{ grants: string }>`select forget_ended_grants() as grants`.execute(db);
  const grants = Number(ended.rows[0]?.grants ?? 0);
  const tries = await forgetTries(db);
  const browsers = await forgetBrowsers(db);
  const folded = await foldHistory(db, keptDays.sourceChanges);
  const binned = await forgetBinned(db, atOnce);
  await foldAllCounts(db);
  const all: Forgotten = { audit: 0, notices: 0, messages: 0, grants, tries, browsers, folded, binned };
  for (;;) {
    const { rows } = await sql<{ audit: string; notices: string; messages: string }>`
      select * from forget_old(${keptDays.audit}, ${keptDays.notices}, ${keptDays.messages}, ${atOnce})
    `.execute(db);
    const [audit, notices, messages] = [rows[0]?.audit, rows[0]?.notices, rows[0]?.messages].map(Number);
    all.audit += audit ?? 0;
    all.notices += notices ?? 0;
    all.messages += messages ?? 0;
    if (Math.max(audit ?? 0, notices ?? 0, messages ?? 0) < atOnce) {
      return all;
    }
  }
}

async function forgetTries(db: Db): Promise<number> {
  for (let all = 0; ; ) {
    const gone = await sql`
      delete from sign_in_try where key in (
        select key from sign_in_try where tried_at < now() - interval '1 day' limit ${atOnce})
    `.execute(db);
    const count = Number(gone.numAffectedRows ?? 0);
    all += count;
    if (count < atOnce) {
      return all;
    }
  }
}

async function forgetBrowsers(db: Db): Promise<number> {
  const gone = await sql`delete from known_browser where seen_at < now() - interval '400 days'`.execute(db);
  return Number(gone.numAffectedRows ?? 0);
}

export const oldData: BackgroundWork<Parts & { log: Log }> = {
  name: 'old-data',
  everyMs: 6 * 3600_000,
  does: 'Deletes log entries, notifications, messages, sign-in attempts and products in the bin that are older than they are kept.',
  runsIn: 'workers',
  begin: (services) => ({
    async pass() {
      const gone = await forgetOld(services);
      if (Object.values(gone).some((count) => count > 0)) {
        services.log.info({ ...gone }, 'What was older than it is kept has been deleted');
      }
    },
  }),
};
