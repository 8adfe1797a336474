import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';

/** A run that workers are killed in. */
export interface Run {
  kind: 'edit' | 'undo' | 'rule';
  ownerId: string;
  runId: string;
}

export interface Killing {
  client: pg.Client;
  databaseUrl: string;
  broken: string;
  random(): number;
}

/**
 * Works on a run to its end, with up to so many workers killed by SIGKILL on the way, each after another page is done.
 * Returns how many were killed while the run went on, and what was half done after a kill.
 */
export async function workThrough(
  killing: Killing,
  run: Run,
  kills: number,
): Promise<{ kills: number; wrong: string[] }> {
  const { client } = killing;
  const wrong: string[] = [];
  let killed = 0;
  while (killed < kills) {
    const worker = startWorker(killing, run);
    const gone = once(worker, 'exit') as Promise<[number | null, string | null]>;
    await Promise.race([once(createInterface(worker.stdout), 'line'), gone]);
    let over = false;
    void gone.then(() => {
      over = true;
    });
    const from = await pagesDone(client, run);
    const wanted = from + Math.floor(killing.random() * 3);
    while (!over && (await pagesDone(client, run)) <= wanted) {
      await pause(4);
    }
    await pause(killing.random() * 25);
    worker.kill('SIGKILL');
    const [, signal] = await gone;
    // A page that was being written is rolled back when the server notices that its client is gone.
    await pause(60);
    wrong.push(...(await halfDone(client, run)));
    if (signal !== 'SIGKILL' || (await stateOf(client, run)) !== 'running') {
      break;
    }
    killed += 1;
    await client.query('update run set beginnings = 0 where id = $1', [run.runId]);
  }
  for (let tries = 0; tries < 20; tries += 1) {
    const worker = startWorker(killing, run);
    worker.stdout.resume();
    const [code] = (await once(worker, 'exit')) as [number | null];
    const state = await stateOf(client, run);
    if (state !== 'running' && state !== 'held') {
      break;
    }
    if (code !== 0) {
      wrong.push(`${run.kind} ${run.runId}: the last worker ended with ${code}`);
      break;
    }
  }
  return { kills: killed, wrong: wrong.concat(await halfDone(client, run)) };
}

function startWorker({ databaseUrl, broken }: Killing, { kind, ownerId, runId }: Run) {
  const hook = join(import.meta.dirname, 'hook.ts');
  const worker = join(import.meta.dirname, 'worker.ts');
  return spawn(process.execPath, ['--import', hook, worker, kind, ownerId, runId], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, BOWERBIRD_BROKEN: broken },
  });
}

async function pagesDone(client: pg.Client, { runId }: Run): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::integer as count from run_page where run_id = $1 and outcomes is not null',
    [runId],
  );
  return rows[0]?.count ?? 0;
}

async function stateOf(client: pg.Client, { runId }: Run): Promise<string> {
  const { rows } = await client.query<{ state: string }>('select state from run where id = $1', [runId]);
  return rows[0]?.state ?? '';
}

/** A page is open, and nothing of it is written, or it is done, and everything is. */
async function halfDone(client: pg.Client, { kind, runId }: Run): Promise<string[]> {
  const { rows } = await client.query<{ page: number; done: boolean; written: number; reported: number }>(
    `select page, outcomes is not null as done,
      (select count(*)::integer from product_change join edit_set on edit_set.id = edit_set_id
        where edit_set.run_id = run_page.run_id and product_id = any(ids)) as written,
      (select count(*)::integer from unnest(outcomes) as outcome
        where outcome in ('changed', 'changed-since', 'restored')) as reported
    from run_page where run_id = $1`,
    [runId],
  );
  return rows
    .filter(({ done, written, reported }) => (done ? written < reported : written > 0))
    .map(
      ({ page, done, written, reported }) =>
        `${kind} ${runId}: page ${page} is ${done ? 'done' : 'open'}, ${written} written, ${reported} reported: half`,
    );
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
