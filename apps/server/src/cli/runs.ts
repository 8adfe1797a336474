import { getRun, listRuns, type Run } from '@bowerbird/contract/runs';
import { type Command, exitCodes, say } from './command.ts';
import { sentenceOf } from './run-words.ts';
import { withSession } from './session.ts';

export const runs: Command = {
  name: 'runs',
  summary: 'Lists runs, newest first, or tells one.',
  usage: `runs [ID] [--limit N] [--json] [--as EMAIL]`,
  options: { limit: { type: 'string' } },

  run: (given) =>
    withSession(given, async (session) => {
      const [id] = given.words;
      const limit = String(given.whole('limit') ?? 50);
      const found =
        id === undefined
          ? (await session.ask(listRuns, { query: { limit } })).items
          : [await session.ask(getRun, { params: { id } })];
      if (given.flag('json')) {
        say(JSON.stringify(id === undefined ? found : found[0]));
      } else {
        for (const run of found) {
          say(lineOf(run));
        }
      }
      return exitCodes.done;
    }),
};

function lineOf(run: Run): string {
  const count = run.total === null ? `${run.done}` : `${run.done}/${run.total}`;
  const why = run.fault ? sentenceOf(run.fault) : '';
  return [run.id, run.kind, run.state, count, run.createdAt, run.title, why].join('\t').trimEnd();
}
