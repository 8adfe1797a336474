import { type Mutant, on } from './mutant.ts';

/** Mutants of what is done about products that the merchant publishes by hand. */
export const publishedByHand: readonly Mutant[] = [
  {
    name: 'hidden-again-and-not-said',
    kind: 'records',
    breaks: 'a product is hidden once more, and nobody is notified',
    edits: [
      {
        file: 'apps/server/src/listing/actions/restored-line.ts',
        find: ".where('state', '=', 'done')",
        replace: ".where('state', '=', 'gone')",
      },
    ],
    rounds: [on('woocommerce', 0, 'merchant-publishes')],
  },
  {
    name: 'hidden-again-and-reported-by-the-sender-alone',
    kind: 'records',
    breaks: 'a product is hidden once more by a worker that dies, and no line reports it',
    edits: [
      {
        file: 'apps/server/src/listing/actions/foreign.ts',
        find: 'now.isWanted ? null : await restoredLine(storeJob, work.row, act)',
        replace: 'now.isWanted ? null : (await restoredLine(storeJob, work.row, act)) && null',
      },
    ],
    test: {
      file: 'apps/server/src/listing/after/late-shows.test.ts',
      name: 'what is hidden once more is said at its line though the worker dies at receipt.before-commit',
    },
  },
  {
    name: 'shown-by-hand-is-no-difference',
    kind: 'records',
    breaks: 'a delisted product that the merchant shows by hand is not reported as a store difference',
    edits: [
      {
        file: 'apps/server/src/listing-states/differences/compare-page.ts',
        find: 'if (row.taken_down) {\n    return false;',
        replace: 'if (row.taken_down) {\n    return null;',
      },
    ],
    rounds: [on('woocommerce', 0, 'merchant-publishes')],
  },
  {
    name: 'shown-by-hand-is-hidden-again',
    kind: 'timing',
    breaks:
      'what the merchant shows after all of ours had arrived is hidden again by a check that comes late',
    edits: [
      {
        file: 'apps/server/src/listing/after/visibility.ts',
        find: 'return Date.parse(seen.updatedAt) > ours + withinMs + slackMs;',
        replace: 'return Date.parse(seen.updatedAt) > ours + withinMs + 100 * slackMs;',
      },
    ],
    rounds: [on('woocommerce', 2, 'merchant-publishes'), on('shopify', 2, 'merchant-publishes')],
  },
];
