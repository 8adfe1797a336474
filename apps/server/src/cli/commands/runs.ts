import { getRun, listRuns, type Run } from '@bowerbird/contract/runs';
import { type Command, exitCodes, say } from '../command.ts';
import { linesOf, listingResult } from '../listing-result.ts';
import { sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

export const runs: Command = {
  usage: `runs [ID] [--limit N] [--json] [--for EMAIL]

Of a listing run, ID tells as well why products are not listed, and in what ledger and store differ.`,
  options: { limit: { type: 'string' } },

  run: (given) =>
    withSession(given, async (session) => {
      const [id] = given.words;
      if (id !== undefined) {
        await sayOne(session, id, given.flag('json'));
        return exitCodes.done;
      }
      const limit = String(given.whole('limit') ?? 50);
      const { items } = await session.call(listRuns, { query: { limit } });
      if (given.flag('json')) {
        say(JSON.stringify(items));
      } else {
        for (const run of items) {
          say(lineOf(run));
        }
      }
      return exitCodes.done;
    }),
};

/** Prints one run; for a listing run, also the outcome of its products. */
async function sayOne(session: Session, id: string, json: boolean): Promise<void> {
  const run = await session.call(getRun, { params: { id } });
  const result = run.kind === 'listing' ? await listingResult(session, id) : null;
  if (json) {
    const { run: listing, ...why } = result ?? { run: null };
    say(JSON.stringify(listing ? { ...run, listing: { ...listing, run: undefined, ...why } } : run));
    return;
  }
  say(lineOf(run));
  for (const line of result ? linesOf(result) : []) {
    say(line);
  }
}

function lineOf(run: Run): string {
  const count = run.total === null ? `${run.done}` : `${run.done}/${run.total}`;
  const why = run.fault ? sentenceOf(run.fault) : '';
  return [run.id, run.kind, run.state, count, run.createdAt, run.title, why].join('\t').trimEnd();
}
