import { listStores } from '@bowerbird/contract/listing/stores';
import { auditStore } from '../../listing/audit/audit-store.ts';
import { type Command, exitCodes, say } from '../command.ts';
import { certificateLines } from '../listing-result.ts';
import { withSession } from '../session.ts';
import { storeNamed } from './stores.ts';

export const audit: Command = {
  usage: `audit --store NAME [--json] [--for EMAIL]

Reads every product that bears a key of ours, and changes nothing. Each night does the same for every store.

Exit code: 0 ledger and store agree, 3 they differ.`,
  options: { store: { type: 'string' } },

  run: (given) => {
    const name = given.needed('store', 'name');
    return withSession(given, async (session) => {
      const { services } = session.program;
      const store = storeNamed(await session.call(listStores), name);
      const { signal } = new AbortController();
      const found = await auditStore(services, { ownerId: session.ownerId, storeId: store.id, signal });
      if (given.flag('json')) {
        say(JSON.stringify({ store: store.name, ...found }));
      } else {
        say(`${store.name}: ${found.listed} listed`);
        for (const line of certificateLines(found)) {
          say(line);
        }
      }
      return found.agrees ? exitCodes.done : exitCodes.partly;
    });
  },
};
