import {
  getRecollected,
  type Recollected,
  recollect as recollectRoute,
} from '@bowerbird/contract/collect/recollect';
import { AppError } from '@bowerbird/contract/errors';
import type { BodyOf } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { type Command, exitCodes, type Given, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

type What = BodyOf<typeof recollectRoute>['what'];

export const recollect: Command = {
  usage: `recollect (--claimed | --source HOST | --run ID | --product ID ...) [--stock] [--json] [--for EMAIL]

  --claimed      everything claimed
  --source HOST  everything claimed from one shop
  --run ID       what one collecting run was asked for
  --product ID   the source of a product; may be repeated
  --stock        asks for stock quantities where lists leave them out (Shopify, SHOPLINE): one more request for each product;
                 left out, what was read with them is read with them again
  --json         prints one line for each run: {runId, state, shop, unchanged, followed, kept, undecided, decided, gone}

What the source changed is followed; what was edited here is kept; where both changed the same, a question waits.
Exit code: 0 complete, 3 partial, 1 failed.`,
  options: {
    claimed: { type: 'boolean' },
    source: { type: 'string' },
    run: { type: 'string' },
    product: { type: 'string', multiple: true },
    stock: { type: 'boolean' },
  },

  run: (given) => {
    const what = whatIn(given);
    return withSession(given, async (session) => {
      const { runIds } = await session.call(recollectRoute, {
        body: { what, ...(given.flag('stock') && { stock: true }) },
      });
      const codes: number[] = [];
      for (const runId of runIds) {
        codes.push(await reportRun(session, runId, given.flag('json')));
      }
      return worst(codes);
    });
  },
};

function whatIn(given: Given): What {
  const [source, runId, productIds] = [given.text('source'), given.text('run'), given.list('product')];
  const filter = { state: 'claimed' as const };
  const requested: What[] = [
    ...(given.flag('claimed') ? [{ collected: { filter, except: [] } }] : []),
    ...(source === undefined
      ? []
      : [{ collected: { filter: { ...filter, sources: [source] }, except: [] } }]),
    ...(runId === undefined ? [] : [{ runId }]),
    ...(productIds.length === 0 ? [] : [{ productIds }]),
  ];
  const [what, another] = requested;
  if (!what || another) {
    throw new WrongUse('Say what to read again: --claimed, --source HOST, --run ID or --product ID');
  }
  return what;
}

/** Waits for one run and reports its outcome; returns the exit code. */
export async function reportRun(session: Session, runId: string, json: boolean): Promise<number> {
  const run = await session.wait(runId);
  const found = await findRecollected(session, runId);
  say(json ? JSON.stringify(factsOf(run, found)) : lineOf(run, found));
  if (run.fault) {
    inform(sentenceOf(run.fault));
  }
  return exitCodeOf(run);
}

/** Returns null if the run found no claimed product. */
async function findRecollected(session: Session, runId: string): Promise<Recollected | null> {
  try {
    return await session.call(getRecollected, { params: { id: runId } });
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'not-found') {
      return null;
    }
    throw thrown;
  }
}

function factsOf(run: Run, found: Recollected | null) {
  return { runId: run.id, state: run.state, shop: found?.shop ?? run.title, ...countsOf(found) };
}

function countsOf(found: Recollected | null): Recollected['products'] {
  return found?.products ?? { unchanged: 0, followed: 0, kept: 0, undecided: 0, decided: 0, gone: 0 };
}

function lineOf(run: Run, found: Recollected | null): string {
  const counts = Object.entries(countsOf(found)).map(([what, count]) => `${count} ${what}`);
  return [run.id, run.state, found?.shop ?? run.title, ...counts].join('\t');
}

function worst(codes: readonly number[]): number {
  if (codes.every((code) => code === exitCodes.done)) {
    return exitCodes.done;
  }
  return codes.every((code) => code === exitCodes.failed) ? exitCodes.failed : exitCodes.partly;
}
