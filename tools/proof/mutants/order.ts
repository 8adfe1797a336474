import { type Mutant, nearlyTooLate, on } from './mutant.ts';

const listing = 'apps/server/src/listing';

/** Mutants whose steps come in another order than the protocol's, or not at all. */
export const order: readonly Mutant[] = [
  {
    name: 'intent-after-the-send',
    kind: 'order',
    breaks: 'the request is sent before its attempt is committed',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: "  await storeJob.injectFault('intent.before-commit');",
        replace:
          "  const ahead = writes.map((write) => ({ write, attemptId: idOf(write), row: write.work.row }));\n  const early = await carry(storeJob, ahead, access, gate);\n  await storeJob.injectFault('intent.before-commit');",
      },
      {
        file: `${listing}/transport/write.ts`,
        find: 'const outcomes = await inTurn(() => carry(storeJob, sent, access, gate));',
        replace: 'const outcomes = await inTurn(async () => early);',
      },
      {
        file: `${listing}/transport/write.ts`,
        find: "import { intendEach, intentOf } from '../engine/intent.ts';",
        replace: "import { idOf, intendEach, intentOf } from '../engine/intent.ts';",
      },
      {
        file: `${listing}/engine/intent.ts`,
        find: 'const place = { id: v7(), bulk: null };',
        replace: 'const place = { id: idOf(write), bulk: null };',
      },
      {
        file: `${listing}/engine/intent.ts`,
        find: '/** Where an attempt is: its id, and its line in a bulk file. */',
        replace: `const early = new WeakMap();
export function idOf(write) {
  if (!early.has(write)) early.set(write, v7());
  return early.get(write);
}`,
      },
    ],
    rounds: [...nearlyTooLate, on('shoplazza', 1, 'late')],
  },
  {
    name: 'inventory-of-a-lost-product',
    kind: 'order',
    breaks: 'a worker that has lost a product to another still sets its inventory and collections',
    edits: [
      {
        file: `${listing}/engine/gate.ts`,
        find: '    await requireToken(db, storeJob.ownerId, row);',
        replace: '    void requireToken;\n    void row;',
      },
    ],
    test: {
      file: `${listing}/engine/gate.test.ts`,
      name: 'is not sent by a worker that has lost the row to another',
    },
  },
  {
    name: 'no-look-after-the-wait',
    kind: 'order',
    breaks: 'after the settle time the store is not looked at again',
    edits: [
      {
        file: `${listing}/decide/settle.ts`,
        find: 'const candidates = await lookOnce(storeJob, work);',
        replace: 'const candidates = aged ? [] : await lookOnce(storeJob, work);',
      },
    ],
    rounds: [on('shopyy', 212, 'late'), ...nearlyTooLate],
  },
  {
    name: 'sent-again-without-a-look',
    kind: 'order',
    breaks: 'what is in doubt is sent again whatever the store shows',
    edits: [
      {
        file: `${listing}/decide/settle.ts`,
        find: 'const ours = oursAmong(candidates, work);',
        replace: 'const ours = oursAmong(candidates, work).slice(0, 0);',
      },
    ],
    rounds: nearlyTooLate,
  },
  {
    name: 'no-look-before-the-first-send',
    kind: 'order',
    breaks: 'a product is made without a look for it',
    edits: [
      {
        file: `${listing}/decide/decide.ts`,
        find: 'const candidates = work.firstLook ?? (await lookOnce(storeJob, work));',
        replace: 'const candidates = (work.firstLook ?? (await lookOnce(storeJob, work))).slice(0, 0);',
      },
    ],
    test: {
      file: `${listing}/look-ups/first-look.test.ts`,
      name: 'what stands in the store already, on whichever page, is not made a second time',
    },
  },
  {
    name: 'gate-skipped-for-updates',
    kind: 'order',
    breaks: 'an update passes no gate',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: '  const context = storeJob.session.context(storeJob.cut, gate);',
        replace:
          "  const ever = Object.assign(() => undefined, 'at' in gate && { at: gate.at });\n  const context = storeJob.session.context(storeJob.cut, sent[0]?.write.kind === 'update' ? ever : gate);",
      },
    ],
    test: {
      file: `${listing}/job/exactly-once.test.ts`,
      name: 'nor is an update, which is sent again by an attempt of its own',
    },
  },
  {
    name: 'updated-before-it-is-settled',
    kind: 'order',
    breaks: 'a bound product in doubt is written again without a look at it',
    edits: [
      {
        file: `${listing}/engine/next-step.ts`,
        find: "['settle', ({ work }) => work.row.open_attempt !== null],",
        replace:
          "['settle', ({ work }) => work.row.open_attempt !== null && work.row.store_product_id === null],",
      },
    ],
    rounds: [on('shopyy', 23, 'late'), on('shopify', 114, 'late')],
  },
  {
    name: 'shown-before-it-is-bound',
    kind: 'order',
    breaks: 'where products are made hidden first, they are made for all to see',
    edits: [
      {
        file: 'packages/platforms/src/wordpress/list/write.ts',
        find: "body: { ...contentOf(item), slug: item.key, status: 'draft' },",
        replace: "body: { ...contentOf(item), slug: item.key, status: 'publish' },",
      },
    ],
    rounds: [on('wordpress', 0, 'twice')],
  },
  {
    name: 'never-published',
    kind: 'order',
    breaks: 'a product that was created hidden is reported as listed before it is shown',
    edits: [
      {
        file: `${listing}/engine/next-step.ts`,
        find: "['publish', (facts) => isBound(facts) && isToShow(facts)],\n  ['report-listed', isBound],",
        replace: "['report-listed', isBound],\n  ['publish', (facts) => isBound(facts) && isToShow(facts)],",
      },
    ],
    rounds: [on('woocommerce', 0, 'publish.before')],
  },
  {
    name: 'doubles-stay',
    kind: 'order',
    breaks: 'the after-check is cleared without a look for doubles',
    edits: [
      {
        file: `${listing}/after/check/check-bound.ts`,
        find: 'const { removed, left } = await removeDuplicates(storeJob, row, own, all);',
        replace: 'const { removed, left } = await removeDuplicates(storeJob, row, own, all.slice(0, 0));',
      },
    ],
    rounds: [on('shopyy', 0, 'twice')],
  },
  {
    name: 'old-content-stays-on-top',
    kind: 'order',
    breaks: 'an older write that landed on the newest is left there',
    edits: [
      {
        file: `${listing}/after/check/judge-bound.ts`,
        find: 'return await repairWork(storeJob, row, newest, seen, inventory?.late ?? late);',
        replace: 'return await clear(storeJob, row);',
      },
    ],
    test: {
      file: `${listing}/after/after-listing.test.ts`,
      name: 'an older update that lands late is written over by the newest',
    },
  },
  {
    name: 'results-before-the-end',
    kind: 'order',
    breaks: 'the results of a bulk operation are read before it has ended',
    edits: [
      {
        file: `${listing}/transport/bulk-follow.ts`,
        find: 'while (!operation?.ended) {',
        replace: 'while (!operation) {',
      },
    ],
    test: {
      file: `${listing}/transport/bulk-faults.test.ts`,
      name: 'no newer revision of a product is sent before its operation has ended',
    },
  },
  {
    name: 'begun-after-a-cancel',
    kind: 'order',
    breaks: 'what a person stopped is begun all the same',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: 'return signal.aborted || rejections.reached ? writes.filter(isBegun) : writes;',
        replace:
          'return signal.aborted || rejections.reached ? writes.filter(isBegun).concat(writes.filter((each) => !isBegun(each))) : writes;',
      },
    ],
    test: {
      file: `${listing}/job/stops/cancelled.test.ts`,
      name: 'of a run that is cancelled nothing is put before shoppers that was not begun',
    },
  },
  {
    name: 'a-cancelled-attempt-is-forgotten',
    kind: 'order',
    breaks: 'once a run is cancelled, what is in doubt is taken for never made at once',
    edits: [
      {
        file: `${listing}/decide/settle.ts`,
        find: 'if (mustAge && !aged) {',
        replace: 'if (mustAge && !aged && !isUnwanted) {',
      },
    ],
    test: {
      file: `${listing}/job/stops/cancelled.test.ts`,
      name: 'what is on its way when its run is cancelled is not made a second time by the next run',
    },
  },
  {
    name: 'delisted-is-shown-by-a-run',
    kind: 'order',
    breaks: 'a run that began by itself shows what a person delisted',
    edits: [
      {
        file: `${listing}/engine/next-step.ts`,
        find: "['leave-delisted', (facts) => isTakenDown(facts) && isToBeLeft(facts)],",
        replace:
          "['leave-delisted', (facts) => isTakenDown(facts) && isToBeLeft(facts) && facts.isCancelled],",
      },
    ],
    test: {
      file: `${listing}/after/left-alone.test.ts`,
      name: 'a product that a person delisted stays hidden in a run that begins by itself',
    },
  },
  {
    name: 'gone-is-made-again',
    kind: 'order',
    breaks: 'what the merchant deleted in the store is made again without being asked',
    edits: [
      {
        file: `${listing}/engine/next-step.ts`,
        find: "return options.again === true && item?.state === 'waiting';",
        replace: 'return options !== undefined && item !== null;',
      },
    ],
    rounds: [on('shopyy', 0, 'again'), on('shopify', 0, 'again'), on('wordpress', 0, 'again')],
  },
];
