import { type Mutant, nearlyTooLate, on } from './mutant.ts';

const listing = 'apps/server/src/listing';

/** Mutants that record, or believe, something that did not happen. */
export const records: readonly Mutant[] = [
  {
    name: 'rows-written-without-their-token',
    kind: 'records',
    breaks: 'a row is written whoever wrote it meanwhile',
    edits: [
      {
        file: `${listing}/ledger/apply.ts`,
        find: 'on given.id = listing.id and given.held = listing.token',
        replace: 'on given.id = listing.id',
      },
      {
        file: `${listing}/ledger/apply.ts`,
        find: 'and listing.id = given.id and listing.token = given.held',
        replace: 'and listing.id = given.id',
      },
    ],
    rounds: [
      on('shopyy', 1, 'evidence.before-commit'),
      on('shopyy', 1, 'intent.before-commit'),
      on('shoplazza', 1, 'look.after'),
    ],
  },
  {
    name: 'limit-taken-as-not-applied',
    kind: 'records',
    breaks: 'a 429 is taken for a request that was surely not applied',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: "return outcome.outcome === 'throttled' ? { sent: each, unsent: 'throttled' } : { sent: each, outcome };",
        replace:
          "return outcome.outcome === 'throttled' || (outcome.outcome === 'unknown' && outcome.because.includes('429')) ? { sent: each, unsent: 'throttled' } : { sent: each, outcome };",
      },
    ],
    rounds: [
      on('shopyy', 97, 'status-though-applied'),
      on('shoplazza', 113, 'status-though-applied'),
      on('shopyy', 136, 'limit-though-applied'),
      on('wordpress', 1, 'limit-though-applied'),
    ],
  },
  {
    name: 'unconfirmed-is-not-sent',
    kind: 'records',
    breaks: 'a request without an answer is taken for one that was never sent',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: "return outcome.outcome === 'throttled' ? { sent: each, unsent: 'throttled' } : { sent: each, outcome };",
        replace:
          "return outcome.outcome === 'throttled' || outcome.outcome === 'unknown' ? { sent: each, unsent: 'unconfirmed' } : { sent: each, outcome };",
      },
    ],
    rounds: [on('shoplazza', 0, 'late'), ...nearlyTooLate],
  },
  {
    name: 'unconfirmed-is-rejected',
    kind: 'records',
    breaks: 'a request without an answer is taken for a rejection',
    edits: [
      {
        file: `${listing}/transport/receive.ts`,
        find: "    case 'unknown':\n      return await unknown(storeJob, sent, outcome);",
        replace:
          "    case 'unknown':\n      return sent.write.kind === 'create'\n        ? await refused(storeJob, sent, { outcome: 'refused', faults: [], answer: { because: outcome.because } })\n        : await unknown(storeJob, sent, outcome);",
      },
    ],
    test: {
      file: `${listing}/job/unclear.test.ts`,
      name: 'a store whose first answers say nothing is sent no more before it is known what became of these',
    },
  },
  {
    name: 'an-attempt-that-is-never-closed',
    kind: 'records',
    breaks: 'an attempt in doubt that is replaced stays open',
    edits: [
      {
        file: `${listing}/engine/record.ts`,
        find: "...(isDecided ? [{ ...note, isEvidence: evidence.includes(note.outcome ?? 'open') }] : []),",
        replace:
          "...(isDecided && !opens ? [{ ...note, isEvidence: evidence.includes(note.outcome ?? 'open') }] : []),",
      },
    ],
    rounds: [on('shopyy', 0, 'settle.end')],
  },
  {
    name: 'the-epoch-is-not-checked',
    kind: 'records',
    breaks: 'a restored database is not distinguished from the newest',
    edits: [
      {
        file: `${listing}/epoch/own-past.ts`,
        find: '} else if (isBehind(past, epoch) && isBehind(await readPast(services), epoch)) {',
        replace: '} else if (isBehind(past, epoch) && past.isHeld) {',
      },
      {
        file: `${listing}/epoch/own-past.ts`,
        find: "if (owner && owner.declarations === past.declarations && owner.highest > (highest ?? '')) {",
        replace: "if (owner && past.isHeld && owner.highest > (highest ?? '')) {",
      },
    ],
    test: {
      file: `${listing}/epoch/own-past.test.ts`,
      name: 'sends nothing in an after-check, nor ever again until somebody says what it is',
    },
  },
  {
    name: 'rejected-is-listed',
    kind: 'records',
    breaks: 'a product that the store rejected is reported as listed',
    edits: [
      {
        file: `${listing}/ledger/transitions.ts`,
        find: "    to: 'refused',\n    attempt: 'closes',\n    outcome: 'refused',",
        replace: "    to: 'listed',\n    attempt: 'closes',\n    outcome: 'refused',",
      },
    ],
    rounds: [on('shopyy', 0, 'refuse'), on('shopify', 0, 'refuse'), on('shoplazza', 0, 'refuse')],
  },
  {
    name: 'a-hold-that-holds-nothing',
    kind: 'records',
    breaks: 'attempts are opened while sending is held',
    edits: [
      {
        file: `${listing}/ledger/apply.ts`,
        find: 'and not (given.opens and coalesce((select is_held from turn), true))',
        replace: '',
      },
    ],
    test: {
      file: `${listing}/epoch/own-past.test.ts`,
      name: 'is noticed in the middle of a run by whatever worker is at work',
    },
  },
  {
    name: 'a-gone-product-is-kept',
    kind: 'records',
    breaks: 'the after-check clears a product that is not there any more as if it were',
    edits: [
      {
        file: `${listing}/after/check/judge-bound.ts`,
        find: "return await clear(storeJob, given, { fault: { code: 'store.product-gone', params: {} } }, 'checkedGone');",
        replace: 'return await clear(storeJob, given);',
      },
    ],
    test: {
      file: `${listing}/after/left-alone.test.ts`,
      name: 'a product that was shown again and then deleted in the store is reported as gone',
    },
  },
  {
    name: 'entered-though-the-answer-was-lost',
    kind: 'records',
    breaks: 'a product whose collections the store rejected counts as entered, as nobody heard the rejection',
    edits: [
      {
        file: `${listing}/decide/settle.ts`,
        find: '(await mayLackCategories(storeJob, work.row, attempt)) ? unclearCategories : undefined',
        replace:
          'false && (await mayLackCategories(storeJob, work.row, attempt)) ? unclearCategories : undefined',
      },
    ],
    test: {
      file: `${listing}/resources/terms.test.ts`,
      name: 'joins where the store rejected that alone and its answer was lost',
    },
  },
  {
    name: 'late-images-are-the-merchants',
    kind: 'records',
    breaks: 'images that a late request had fetched once more count as a change of the merchant',
    edits: [
      {
        file: 'packages/platforms/src/woocommerce/list/seen.ts',
        find: 'const isUnfinished = !isFirstSlug(product.slug) &&',
        replace: 'const isUnfinished = false && !isFirstSlug(product.slug) &&',
      },
    ],
    test: {
      file: `${listing}/after/late-images.test.ts`,
      name: 'images that a late copy of the second edition had fetched once more are no change of the merchant',
    },
  },
];
