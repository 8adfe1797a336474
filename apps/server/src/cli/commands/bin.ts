import {
  deleteFromBin,
  listBin,
  type RestoreFromBin,
  restoreFromBin,
} from '@bowerbird/contract/products/bin';
import { type Command, exitCodes, inform, say, WrongUse } from '../command.ts';
import { withSession } from '../session.ts';

export const bin: Command = {
  usage: `bin [restore | delete] [--ids ID,ID... | --all] [--json] [--for EMAIL]

  bin          lists what is in the bin, last deleted first (100 at most)
  restore      takes products out of the bin, with their history and listings
  delete       deletes products in the bin for good
  --ids ID,ID  these products
  --all        everything in the bin`,
  options: { ids: { type: 'string' }, all: { type: 'boolean' } },

  run: (given) => {
    const [act, ...more] = given.words;
    if (more.length > 0 || (act !== undefined && act !== 'restore' && act !== 'delete')) {
      throw new WrongUse('Say: bin, bin restore or bin delete');
    }
    return withSession(given, async (session) => {
      if (act === undefined) {
        const { items, total } = await session.call(listBin, { query: { limit: '100' } });
        if (given.flag('json')) {
          say(JSON.stringify({ items, total }));
        } else {
          inform(`${total} in the bin`);
          for (const { id, title, binnedAt, goneAt } of items) {
            say([id, title, `deleted ${binnedAt}`, `gone ${goneAt}`].join('\t'));
          }
        }
        return exitCodes.done;
      }
      const body = whichOf(given.text('ids'), given.flag('all'));
      const done =
        act === 'restore'
          ? await session.call(restoreFromBin, { body })
          : await session.call(deleteFromBin, { body });
      const words =
        'restored' in done
          ? `${done.restored} restored, ${done.unlinked} of them without their source`
          : `${done.deleted} deleted for good`;
      say(given.flag('json') ? JSON.stringify(done) : words);
      return exitCodes.done;
    });
  },
};

function whichOf(ids: string | undefined, all: boolean): RestoreFromBin {
  if ((ids === undefined) !== all) {
    throw new WrongUse('Say which: --ids ID,ID or --all');
  }
  return ids === undefined ? { all: true } : { ids: ids.split(',') };
}
