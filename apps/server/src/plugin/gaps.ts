import type { listGaps } from '@bowerbird/contract/collect/plugin';
import type { ErrorCode } from '@bowerbird/contract/errors';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Platform } from '@bowerbird/platforms/platform';
import { type SqlBool, sql } from 'kysely';
import { getCollectRun } from '../collect/progress.ts';
import type { OwnerDb } from '../db/database.ts';
import { getRun } from '../runs/runs.ts';
import { findKnown } from './known.ts';

type Gaps = AnswerOf<typeof listGaps>;

const gapsMax = 500;
/** Maximum number of addresses checked for a run that was turned away. */
const refusedMax = 200;

/** Errors of pages that a browser cannot read either. */
const hopeless: readonly ErrorCode[] = [
  'source.gone',
  'source.frozen',
  'source.feed-capped',
  'address.invalid',
  'address.private',
  'address.host-not-found',
];
/** Refusals aimed at programs; a merchant who is signed in there can still read the pages. */
const turnedAway: readonly string[] = [
  'source.blocked-us',
  'source.needs-browser',
  'source.password-protected',
  'source.robots-forbid',
  'source.slow-down',
] satisfies ErrorCode[];

/** Returns addresses that wait to be read in a browser, oldest first: of one run, or of all. */
export async function findGaps(
  db: OwnerDb,
  ownerId: string,
  platforms: ReadonlyMap<string, Platform>,
  runId: string | undefined,
): Promise<Gaps> {
  const read = [...platforms.values()].filter(({ collector }) => collector?.readPage).map(({ id }) => id);
  const { rows } = await sql<Gaps['gaps'][number] & { total: number }>`
    select platform, address as url, code, (count(*) over ())::integer as total from collect_skip
    where owner_id = ${ownerId} and platform = any(${read}) and code <> all(${hopeless})
      and address ~ '^https?://' and ${ofRun(runId)}
    order by id limit ${gapsMax}
  `.execute(db);
  const skipped = rows.map(({ platform, url, code }) => ({ platform, url, code }));
  const refused = runId === undefined ? [] : await findRefused(db, ownerId, read, runId);
  const urls = new Set(skipped.map(({ url }) => url));
  const more = refused.filter(({ url }) => !urls.has(url)).slice(0, gapsMax - skipped.length);
  return { gaps: [...skipped, ...more], total: (rows[0]?.total ?? 0) + more.length };
}

function ofRun(runId: string | undefined) {
  return runId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`run_id = ${runId}::uuid`;
}

/** Finds product pages that a run was meant to read and never reached, because the shop refused the whole run. */
async function findRefused(
  db: OwnerDb,
  ownerId: string,
  read: readonly string[],
  runId: string,
): Promise<Gaps['gaps']> {
  const { fault } = await getRun(db, ownerId, runId);
  const { platform, scope, addresses } = await getCollectRun(db, ownerId, runId);
  const ofProducts = scope === 'product' || scope === 'list';
  if (fault === null || !turnedAway.includes(fault.code) || !ofProducts || !read.includes(platform)) {
    return [];
  }
  const requested = addresses.slice(0, refusedMax);
  const known = new Set((await findKnown(db, ownerId, platform, requested)).map(({ url }) => url));
  return requested.filter((url) => !known.has(url)).map((url) => ({ platform, url, code: fault.code }));
}
