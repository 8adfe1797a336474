import { AppError } from '@bowerbird/contract/errors';
import type { Run } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { asOwner } from '../db/database.ts';
import type { OpenProgram } from '../open.ts';
import { findRun, hasEnded, toRun } from '../runs/runs.ts';
import type { Services } from '../services.ts';
import { tell, WrongUse } from './command.ts';

const lookEveryMs = 150;
/** A server's worker takes a run within half a second. */
const serversChanceMs = 800;

/** Waits until a run has ended or was paused; where no server takes it, it is worked on here. */
export async function waitFor(program: OpenProgram, ownerId: string, runId: string): Promise<Run> {
  const { services } = program;
  const interrupted = onInterrupt(runId);
  const chanceMs = (await mayHaveServer(services)) ? serversChanceMs : 0;
  let working = false;
  let told = '';
  try {
    for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
      const row = await asOwner(services.db, ownerId, (db) => findRun(db, ownerId, runId));
      if (!row) {
        throw new AppError('not-found', `run ${runId}`);
      }
      if (hasEnded(row.state) || row.state === 'paused') {
        return toRun(row);
      }
      if (row.state === 'held' && told !== 'held') {
        told = 'held';
        tell(
          `Held until ${row.goes_on_at?.toISOString() ?? 'later'}: ${row.fault?.code ?? ''}. It goes on by itself.`,
        );
      }
      if (!working && row.state === 'waiting' && waitedMs >= chanceMs) {
        working = true;
        await services.jobs.start(program.jobKinds.filter(({ kind }) => kind === row.kind));
      }
      await services.clock.sleep(lookEveryMs, interrupted.signal);
    }
  } finally {
    interrupted.over();
  }
}

/** True when a server may be working: the one that holds the embedded database, or any on a database of its own. */
async function mayHaveServer({ db, config }: Services): Promise<boolean> {
  if (!config.isDatabaseEmbedded) {
    return true;
  }
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_stat_activity where application_name = 'bowerbird holds stop') as held
  `.execute(db);
  return rows[0]?.held !== false;
}

/** Ctrl-C ends the waiting, not the run. */
function onInterrupt(runId: string) {
  const control = new AbortController();
  const stop = () => {
    control.abort(
      new WrongUse(
        `Stopped waiting. Run ${runId} is not lost: it goes on when the server works, or at the next command.`,
      ),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  return {
    signal: control.signal,
    over() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
