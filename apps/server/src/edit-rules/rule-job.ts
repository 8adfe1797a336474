import { Selection } from '@bowerbird/contract/products/products';
import { ruleChanges } from '@bowerbird/contract/runs';
import { type Selectable, sql } from 'kysely';
import { v7 } from 'uuid';
import { z } from 'zod';
import { asOwner, type Db, type OwnerDb } from '../db/database.ts';
import type { RuleChangeTable } from '../db/tables/edit-rules.ts';
import { findProductRule, saveRejections } from '../products/attached-rules.ts';
import { OpenEditSet } from '../products/edit-sets.ts';
import { writeLocked } from '../products/write.ts';
import { lockMergeable } from '../recollect/mergeable.ts';
import type { JobKind } from '../runs/jobs.ts';
import { changeRun, type RunRow } from '../runs/runs.ts';
import { type RunControl, type RunEnd, workOnRun } from '../runs/work.ts';
import type { Services } from '../services/services.ts';
import { type Chosen, countChosen, nextChosen } from './chosen.ts';
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

/** Number of products in one transaction. */
const atOnce = 200;
const keptIdsMax = 1000;

/**
 * Attaches, detaches or moves a rule. Each page is one transaction, which notes how far the run has got: stopped
 * anywhere and started again, it continues with the next product.
 */
export function ruleJob(services: JobServices): JobKind {
  return {
    kind: 'rule',
    keys: (run) => [run.id],
    atOnce: 1,
    work: (request, signal) =>
      workOnRun({ ...services, wake: services.jobs.wake }, request, signal, (run, control) =>
        exchangeAll(services, run, control),
      ),
  };
}

async function exchangeAll({ db, clock }: JobServices, run: RunRow, control: RunControl): Promise<RunEnd> {
  const ownerId = run.owner_id;
  const { chosen, userId } = RuleRunRequest.parse(run.request);
  const total =
    run.total ??
    (await asOwner(db, ownerId, async (owned) => {
      const count = await countChosen(owned, ownerId, chosen);
      await changeRun(owned, ownerId, run.id, { total: count });
      return count;
    }));
  const startedMs = clock.monotonic();
  for (let done = run.done, count = atOnce; count === atOnce; ) {
    control.signal.throwIfAborted();
    count = await exchangePage(db, ownerId, { runId: run.id, chosen, userId });
    done += count;
    const msEach = (clock.monotonic() - startedMs) / Math.max(1, done - run.done);
    const left = Math.max(0, total - done);
    control.progress({ done, total: Math.max(total, done), secondsLeft: (msEach * left) / 1000 });
  }
  return { state: 'complete' };
}

interface Page {
  runId: string;
  chosen: Chosen;
  userId: string | null;
}

/** Changes the next products of a run; returns how many were chosen, 0 at the end. */
async function exchangePage(db: Db, ownerId: string, { runId, chosen, userId }: Page): Promise<number> {
  return await asOwner(db, ownerId, async (owned) => {
    const change = await owned
      .selectFrom('rule_change')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('run_id', '=', runId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const exchange = await exchangeOf(owned, ownerId, change);
    if (exchange === null) {
      return 0;
    }
    const ids = await nextChosen(owned, ownerId, chosen, { after: change.reached, limit: atOnce });
    if (ids.length === 0) {
      return 0;
    }
    const rows = await lockMergeable(owned, ownerId, ids);
    const ruled = rows.map((row) => ruledFrom(row, exchange));
    const editSet = new OpenEditSet((within) => openEditSet(within, ownerId, runId, userId));
    const refused = await write(owned, ownerId, editSet, ruled);
    await note(
      owned,
      change,
      ids,
      ruled.map((each) => (refused.has(each.row.id) ? { ...each, outcome: 'rejected' } : each)),
    );
    return ids.length;
  });
}

/**
 * Returns the exchange, and locks the added attachment so that it is not detached before this page is written; null when
 * it was detached before: then the run ends.
 */
async function exchangeOf(
  db: OwnerDb,
  ownerId: string,
  { removes, adds }: Selectable<RuleChangeTable>,
): Promise<Exchange | null> {
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
 * Writes products with their rules. One that would become invalid keeps its rules, too: else what the rules before made
 * would look as if a person had set it. Returns those.
 */
async function write(
  db: OwnerDb,
  ownerId: string,
  editSet: OpenEditSet,
  ruled: readonly RuledProduct[],
): Promise<Set<string>> {
  const exchanged = ruled.filter(({ outcome }) => outcome !== 'already');
  const written = await writeLocked(
    db,
    ownerId,
    editSet,
    exchanged.map(({ row, product }) => ({ row, product })),
    { addToRecords: true },
  );
  const refused = new Set(written.filter(({ outcome }) => outcome === 'rejected').map(({ id }) => id));
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

/** Notes how far the run has got, and adds up what it did. */
async function note(
  db: OwnerDb,
  change: Selectable<RuleChangeTable>,
  ids: readonly string[],
  ruled: readonly RuledProduct[],
): Promise<void> {
  const counts = { ...change.counts };
  for (const { outcome } of ruled) {
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  const without = ids.length - ruled.length;
  counts['without-source'] = (counts['without-source'] ?? 0) + without;
  const kept = ruled.filter((each) => each.kept.length > 0).map(({ row }) => row.id);
  await db
    .updateTable('rule_change')
    .set({
      reached: ids.at(-1) ?? null,
      counts: JSON.stringify(counts),
      kept: change.kept + kept.length,
      kept_ids: [...change.kept_ids, ...kept].slice(0, keptIdsMax),
    })
    .where('owner_id', '=', change.owner_id)
    .where('run_id', '=', change.run_id)
    .execute();
}

async function openEditSet(
  db: OwnerDb,
  ownerId: string,
  runId: string,
  userId: string | null,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into edit_set (id, owner_id, user_id, run_id, kind, edits)
    values (${v7()}, ${ownerId}, ${userId}, ${runId}, 'ruled', '[]')
    on conflict (run_id) where run_id is not null do update set undone_at = null
    returning id
  `.execute(db);
  return rows[0]?.id ?? '';
}
