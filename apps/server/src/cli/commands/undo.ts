import { getBulkEdit, undoBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import { listRuns } from '@bowerbird/contract/runs';
import { type Command, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

export const undo: Command = {
  usage: `undo RUN [--ids ID,ID...] [--json] [--for EMAIL]

  RUN          the run of an edit or a marking, or of an undo, which is then applied again; a number counts from the
               newest edit: \`undo 1\` undoes the last one
  --ids ID,ID  only these of its products`,
  options: { ids: { type: 'string' } },

  run: (given) => {
    const [subject, ...more] = given.words;
    if (subject === undefined || more.length > 0) {
      throw new WrongUse('Say which run to undo: undo RUN');
    }
    const productIds = given.text('ids')?.split(',');
    return withSession(given, async (session) => {
      const id = /^\d{1,3}$/.test(subject) ? await newestEdit(session, Number(subject)) : subject;
      const { runId } = await session.call(undoBulkEdit, {
        params: { id },
        body: productIds ? { productIds } : {},
      });
      const run = await session.wait(runId);
      const { counts } = await session.call(getBulkEdit, { params: { id: runId } });
      const { restored, kept, impossible } = counts;
      say(
        given.flag('json')
          ? JSON.stringify({ runId, restored, kept, impossible })
          : `${restored} restored, ${kept} kept in part because they were changed later, ${impossible} could not be undone`,
      );
      if (run.fault) {
        inform(sentenceOf(run.fault));
      }
      return exitCodeOf(run);
    });
  },
};

/** Returns the run of the edit that is the first, second, ... from the newest. */
async function newestEdit(session: Session, number: number): Promise<string> {
  const { items } = await session.call(listRuns, {
    query: { kind: 'edit', limit: String(Math.max(1, number)) },
  });
  const run = items[number - 1];
  if (run === undefined) {
    throw new WrongUse(`There are ${items.length} edits, no number ${number}: see \`runs\``);
  }
  return run.id;
}
