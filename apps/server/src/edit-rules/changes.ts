import { AppError } from '@bowerbird/contract/errors';
import { type getRuleChange, type RulePreview, ruleOutcomes } from '@bowerbird/contract/products/edit-rules';
import type { Selection } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import type { OwnerDb } from '../db/database.ts';
import { jsonText } from '../db/json-text.ts';
import { requirePlace } from '../db/places.ts';
import type { Call } from '../http/serve.ts';
import { requireCount, sentCount } from '../products/list/selection.ts';
import type { ProductRule } from '../products/write/attached-rules.ts';
import { countFaults, countOutcomes } from '../runs/pages.ts';
import { createRun, getRun } from '../runs/runs.ts';
import type { Exchange } from './outcome.ts';
import { getRuleRow } from './queries.ts';
import { freezeChosen, type RuleRunRequest } from './rule-job.ts';

type Started = { runId: string; attachmentId: string };

/** Attaches a version of a rule to the selection, in a run. Throws `edit-rule.attached-too-often`. */
export async function attach(
  call: Call,
  ruleId: string,
  { version, selection, expected }: { version: number; selection: Selection; expected?: number | undefined },
): Promise<Started> {
  const { ownerId } = call;
  return await start(call, async (db) => {
    const rule = await getRuleRow(db, ownerId, ruleId, 'share');
    if (rule.is_closed) {
      throw new AppError('edit-rule.closed', `rule ${rule.number}`, { params: { rule: rule.name } });
    }
    await requireVersion(db, ownerId, ruleId, version);
    const shown = 'filter' in selection ? sentCount(expected) : 0;
    const total = await requireCount(db, ownerId, selection, shown);
    if (total === 0) {
      throw new AppError('selection.empty', 'no product matches');
    }
    await requirePlace(db, ownerId, 'rule_attachment', sql`detached_at is null`);
    const attachmentId = v7();
    await insertAttachment(db, ownerId, {
      id: attachmentId,
      ruleId,
      version,
      filter: 'filter' in selection ? jsonText(selection.filter) : null,
      position: await nextPosition(db, ownerId),
    });
    return { rule, removes: null, adds: attachmentId, chosen: selection };
  });
}

/** Moves the products of an attachment to another version of its rule, or detaches it (`version` null), in a run. */
export async function move(call: Call, attachmentId: string, version: number | null): Promise<Started> {
  const { ownerId } = call;
  return await start(call, async (db) => {
    const found = await getAttachment(db, ownerId, attachmentId, { lock: true });
    const rule = await getRuleRow(db, ownerId, found.rule_id, 'share');
    const chosen = { attachmentId };
    await db
      .updateTable('rule_attachment')
      .set({ detached_at: sql<Date>`coalesce(detached_at, now())` })
      .where('owner_id', '=', ownerId)
      .where('id', '=', attachmentId)
      .execute();
    if (version === null) {
      return { rule, removes: attachmentId, adds: null, chosen };
    }
    await requireVersion(db, ownerId, rule.id, version);
    const adds = v7();
    const { filter, position } = found;
    // What is left of an attachment that is no longer in force moves without its filter.
    const next = found.detached_at === null && filter !== null ? jsonText(filter) : null;
    await insertAttachment(db, ownerId, { id: adds, ruleId: rule.id, version, filter: next, position });
    return { rule, removes: attachmentId, adds, chosen };
  });
}

interface Planned {
  rule: { id: string; name: string };
  removes: string | null;
  adds: string | null;
  chosen: RuleRunRequest['chosen'];
}

async function start(call: Call, plan: (db: OwnerDb) => Promise<Planned>): Promise<Started> {
  const { ownerId } = call;
  const { run, attachmentId } = await call.db(async (db) => {
    const { rule, removes, adds, chosen } = await plan(db);
    const ruleChange = adds === null ? 'detach' : removes === null ? 'attach' : 'move';
    const request: RuleRunRequest = { chosen, userId: call.user.id, ruleChange };
    const title = rule.name;
    const runId = await createRun(db, ownerId, { kind: 'rule', title, request, createdBy: call.user.id });
    await db
      .insertInto('rule_change')
      .values({ run_id: runId, owner_id: ownerId, rule_id: rule.id, removes, adds })
      .execute();
    if (adds !== null) {
      await db
        .updateTable('edit_rule')
        .set({ times_used: sql`times_used + 1` })
        .where('owner_id', '=', ownerId)
        .where('id', '=', rule.id)
        .execute();
    }
    const run = await getRun(db, ownerId, runId);
    await freezeChosen(db, run, chosen);
    return { run, attachmentId: adds ?? removes ?? '' };
  });
  await call.services.jobs.wake(run);
  return { runId: run.id, attachmentId };
}

/** Returns an attachment; throws `not-found`. */
export async function getAttachment(
  db: OwnerDb,
  ownerId: string,
  id: string,
  { lock }: { lock: boolean } = { lock: false },
) {
  const found = await db
    .selectFrom('rule_attachment')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .where('id', '=', id)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `attachment ${id}`);
  }
  return found;
}

/** Returns the exchange that a preview shows of attaching a version. */
export async function attaching(
  db: OwnerDb,
  ownerId: string,
  ruleId: string,
  version: number,
): Promise<Exchange> {
  await getRuleRow(db, ownerId, ruleId);
  const position = await nextPosition(db, ownerId);
  return { removes: null, adds: await asIfAttached(db, ownerId, { ruleId, version, position }) };
}

/** Returns the exchange that a preview shows of moving an attachment, or of detaching it (`version` null). */
export async function moving(
  db: OwnerDb,
  ownerId: string,
  id: string,
  version: number | null,
): Promise<Exchange> {
  const { rule_id: ruleId, position } = await getAttachment(db, ownerId, id);
  const adds = version === null ? null : await asIfAttached(db, ownerId, { ruleId, version, position });
  return { removes: id, adds };
}

async function asIfAttached(
  db: OwnerDb,
  ownerId: string,
  { ruleId, version, position }: { ruleId: string; version: number; position: number },
): Promise<ProductRule> {
  const { steps } = await requireVersion(db, ownerId, ruleId, version);
  return { id: v7(), ruleId, position, steps };
}

async function requireVersion(db: OwnerDb, ownerId: string, ruleId: string, version: number) {
  const found = await db
    .selectFrom('edit_rule_version')
    .select('steps')
    .where('owner_id', '=', ownerId)
    .where('rule_id', '=', ruleId)
    .where('version', '=', version)
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `version ${version} of rule ${ruleId}`);
  }
  return found;
}

async function insertAttachment(
  db: OwnerDb,
  ownerId: string,
  attachment: { id: string; ruleId: string; version: number; filter: string | null; position: number },
): Promise<void> {
  const { id, ruleId, version, filter, position } = attachment;
  await db
    .insertInto('rule_attachment')
    .values({ id, owner_id: ownerId, rule_id: ruleId, version, filter, position })
    .execute();
}

/** A rule that is attached later is applied after those before it. */
async function nextPosition(db: OwnerDb, ownerId: string): Promise<number> {
  const { position } = await db
    .selectFrom('rule_attachment')
    .select(sql<number>`coalesce(max(position), 0) + 1`.as('position'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return position;
}

/** Returns what a run did to products; throws `not-found`. */
export async function findChange(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<AnswerOf<typeof getRuleChange>> {
  const found = await db
    .selectFrom('rule_change')
    .innerJoin('edit_rule', 'edit_rule.id', 'rule_change.rule_id')
    .leftJoin('edit_set', 'edit_set.run_id', 'rule_change.run_id')
    .leftJoin('rule_attachment as removed', 'removed.id', 'rule_change.removes')
    .leftJoin('rule_attachment as added', 'added.id', 'rule_change.adds')
    .select(['rule_change.rule_id', 'name', 'removes', 'adds', 'edit_set.id as set_id'])
    .select(['removed.version as removes_version', 'added.version as adds_version'])
    .select('removed.filter as removes_filter')
    .select('added.detached_at as added_detached_at')
    .where('rule_change.owner_id', '=', ownerId)
    .where('rule_change.run_id', '=', runId)
    .executeTakeFirst();
  if (!found) {
    throw new AppError('not-found', `change ${runId}`);
  }
  const outcomes = await countOutcomes(db, ownerId, runId);
  const { kept, keptIds } = await findKept(db, ownerId, runId);
  return {
    runId,
    ruleId: found.rule_id,
    ruleName: found.name,
    removes: found.removes,
    adds: found.adds,
    removesFilter: found.removes_filter,
    removesVersion: found.removes_version,
    addsVersion: found.adds_version,
    isInForce: found.adds !== null && found.added_detached_at === null,
    editSetId: found.set_id,
    counts: Object.fromEntries(ruleOutcomes.map((name) => [name, outcomes[name]])) as RulePreview['counts'],
    gone: outcomes.gone,
    rejected: await countFaults(db, ownerId, runId),
    kept,
    keptIds,
  };
}

const keptIdsMax = 1000;

/** Returns how many products have a value that a person set and the run left, and which they are. */
async function findKept(
  db: OwnerDb,
  ownerId: string,
  runId: string,
): Promise<{ kept: number; keptIds: string[] }> {
  const { rows } = await sql<{ id: string; count: number }>`
    select note.key as id, count(*) over ()::integer as count
    from run_page, jsonb_each(notes) as note
    where owner_id = ${ownerId} and run_id = ${runId} and note.value ? 'kept'
    order by note.key::uuid limit ${keptIdsMax}
  `.execute(db);
  return { kept: rows[0]?.count ?? 0, keptIds: rows.map(({ id }) => id) };
}
