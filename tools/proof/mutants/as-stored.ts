import { type Mutant, on } from './mutant.ts';

const asStored = 'apps/server/src/listing/as-stored';
const refusals = `${asStored}/refused.test.ts`;

/** Mutants of publishing a product as its store keeps it. */
export const publishingAsStored: readonly Mutant[] = [
  {
    name: 'stored-price-passes-the-guard',
    kind: 'content',
    breaks: 'a product is published with a price that the risk check stops',
    edits: [
      {
        file: `${asStored}/publishing.ts`,
        find: 'if (stored.refusal) {',
        replace: 'if (stored.refusal && false) {',
      },
    ],
    test: {
      file: refusals,
      name: 'a price drop that was released when the product was listed does not stop it, unless the store keeps less',
    },
  },
  {
    name: 'publishes-what-changed-since',
    kind: 'content',
    breaks: 'a product is published with values that nobody saw',
    edits: [
      {
        file: `${asStored}/publishing.ts`,
        find: 'stored.store === null || seen.hash !== row.listed_hash',
        replace: 'stored.store === null',
      },
    ],
    test: {
      file: refusals,
      name: 'what somebody changed in the store after it was reported is not published',
    },
  },
  {
    name: 'late-publish-as-stored-unrecorded',
    kind: 'records',
    breaks: 'a publish as stored that arrives after it was given up is not recorded',
    edits: [
      {
        file: `${asStored}/late.ts`,
        find: "attempt.outcome === 'absent'",
        replace: "attempt.outcome === 'open'",
      },
    ],
    test: {
      file: refusals,
      name: 'a publish that arrives after it was given up is recorded, with the same content in the store',
    },
  },
  {
    name: 'late-publish-as-stored-imagined',
    kind: 'records',
    breaks: 'a publish as stored that never arrived is recorded, where no draft is hidden',
    edits: [
      {
        file: `${asStored}/late.ts`,
        find: 'row.taken_down || seen.address === null',
        replace: 'row.taken_down || storeJob.lister.writer.visibility.isHidden(seen)',
      },
    ],
    test: {
      file: refusals,
      name: 'a publish in doubt whose run was cancelled is decided once it cannot arrive any more, and not sent again: shopify',
    },
  },
  {
    name: 'publish-as-stored-by-anyone',
    kind: 'identity',
    breaks: 'a publish as stored in doubt is sent again outside the run of the person who accepted it',
    edits: [
      {
        file: 'apps/server/src/listing/decide/settle.ts',
        find: 'isAcceptance(attempt) && !work.asStored',
        replace: 'isAcceptance(attempt) && !work.asStored && false',
      },
    ],
    test: {
      file: refusals,
      name: 'a publish in doubt whose run was cancelled is decided once it cannot arrive any more, and not sent again: woocommerce',
    },
  },
  {
    name: 'kept-otherwise-counts-as-written',
    kind: 'order',
    breaks: 'a product that its store keeps otherwise is published by the next run, and nobody accepted it',
    edits: [
      {
        file: 'apps/server/src/listing/decide/decide.ts',
        find: 'set: row.published\n      ? { sentHash: work.hash }',
        replace: 'set: true\n      ? { sentHash: work.hash }',
      },
    ],
    rounds: [on('woocommerce', 0, 'as-stored')],
  },
];
