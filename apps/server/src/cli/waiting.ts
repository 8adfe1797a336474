import { AppError } from '@bowerbird/contract/errors';
import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { sql } from 'kysely';
import { asOwner } from '../db/database.ts';
import type { OpenProgram } from '../program/open.ts';
import { findRun, type RunRow, toRun } from '../runs/runs.ts';
import type { Services } from '../services/services.ts';
import { inform, WrongUse } from './command.ts';

const lookEveryMs = 150;
/** Time for a server to take the run: its worker does so within half a second. */
const serversChanceMs = 800;

/**
 * Waits until a run has ended, was paused or is held for a person; if no server takes the run, works on it here.
 */
export async function waitFor(program: OpenProgram, ownerId: string, runId: string): Promise<Run> {
  const { services } = program;
  const interrupted = onInterrupt(runId);
  const chanceMs = (await mayHaveServer(services)) ? serversChanceMs : 0;
  let working = false;
  let reported = '';
  try {
    for (let waitedMs = 0; ; waitedMs += lookEveryMs) {
      const row = await asOwner(services.db, ownerId, (db) => findRun(db, ownerId, runId));
      if (!row) {
        throw new AppError('not-found', `run ${runId}`);
      }
      if (hasEnded(row) || row.state === 'paused' || waitsForPerson(row)) {
        return toRun(row);
      }
      if (row.state === 'held' && reported !== 'held') {
        reported = 'held';
        inform(
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

/** Returns true for a held run that does not go on by itself. */
function waitsForPerson({ state, goes_on_at: goesOnAt, fault }: RunRow): boolean {
  return state === 'held' && (goesOnAt === null || fault?.code === 'import.to-confirm');
}

/** Returns true if a server may be running: the one that holds the embedded database, or any on a separate database. */
async function mayHaveServer({ db, config }: Services): Promise<boolean> {
  if (!config.isDatabaseEmbedded) {
    return true;
  }
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_stat_activity where application_name = 'bowerbird holds stop') as held
  `.execute(db);
  return rows[0]?.held !== false;
}

/** Makes Ctrl-C end the waiting, not the run. */
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
