import { claimCollected, previewClaim } from '@bowerbird/contract/collect/collected';
import { AppError } from '@bowerbird/contract/errors';
import type { AnswerOf, BodyOf } from '@bowerbird/contract/route';
import { type Command, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

export const claim: Command = {
  usage: `claim [--run ID | --all] [--json] [--for EMAIL]

  --run ID   what one collecting run got
  --all      everything that is not claimed yet`,
  options: { run: { type: 'string' }, all: { type: 'boolean' } },

  run: (given) => {
    const runId = given.text('run');
    if ((runId === undefined) === !given.flag('all')) {
      throw new WrongUse('Say what to claim: --run ID or --all');
    }
    return withSession(given, async (session) => {
      const selection = {
        filter: { state: 'unclaimed' as const, ...(runId !== undefined && { runId }) },
        except: [],
      };
      // Sends the counted number with the claim: the server refuses if a different number matches by then.
      const { count } = await session.call(previewClaim, { body: { selection, edits: [], limit: 1 } });
      inform(`${count} to claim`);
      const answer = await claimOrNothing(session, { body: { selection, expected: count, edits: [] } });
      const run = answer.runId === null ? null : await session.wait(answer.runId);
      const claimed = run ? run.done : answer.claimed;
      const { repaired } = answer;
      say(
        given.flag('json')
          ? JSON.stringify({ runId: answer.runId, claimed, repaired })
          : `${claimed} claimed${repaired !== null && repaired > 0 ? `, ${repaired} of them repaired: their history tells what` : ''}`,
      );
      if (run?.fault) {
        inform(sentenceOf(run.fault));
      }
      return run ? exitCodeOf(run) : 0;
    });
  },
};

/** Returns a result, not a failure, if there is nothing to claim. */
async function claimOrNothing(
  session: Session,
  input: { body: BodyOf<typeof claimCollected> },
): Promise<AnswerOf<typeof claimCollected>> {
  try {
    return await session.call(claimCollected, input);
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'selection.empty') {
      return { runId: null, claimed: 0, alreadyClaimed: 0, repaired: 0, productIds: [] };
    }
    throw thrown;
  }
}
