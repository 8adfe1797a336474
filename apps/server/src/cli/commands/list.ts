import { checkListing, startListing } from '@bowerbird/contract/listing/listing';
import { listStores } from '@bowerbird/contract/listing/stores';
import { type Command, inform, say } from '../command.ts';
import { linesOf, listingResult } from '../listing-result.ts';
import { filterUsage, readFilter } from '../product-filter.ts';
import { exitCodeOf, sentenceOf } from '../run-text.ts';
import { withSession } from '../session.ts';
import { storeNamed } from './stores.ts';

export const list: Command = {
  usage: `list --store NAME [--filter NAME=VALUE ...] [--dry-run] [--draft] [--json] [--for EMAIL]

${filterUsage}
  --dry-run             asks the simulator; nothing is sent to the store
  --draft               makes them drafts, not for sale yet
  --json                prints counts, reasons, rejections and the certificate

What is not listed is reported by reason, with the field and one of its products.

Exit code: 0 all listed, 3 some refused or open, 1 failed.`,
  options: {
    store: { type: 'string' },
    filter: { type: 'string', multiple: true },
    'dry-run': { type: 'boolean' },
    draft: { type: 'boolean' },
  },

  run: (given) => {
    const name = given.needed('store', 'name');
    const filter = readFilter(given.list('filter'));
    return withSession(given, async (session) => {
      const store = storeNamed(await session.call(listStores), name);
      const draft = given.flag('draft');
      const request = { storeIds: [store.id], selection: { filter, except: [] } };
      const { products, mark, stores } = await session.call(checkListing, { body: request });
      for (const { currency, min, max, count } of stores.flatMap(({ prices }) => prices.spans)) {
        inform(`${store.name}: ${count} products at ${min} to ${max} ${currency ?? ''}`.trimEnd());
      }
      const { runId } = await session.call(startListing, {
        body: {
          ...request,
          expected: { products, mark },
          options: { status: draft ? 'draft' : 'active', publish: !draft, again: false },
          dryRun: given.flag('dry-run'),
        },
      });
      const ended = await session.wait(runId);
      const result = await listingResult(session, runId);
      const { counts, certificate, dryRun } = result.run;
      if (given.flag('json')) {
        say(
          JSON.stringify({
            runId,
            store: store.name,
            state: ended.state,
            dryRun,
            total: ended.total,
            counts,
            reasons: result.reasons,
            rejections: result.rejections,
            certificate,
          }),
        );
      } else {
        say(`${store.name}: ${ended.state}${dryRun ? ' (nothing was sent)' : ''}`);
        for (const line of linesOf(result)) {
          say(line);
        }
        say(`  run        ${runId}`);
      }
      if (ended.fault) {
        inform(sentenceOf(ended.fault));
      }
      return exitCodeOf(ended);
    });
  },
};
