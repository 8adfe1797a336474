import type { Language } from '@bowerbird/contract/account/account';
import { Certificate } from '@bowerbird/contract/collect/collect';
import { isErrorCode } from '@bowerbird/contract/errors';
import { Fault } from '@bowerbird/contract/runs';
import { sentenceFor } from '@bowerbird/contract/texts/sentences';
import { sql } from 'kysely';
import { z } from 'zod';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { gapsIn, partialIn, stockIn } from '../sources/found.ts';
import { type Figures, promisedOf } from './figures.ts';
import type { CollectRunRow } from './progress.ts';

/** Most gaps that a certificate lists one by one. */
const listedMax = 1000;

/** A stored certificate: each gap with the values of its sentence, so that it can be shown in every language. */
const Kept = z.object({
  ...Certificate.shape,
  skipped: z.array(
    z.object({
      address: z.string(),
      code: z.string(),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  /** The error that ended the run early. */
  fault: z.optional(z.nullable(Fault)),
});
type Kept = z.infer<typeof Kept>;

/**
 * Reports whether everything is there: nothing skipped, no part left out, and at least as many as the source promised.
 * More than promised is no gap, because shops update their counts late.
 */
export function isWhole(figures: Figures): boolean {
  const promised = promisedOf(figures.promised);
  return (
    figures.skipped === 0 &&
    figures.slices.every(({ state }) => state !== 'failed') &&
    (promised === null || figures.got >= promised)
  );
}

/** Writes what was promised and what was collected, with a reason for each gap that has one. */
export async function writeCertificate(
  db: OwnerDb,
  run: CollectRunRow,
  figures: Figures,
  ended: { fault: Fault | null; seconds: number },
): Promise<void> {
  const { owner_id: ownerId, run_id: runId, platform, shop, scope } = run;
  const skips = await db
    .selectFrom('collect_skip')
    .select(['address', 'code', 'params'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .orderBy('id')
    .limit(listedMax)
    .execute();
  const complete = ended.fault === null && isWhole(figures);
  const ways = complete ? [] : waysCutShort(figures, run.addresses[0] ?? shop);
  const broken = ended.fault ? [{ address: run.addresses[0] ?? shop, ...ended.fault }] : [];
  const kept: Kept = {
    runId,
    platform,
    shop,
    scope,
    promised: promisedOf(figures.promised),
    promisedBy: figures.promised,
    got: figures.got,
    unchanged: figures.unchanged,
    skipped: [...broken, ...ways, ...skips].slice(0, listedMax),
    skippedCount: figures.skipped,
    partial: partialIn(figures.found),
    variantGaps: gapsIn(figures.found),
    ...(run.with_stock && { stock: stockIn(figures.found) }),
    complete,
    seconds: ended.seconds,
    fault: ended.fault,
  };
  await db
    .updateTable('collect_run')
    .set({ certificate: jsonText(kept) })
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .execute();
}

/** Records how long a run took with all that followed it. */
export async function writeSeconds(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  seconds: number,
): Promise<void> {
  await sql`
    update collect_run set certificate = jsonb_set(certificate, '{seconds}', to_jsonb(${seconds}::float8))
    where owner_id = ${ownerId} and run_id = ${runId} and certificate is not null
  `.execute(db);
}

/** A feed that ended at its cap explains a gap, unless another way made up for it. */
function waysCutShort(figures: Figures, address: string): Kept['skipped'] {
  const promised = promisedOf(figures.promised);
  const short = promised !== null && figures.got + figures.skipped < promised;
  return short && figures.ways.some(({ state }) => state === 'capped')
    ? [{ address, code: 'source.feed-capped', params: {} }]
    : [];
}

/** Returns the certificate of an ended run, with its reasons in the caller's language; null before the end. */
export function certificateOf(
  row: Pick<CollectRunRow, 'certificate'>,
  language: Language,
): Certificate | null {
  const kept = Kept.safeParse(row.certificate);
  if (!kept.success) {
    return null;
  }
  const skipped = kept.data.skipped.map(({ address, code, params }) => ({
    address,
    code,
    message: isErrorCode(code) ? sentenceFor(language, code, params) : code,
  }));
  const { fault: _reported, ...certificate } = kept.data;
  return { ...certificate, skipped };
}

/** Returns how a run with a certificate ended; null for a run that has none yet. */
export function endOf({ certificate }: Pick<CollectRunRow, 'certificate'>): EndedAs | null {
  const kept = Kept.safeParse(certificate);
  if (!kept.success) {
    return null;
  }
  const { fault = null, complete, got } = kept.data;
  if (fault) {
    return { state: got > 0 ? 'partial' : 'failed', fault };
  }
  return { state: complete ? 'complete' : 'partial' };
}

export interface EndedAs {
  state: 'complete' | 'partial' | 'failed';
  fault?: Fault;
}
