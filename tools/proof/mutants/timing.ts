import { type Mutant, nearlyTooLate, on } from './mutant.ts';

const listing = 'apps/server/src/listing';

/** Mutants whose waits are too short, whose looks come too early, and whose deadlines never pass. */
export const timing: readonly Mutant[] = [
  {
    name: 'out-of-trash-before-the-removal',
    kind: 'timing',
    breaks: 'a product is taken out of the trash while its removal may still arrive',
    edits: [
      {
        file: `${listing}/decide/decide.ts`,
        find: 'if (await mayBeTrashedAgain(storeJob, work.row, target)) {',
        replace: 'if (false && (await mayBeTrashedAgain(storeJob, work.row, target))) {',
      },
    ],
    test: {
      file: `${listing}/look-ups/out-of-trash.test.ts`,
      name: 'a product that is listed again while its removal is in doubt keeps its id',
    },
  },
  {
    name: 'gate-opened-after-the-look',
    kind: 'timing',
    breaks: 'the gate of inventory opens once the row was looked at, so that a stop before it is not noticed',
    edits: [
      {
        file: `${listing}/engine/gate.ts`,
        find: '  return gate;\n}\n',
        replace: '  void gate;\n  return gateOf(storeJob);\n}\n',
      },
    ],
    test: {
      file: `${listing}/engine/gate.test.ts`,
      name: 'is not sent by a worker that is stopped once it has looked at the row',
    },
  },
  {
    name: 'half-the-settle-time',
    kind: 'timing',
    breaks: 'absence is believed after half of D + L',
    edits: [
      {
        file: `${listing}/store-job/store-job.ts`,
        find: 'return times.deadlineMs + times.latenessMs;',
        replace: 'return (times.deadlineMs + times.latenessMs) / 2;',
      },
    ],
    rounds: nearlyTooLate,
  },
  {
    name: 'settle-time-without-lateness',
    kind: 'timing',
    breaks: 'absence is believed after D alone',
    edits: [
      {
        file: `${listing}/store-job/store-job.ts`,
        find: 'return times.deadlineMs + times.latenessMs;',
        replace: 'return times.deadlineMs;',
      },
    ],
    rounds: nearlyTooLate,
  },
  {
    name: 'an-attempt-in-doubt-needs-no-age',
    kind: 'timing',
    breaks: 'what a look does not find at once is made again',
    edits: [
      {
        file: `${listing}/decide/settle.ts`,
        find: 'if (mustAge && !aged) {',
        replace: 'if (wasMade && mustAge && !aged) {',
      },
    ],
    rounds: [on('shopyy', 0, 'late'), ...nearlyTooLate],
  },
  {
    name: 'waiting-counted-three-times',
    kind: 'timing',
    breaks: 'every second of waiting is counted as three',
    edits: [
      {
        file: `${listing}/decide/through.ts`,
        find: 'const passed = now - each.since;',
        replace: 'const passed = 3 * (now - each.since);',
      },
    ],
    rounds: nearlyTooLate,
  },
  {
    name: 'an-outage-uses-up-sends',
    kind: 'timing',
    breaks: 'a send counts against its product even where the store answers nobody',
    edits: [
      {
        file: `${listing}/engine/sends.ts`,
        find: 'const isCounted = answers !== before.answers;',
        replace: 'const isCounted = answers !== before.answers || true;',
      },
    ],
    rounds: [on('woocommerce', 0, 'outage'), on('shopyy', 0, 'outage')],
  },
  {
    name: 'no-pause-before-the-next-send',
    kind: 'timing',
    breaks: 'what came to nothing is sent again at once',
    edits: [
      {
        file: `${listing}/engine/sends.ts`,
        find: 'return all === paused ? 0 : pauseAfter(all);',
        replace: 'return all === paused ? 0 : 0 * pauseAfter(all);',
      },
    ],
    rounds: [on('woocommerce', 0, 'outage'), on('shopyy', 0, 'outage')],
  },
  {
    name: 'no-deadline',
    kind: 'timing',
    breaks: 'the gate is open for a day',
    edits: [
      {
        file: `${listing}/engine/gate.ts`,
        find: 'if (aged > deadlineMs || clock.wall() < wall - deadlineMs) {',
        replace: 'if (aged > 86_400_000) {',
      },
    ],
    rounds: [on('shopyy', 1, 'gate.before')],
  },
  {
    name: 'deadline-from-the-send',
    kind: 'timing',
    breaks: 'the gate is opened when the request is sent, and not before its intent is committed',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: 'const outcomes = await inTurn(() => carry(storeJob, sent, access, gate));',
        replace: 'const outcomes = await inTurn(() => carry(storeJob, sent, access, gateOf(storeJob)));',
      },
    ],
    rounds: [on('shopyy', 1, 'gate.before')],
  },
  {
    name: 'after-check-at-once',
    kind: 'timing',
    breaks: 'the after-check is made as soon as the receipt is written',
    edits: [
      {
        file: `${listing}/store-job/counted.ts`,
        find: 'return settleMs + 2 * tickMs;',
        replace: 'return 0 * settleMs;',
      },
    ],
    test: {
      file: `${listing}/after/after-listing.test.ts`,
      name: 'an older update that lands late is written over by the newest',
    },
  },
  {
    name: 'no-after-check',
    kind: 'timing',
    breaks: 'no event owes an after-check',
    edits: [
      {
        file: `${listing}/ledger/transitions.ts`,
        find: "return check === 'owed' || (check === 'owedIfOpen' && hasOpenAttempt);",
        replace: "return check === 'owed' && hasOpenAttempt && state0;",
      },
      {
        file: `${listing}/ledger/transitions.ts`,
        find: '/** Reports whether an event makes an after-check owed. */',
        replace: 'const state0 = false;',
      },
    ],
    rounds: [on('shopyy', 0, 'twice')],
  },
  {
    name: 'shop-time-runs-ahead',
    kind: 'timing',
    breaks: 'the time that a shop counts runs twenty times as fast',
    edits: [
      {
        file: `${listing}/store-job/counted.ts`,
        find: 'const passed = Math.min(tickMs, Math.max(0, at - this.#since));',
        replace: 'const passed = 20 * Math.min(tickMs, Math.max(0, at - this.#since));',
      },
    ],
    rounds: [on('shopyy', 0, 'restore')],
  },
  {
    name: 'restore-without-quiet',
    kind: 'timing',
    breaks: 'after a restore nothing is outwaited',
    edits: [
      {
        file: `${listing}/epoch/restore.ts`,
        find: 'quiet_until_ms: sql<string>`counted_ms +',
        replace: 'quiet_until_ms: sql<string>`counted_ms + 0 *',
      },
    ],
    rounds: [on('shopyy', 0, 'restore')],
  },
  {
    name: 'operation-taken-for-lost-at-once',
    kind: 'timing',
    breaks: 'a bulk operation that is not found at once is taken for never begun',
    edits: [
      {
        file: `${listing}/transport/bulk-follow.ts`,
        find: 'if (operation === null && Number(bulk.waited_ms) >= settleMs(storeJob)) {',
        replace: 'if (operation === null && Number(bulk.waited_ms) <= settleMs(storeJob)) {',
      },
    ],
    test: {
      file: `${listing}/transport/bulk-faults.test.ts`,
      name: 'though an operation begins late, and its lines land after each product would have been waited for',
    },
  },
  {
    name: 'undo-does-not-wait',
    kind: 'timing',
    breaks: 'what a run made is taken away while copies of its making may still land',
    edits: [
      {
        file: `${listing}/after/decide-undo.ts`,
        find: "return write.act === 'remove' && row.check_due && attempt === null",
        replace: "return write.act === 'remove' && row.check_due && attempt === null && row.id === ''",
      },
    ],
    test: {
      file: `${listing}/after/left-alone.test.ts`,
      name: 'of a product that is taken back no late copy is left in the store',
    },
  },
  {
    name: 'removal-does-not-wait',
    kind: 'timing',
    breaks: 'what the merchant removes goes while copies of its making may still land',
    edits: [
      {
        file: `${listing}/after/act-on.ts`,
        find: "if (act === 'remove' && row.check_due && attempt === null && row.state !== 'gone') {",
        replace: "if (act === 'remove' && row.check_due && attempt === null && row.id === '') {",
      },
    ],
    test: {
      file: `${listing}/after/left-alone.test.ts`,
      name: 'of a product that is removed no late copy is left for shoppers to see',
    },
  },
  {
    name: 'a-category-in-doubt-needs-no-age',
    kind: 'timing',
    breaks: 'a category whose outcome is unknown is created again at once',
    edits: [
      {
        file: `${listing}/resources/bring.ts`,
        find: 'return ageMs >= checkInMs(settleMs(storeJob));',
        replace: 'return ageMs >= 0 * checkInMs(settleMs(storeJob));',
      },
    ],
    test: {
      file: `${listing}/resources/categories.test.ts`,
      name: 'a category is created once though the worker dies after sending and the store applies it later',
    },
  },
];
