import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { Product } from '@bowerbird/catalog/product';
import { v7 } from 'uuid';
import { previewEdit } from '../../../apps/server/src/bulk-edits/preview.ts';
import { createUndo, startEdit } from '../../../apps/server/src/bulk-edits/start.ts';
import { asOwner, type Db, type OwnerDb } from '../../../apps/server/src/db/database.ts';
import { attach, move } from '../../../apps/server/src/edit-rules/changes.ts';
import { insertRule } from '../../../apps/server/src/edit-rules/queries.ts';
import type { Call } from '../../../apps/server/src/http/serve.ts';
import { editProduct } from '../../../apps/server/src/products/list/queries.ts';
import { getRun } from '../../../apps/server/src/runs/runs.ts';
import { evidenceOf, judgeEdit, judgeHistory, judgeRule, judgeUndo } from './judge.ts';
import { type Killing, type Run, workThrough } from './kills.ts';
import { rivals } from './rivals.ts';
import { jobServices } from './services.ts';
import { openStage, type Stage } from './stage.ts';

const edited = 96;
const ruled = 60;
const dearer: EditStep = { edit: { kind: 'multiply-price', by: '1.3' } };
const numbered: EditStep = { edit: { kind: 'code-series', field: 'sku', template: 'SERIES-{n}' } };

export interface RoundResult {
  kills: number;
  wrong: string[];
}

/**
 * One merchant: a bulk edit, its undo, a rule attached and detached, with workers killed in each and others changing the
 * same products, and the judge after each.
 * @param isNumbered the edit numbers codes as well, so that its pages go one after the other
 */
export async function runRound(
  db: Db,
  killing: Killing,
  { killsEach, isNumbered }: { killsEach: number; isNumbered: boolean },
): Promise<RoundResult> {
  const { client, random } = killing;
  const stage = await openStage(db, client, edited + ruled);
  const result: RoundResult = { kills: 0, wrong: [] };
  const deadlocks = await deadlocksOf(stage);
  const first = await evidenceOf(client, stage.ownerId);
  const [editIds, ruleIds] = [stage.ids.slice(0, edited), stage.ids.slice(edited)];
  const call = callOf(stage);
  const under = async (run: Run, ids: readonly string[]) => {
    const others = rivals(stage, ids, random);
    const worked = await workThrough(killing, run, killsEach);
    result.kills += worked.kills;
    const seen = await others.end();
    const now = await evidenceOf(client, stage.ownerId);
    result.wrong.push(...worked.wrong, ...seen, ...judgeHistory(first, now));
    return now;
  };
  const run = (kind: Run['kind'], runId: string): Run => ({ kind, ownerId: stage.ownerId, runId });

  const steps = isNumbered ? [dearer, numbered] : [dearer];
  const sample = await sampleOf(stage, editIds, steps);
  const editRunId = await startEdit(call, { selection: { ids: editIds }, steps });
  // Between the confirmation and the job, somebody changes some of them.
  await editTitles(stage, editIds.slice(0, 5));
  const afterEdit = await under(run('edit', editRunId), editIds);
  result.wrong.push(...(await judgeEdit(client, editRunId, afterEdit, sample)));
  if (isNumbered) {
    result.wrong.push(...codesTwice(afterEdit.products));
  }

  const undo = await asOwner(db, stage.ownerId, async (owned: OwnerDb) =>
    createUndo(owned, call, await getRun(owned, stage.ownerId, editRunId), { steps }, {}),
  );
  const afterUndo = await under(run('undo', undo.id), editIds);
  result.wrong.push(...(await judgeUndo(client, undo.id, editRunId, afterUndo)));

  const ruleId = await asOwner(db, stage.ownerId, (owned) =>
    insertRule(owned, stage.ownerId, {
      name: `Rule ${v7()}`,
      description: 'Dearer',
      steps: [dearer],
      userId: stage.userId,
    }),
  );
  const sources = await sourcesOf(stage, ruleIds);
  const attached = await attach(call, ruleId, { version: 1, selection: { ids: ruleIds } });
  const afterRule = await under(run('rule', attached.runId), ruleIds);
  result.wrong.push(...(await judgeRule(client, attached.runId, afterRule, sources, true)));
  const detached = await move(call, attached.attachmentId, null);
  const afterDetach = await under(run('rule', detached.runId), ruleIds);
  result.wrong.push(...(await judgeRule(client, detached.runId, afterDetach, sources, false)));

  const locked = (await deadlocksOf(stage)) - deadlocks;
  return locked === 0 ? result : { ...result, wrong: [...result.wrong, `${locked} deadlocks`] };
}

/** A call of this person; of a call, only these parts are used. */
function callOf({ db, ownerId, userId }: Stage): Call {
  return {
    ownerId,
    user: { id: userId },
    services: jobServices(db),
    db: (work: (owned: OwnerDb) => Promise<unknown>) => asOwner(db, ownerId, work),
  } as unknown as Call;
}

async function sampleOf({ db, ownerId, bench: { services } }: Stage, ids: string[], steps: EditStep[]) {
  return await asOwner(db, ownerId, async (owned) => {
    const { sample } = await previewEdit(owned, services, ownerId, {
      selection: { ids },
      steps,
      from: null,
    });
    return new Map(sample.map(({ id, cells }) => [id, { revision: 1, cells }]));
  });
}

async function editTitles({ db, ownerId, userId }: Stage, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await asOwner(db, ownerId, (owned) =>
      editProduct(owned, ownerId, { id, edits: [{ kind: 'title-suffix', text: '!' }], userId }),
    );
  }
}

async function sourcesOf({ client }: Stage, ids: readonly string[]): Promise<Map<string, Product>> {
  const { rows } = await client.query<{ product_id: string; content: Product }>(
    'select product_id, content from collected where product_id = any($1::uuid[])',
    [ids],
  );
  return new Map(rows.map(({ product_id, content }) => [product_id, content]));
}

function codesTwice(products: ReadonlyMap<string, { content: Product }>): string[] {
  const seen = new Set<string>();
  const wrong: string[] = [];
  for (const [id, { content }] of products) {
    for (const { sku } of content.variants) {
      if (sku !== null && seen.has(sku)) {
        wrong.push(`${id}: the code ${sku} twice`);
      }
      seen.add(sku ?? '');
    }
  }
  return wrong;
}

async function deadlocksOf({ client }: Stage): Promise<number> {
  const { rows } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return Number(rows[0]?.deadlocks ?? 0);
}
