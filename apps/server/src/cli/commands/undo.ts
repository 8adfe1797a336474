import { getBulkEdit, undoBulkEdit } from '@bowerbird/contract/products/bulk-edit';
import { type Command, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { withSession } from '../session.ts';

export const undo: Command = {
  usage: `undo RUN [--ids ID,ID...] [--json] [--for EMAIL]

  RUN          the run of the edit, or of an undo, which is then applied again
  --ids ID,ID  only these of its products`,
  options: { ids: { type: 'string' } },

  run: (given) => {
    const [id, ...more] = given.words;
    if (id === undefined || more.length > 0) {
      throw new WrongUse('Say which run to undo: undo RUN');
    }
    const productIds = given.text('ids')?.split(',');
    return withSession(given, async (session) => {
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
