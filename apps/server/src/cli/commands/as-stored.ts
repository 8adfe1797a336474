import {
  listStoredOtherwise,
  publishAsStored,
  removeAsStored,
  type StoredOtherwise,
} from '@bowerbird/contract/listing/as-stored';
import { fieldWord } from '@bowerbird/contract/texts/field-text';
import { type Command, exitCodes, inform, say, WrongUse } from '../command.ts';
import { exitCodeOf, language, sentenceOf } from '../run-text.ts';
import { type Session, withSession } from '../session.ts';

const acts = { publish: publishAsStored, remove: removeAsStored } as const;

export const asStored: Command = {
  usage: `as-stored [--run ID] [--json] [--for EMAIL]
as-stored publish (--run ID | --ids ID,ID...) [--json] [--for EMAIL]
as-stored remove (--run ID | --ids ID,ID...) [--json] [--for EMAIL]

  publish        publishes them with the values that the store keeps: you accept these values
  remove         removes them from the store
  --run ID       all that this listing run left
  --ids ID,ID    single ones, by the ids that the list shows first

A price that the risk check would stop is not published, and neither is what was changed since it was reported.

Exit code: 0 done, 3 some refused, 1 failed.`,
  options: { run: { type: 'string' }, ids: { type: 'string' } },

  run: (given) => {
    const [name, ...more] = given.words;
    const act = name === 'publish' || name === 'remove' ? acts[name] : undefined;
    if (more.length > 0 || (name !== undefined && !act)) {
      throw new WrongUse(`as-stored takes publish or remove, not ${given.words.join(' ')}`);
    }
    const runId = given.text('run');
    const ids = given.text('ids')?.split(',');
    if (act && (runId === undefined) === (ids === undefined)) {
      throw new WrongUse('Say which: --run ID or --ids ID,ID');
    }
    return withSession(given, async (session) => {
      const kept = await allKept(session, runId);
      if (!act) {
        showKept(kept, given.flag('json'));
        return exitCodes.done;
      }
      const body = runId === undefined ? { listingIds: ids ?? [] } : { runId, expected: kept.length };
      const started = await session.call(act, { body });
      const run = await session.wait(started.runId);
      say(
        given.flag('json')
          ? JSON.stringify({
              runId: run.id,
              state: run.state,
              done: run.done - run.failed,
              failed: run.failed,
            })
          : `${run.done - run.failed} done, ${run.failed} refused (run ${run.id})`,
      );
      if (run.fault) {
        inform(sentenceOf(run.fault));
      }
      return exitCodeOf(run);
    });
  },
};

async function allKept(session: Session, runId: string | undefined): Promise<StoredOtherwise[]> {
  const all: StoredOtherwise[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { limit: '200', ...(runId !== undefined && { runId }), ...(cursor && { cursor }) };
    const page = await session.call(listStoredOtherwise, { query });
    all.push(...page.items);
    cursor = page.nextCursor;
  }
  return all;
}

function showKept(kept: readonly StoredOtherwise[], json: boolean): void {
  for (const each of kept) {
    if (json) {
      say(JSON.stringify(each));
      continue;
    }
    say(`${each.listingId}\t${each.storeName}\t${each.title}`);
    for (const { field, sent, stored, said } of each.fields) {
      const name = field === null ? '' : `${fieldWord(language, field) ?? field}: `;
      say(sent === null || stored === null ? `  ${said}` : `  ${name}sent ${sent}, in the store ${stored}`);
    }
  }
}
