import { declareOrigin } from '../../listing/epoch/restore.ts';
import { type Command, exitCodes, say, WrongUse } from '../command.ts';
import { withProgram } from '../session.ts';

export const origin: Command = {
  usage: `origin restored|copied

  restored   It is this installation's own, put back from a backup or moved here. The former one is no more.
  copied     The other one lives on. This one gets an identity of its own; what it lists from now on is not the other's.

Listing goes on afterwards: first it waits until all that was sent before has arrived, then it looks at every product in its store.`,
  options: {},

  run: (given) =>
    withProgram(async ({ services }) => {
      const [word] = given.words;
      if (word !== 'restored' && word !== 'copied') {
        throw new WrongUse('Which is it? origin restored, or origin copied (see origin --help)');
      }
      const { owners, listings } = await declareOrigin(services, word);
      say(
        `${word}: ${listings} listings of ${owners} merchants are looked at again before anything is sent.`,
      );
      return exitCodes.done;
    }),
};
