import { Selection } from '@bowerbird/contract/products/products';
import { ruleChanges } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { z } from 'zod';
import { asOwner, type OwnerDb } from '../db/database.ts';
import { OpenEditSet } from '../products/history/edit-sets.ts';
import { findProductRule, saveRejections } from '../products/write/attached-rules.ts';
import { writeLocked } from '../products/write/write.ts';
import { lockMergeable } from '../recollect/mergeable.ts';
import type { JobKind } from '../runs/jobs.ts';
import { freezeOnce, type ItemResult, type PageResult } from '../runs/pages.ts';
import type { RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import { workPages } from '../runs/work-pages.ts';
import type { Services } from '../services/services.ts';
import { type Chosen, itemsOf } from './chosen.ts';
import { type Exchange, type RuledProduct, ruledFrom } from './outcome.ts';

/** Request of a run that changes the rules of products. */
export const RuleRunRequest = z.object({
  chosen: z.union([Selection, z.object({ attachmentId: z.uuid() })]),
  userId: z.uuid().nullable(),
  /** Runs of earlier versions do not say it. */
  ruleChange: z.enum(ruleChanges).optional(),
});
export type RuleRunRequest = z.infer<typeof RuleRunRequest>;

type JobServices = Pick<Services, 'db' | 'clock' | 'log' | 'jobs'>;

/** Number of products in one transaction, and of transactions at once. */
const pageSize = 100;
const atOnce = 2;

/** Attaches, detaches or moves a rule: for the products that were fixed when it was confirmed. */
export function ruleJob(services: JobServices): JobKind {
  return {
    kind: 'rule',
    keys: (run) => [run.id],
    atOnce: 2,
    oneOfEach: true,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        exchangeAll(services, run, control),
      ),
  };
}

/** Fixes which products a run is for; the first time only. Returns how many. */
export function freezeChosen(db: OwnerDb, run: RunRow, chosen: Chosen): Promise<number> {
  return freezeOnce(db, run, { items: itemsOf(db, run.owner_id, chosen), pageSize });
}

/** Changes the rules of what is still to do of a run. */
export async function exchangeAll(
  services: Pick<Services, 'db' | 'clock'>,
  run: RunRow,
  control: RunControl,
): Promise<RunEnd> {
  const { id: runId, owner_id: ownerId } = run;
  const { chosen, userId } = RuleRunRequest.parse(run.request);
  const total = await asOwner(services.db, ownerId, (db) => freezeChosen(db, run, chosen));
  return await workPages(services, { ...run, total }, control, atOnce, (db, { ids }) =>
    exchangePage(db, ownerId, { runId, userId }, ids),
  );
}

/** Changes the rules of the products of one page. */
async function exchangePage(
  db: OwnerDb,
  ownerId: string,
  { runId, userId }: { runId: string; userId: string | null },
  ids: readonly string[],
): Promise<PageResult> {
  const exchange = await exchangeOf(db, ownerId, runId);
  if (exchange === null) {
    return new Map(ids.map((id) => [id, { outcome: 'unchanged' }]));
  }
  const rows = await lockMergeable(db, ownerId, ids);
  const ruled = rows.map((row) => ruledFrom(row, exchange));
  const refused = await write(
    db,
    ownerId,
    OpenEditSet.ofRun(ownerId, runId, { kind: 'ruled', userId }),
    ruled,
  );
  const existing = await db
    .selectFrom('product')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  return new Map([
    ...existing.map(({ id }) => [id, { outcome: 'without-source' }] as [string, ItemResult]),
    ...ruled.map((each) => [each.row.id, refused.get(each.row.id) ?? resultOf(each, exchange)] as const),
  ]);
}

function resultOf({ outcome, kept, rejections }: RuledProduct, { adds }: Exchange): ItemResult {
  const rejection = rejections.find(({ attachmentId }) => attachmentId === adds?.id);
  const paths = kept.map(({ path }) => path);
  return {
    outcome,
    note: {
      ...(paths.length > 0 && { kept: paths }),
      ...(rejection && { fault: { code: rejection.refusal.code, params: { ...rejection.refusal.detail } } }),
    },
  };
}

/**
 * Returns the exchange, and locks the added attachment so that it is not detached before this page is written; null when
 * it was detached before: then nothing changes any more.
 */
async function exchangeOf(db: OwnerDb, ownerId: string, runId: string): Promise<Exchange | null> {
  const { removes, adds } = await db
    .selectFrom('rule_change')
    .select(['removes', 'adds'])
    .where('owner_id', '=', ownerId)
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  if (adds === null) {
    return { removes, adds };
  }
  const held = await db
    .selectFrom('rule_attachment')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('id', '=', adds)
    .where('detached_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  const rule = held && (await findProductRule(db, ownerId, adds));
  return rule ? { removes, adds: rule } : null;
}

/**
 * Writes products with their rules. One that would become invalid keeps the rules that it has: else what these made
 * would look as if a person had set it. Returns those, each as rejected with the reason.
 */
async function write(
  db: OwnerDb,
  ownerId: string,
  editSet: OpenEditSet,
  ruled: readonly RuledProduct[],
): Promise<Map<string, ItemResult>> {
  const exchanged = ruled.filter(({ outcome }) => outcome !== 'already');
  const written = await writeLocked(
    db,
    ownerId,
    editSet,
    exchanged.map(({ row, product }) => ({ row, product })),
    { addToRecords: true },
  );
  const refused = new Map(
    written.flatMap((each): [string, ItemResult][] => {
      if (each.outcome !== 'rejected') {
        return [];
      }
      const { code, params } = each.fault;
      return [[each.id, { outcome: 'rejected', note: { fault: { code, params } } }]];
    }),
  );
  const done = exchanged.filter(({ row }) => !refused.has(row.id));
  await sql`
    update product set rules = array(select jsonb_array_elements_text(given.rules))::uuid[]
    from unnest(
      ${done.map(({ row }) => row.id)}::uuid[],
      ${done.map(({ rules }) => JSON.stringify(rules.map(({ id }) => id)))}::jsonb[]
    ) as given (id, rules)
    where product.id = given.id and product.owner_id = ${ownerId}
  `.execute(db);
  await saveRejections(
    db,
    ownerId,
    done.map(({ row, rejections }) => ({ productId: row.id, rejections })),
  );
  return refused;
}
