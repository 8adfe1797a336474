/** A point that listing is held to, and the tests that show it. */
export interface Point {
  /** The heading under which it is listed. */
  of: string;
  what: string;
  /** File, seen from the repository's root, and a part of a test's name in it. */
  tests: readonly (readonly [file: string, name: string])[];
}

const listing = 'apps/server/src/listing';
const states = 'apps/server/src/listing-states';
const woocommerce = 'packages/platforms/src/woocommerce/list';

const promise: readonly Omit<Point, 'of'>[] = [
  {
    what: 'A restored or copied database sends nothing, images and categories included',
    tests: [
      [
        `${listing}/epoch/own-past.test.ts`,
        'sends nothing in an after-check, nor ever again until somebody says',
      ],
      [`${listing}/epoch/own-past.test.ts`, 'is noticed by its counter alone'],
      [
        `${listing}/resources/uploaded-images.test.ts`,
        'no image is sent to a store once the database is found',
      ],
      [`${listing}/resources/categories-held-back.test.ts`, 'a store that is held gets no category'],
    ],
  },
  {
    what: 'The store is the last witness; backup and restore declare themselves',
    tests: [
      [`${listing}/epoch/own-past.test.ts`, 'is held by what Shopify remembers'],
      [`${listing}/epoch/restore.test.ts`, 'a database restored from yesterday lists nothing twice'],
      [
        'apps/server/src/backup/backup.test.ts',
        'is the installation of one moment, row by row, on another one',
      ],
    ],
  },
  {
    what: 'Visibility belongs to the last revision',
    tests: [
      [
        `${listing}/after/late-shows.test.ts`,
        'what a late write shows again after it was delisted is hidden again',
      ],
      [
        `${listing}/after/late-shows.test.ts`,
        'what a late publish shows again after an undo has archived it',
      ],
      [
        `${listing}/after/late-shows.test.ts`,
        'what the merchant publishes once all of ours has arrived stays',
      ],
      [`${listing}/after/late-shows.test.ts`, 'while a request of ours may arrive is hidden once more'],
      [
        `${states}/differences/follow-and-compare.test.ts`,
        'tells of a product that was delisted and that the merchant shows by hand',
      ],
    ],
  },
  {
    what: 'A true certificate, from sets of keys; again after the after-check, each night and on request',
    tests: [
      [
        `${listing}/audit/audit.test.ts`,
        'a lost product and a doubled one are both reported, though their numbers cancel each other out',
      ],
      [`${listing}/audit/audit.test.ts`, 'is written again after the after-check'],
      [`${states}/differences/nightly.test.ts`, 'each night every store is audited by its schedule'],
      ['apps/server/src/cli/cli.test.ts', 'ends an audit that does not agree with exit code 3'],
    ],
  },
  {
    what: 'Every attempt in doubt is resolved, whatever became of its run',
    tests: [
      [
        `${listing}/after/left-in-doubt.test.ts`,
        'nothing that was in doubt when its run was cancelled is made again',
      ],
      [`${listing}/job/keep-checking.test.ts`, 'a row whose attempt lost its content is given up'],
      [`${listing}/decide/kept-otherwise.test.ts`, 'a cancelled run repeats no update'],
    ],
  },
  {
    what: 'Every write has an attempt and passes the gate; two runs create one category',
    tests: [
      [
        `${listing}/resources/categories.test.ts`,
        'two runs that need the same new category at once create one',
      ],
      [`${listing}/resources/categories-held-back.test.ts`, 'nothing is sent once the gate is shut'],
    ],
  },
  {
    what: 'The gate is right before the bytes; no decision reads the clock of the database',
    tests: [
      [`${listing}/job/exactly-once.test.ts`, 'nothing is sent after its deadline'],
      [`${listing}/job/exactly-once.test.ts`, 'though wall clocks jump about'],
      [
        `${listing}/store-job/no-database-clock.test.ts`,
        'no decision of listing reads the clock of the database',
      ],
    ],
  },
  {
    what: 'A store that keeps something else: listed, differs; published as stored, or removed',
    tests: [
      [
        `${listing}/decide/kept-otherwise.test.ts`,
        'a store that keeps something else is sent the same three times',
      ],
      [
        `${listing}/as-stored/every-store.test.ts`,
        'is published as the store keeps it, and counted as accepted',
      ],
      [`${listing}/as-stored/refused.test.ts`, 'the price guard names the reason'],
      [`${listing}/as-stored/refused.test.ts`, 'all that a run left are published or removed together'],
      [`${states}/differences/accepted.test.ts`, 'what a person accepted is no store difference'],
    ],
  },
  {
    what: 'Following a source beyond 10,000 changes',
    tests: [
      [`${states}/following.test.ts`, 'lists every change though one look takes up a part only'],
      [`${states}/following.long.test.ts`, '30,000 changes that one look sees all reach the store'],
    ],
  },
  {
    what: 'Store comparison by field and visibility; reasons on the command line',
    tests: [
      [`${states}/differences/every-store.test.ts`, 'is read back as it was sent, and reports what differs'],
      ['apps/server/src/cli/cli.test.ts', 'reports why products were not listed'],
    ],
  },
];

const realWooCommerce: readonly Omit<Point, 'of'>[] = [
  {
    what: 'Option values are compared as WooCommerce compares them',
    tests: [
      [`${woocommerce}/attributes/values.test.ts`, 'are listed whole, each variation by its own'],
      [
        'tools/woocommerce/values.real.ts',
        'all products are listed, each variation with the value that was sent',
      ],
    ],
  },
  {
    what: 'Shoppers see option values in our order',
    tests: [
      [`${woocommerce}/attributes/value-order.test.ts`, 'shoppers are offered sizes in our order'],
      ['tools/woocommerce/list.real.ts', 'shows the values of options in the order in which they were sent'],
    ],
  },
  {
    what: 'Images have names for shoppers, and stand once in a store',
    tests: [
      [`${woocommerce}/images/fetched-images.test.ts`, 'are called by words that shoppers may read'],
      [
        `${woocommerce}/images/fetched-images.test.ts`,
        'stand once in the store, in whichever products they are shown',
      ],
      [`${woocommerce}/images/fetched-images.test.ts`, 'that were uploaded are files with readable names'],
    ],
  },
  {
    what: 'Signed requests: each second once, creates only; http is named as the reason',
    tests: [
      [`${woocommerce}/calls/signed.test.ts`, 'are applied once though a proxy sends them twice'],
      [`${woocommerce}/calls/signed.test.ts`, 'take seconds from ahead where several are sent in one'],
      [`${woocommerce}/calls/without-https.test.ts`, 'http is told as the reason'],
    ],
  },
  {
    what: 'Variations of several products go side by side',
    tests: [[`${woocommerce}/calls/side-by-side.test.ts`, 'variations of several products go side by side']],
  },
  {
    what: '`npm run e2e:woocommerce`: real stores of two versions',
    tests: [
      ['tools/woocommerce/faults.real.ts', 'PHP workers are killed again and again'],
      ['tools/woocommerce/faults.real.ts', 'the database is killed three times'],
      ['tools/woocommerce/faults.real.ts', 'our worker process is killed at the gate'],
      ['tools/woocommerce/conflicts.real.ts', 'what the merchant threw away of ours comes back once'],
    ],
  },
];

const proof: readonly Omit<Point, 'of'>[] = [
  {
    what: 'The judge notices every field that is wrong, in every state',
    tests: [
      ['tools/proof/listing/fields/fields.test.ts', 'simulatedPlatforms.values()'],
      ['tools/proof/listing.test.ts', 'and a protocol that does not look before it sends again is found out'],
    ],
  },
  {
    what: 'Requests are late up to L, and kills fall everywhere',
    tests: [
      ['tools/proof/listing/plan.test.ts', 'often have it as late as it may be'],
      ['tools/proof/kill-listing.test.ts', 'lists every product exactly once though its worker is killed'],
    ],
  },
  {
    what: 'Mutants of the engine are caught',
    tests: [['tools/proof/mutants.test.ts', 'is of at least 30 kinds that rounds notice']],
  },
  {
    what: 'The engine is a transition table, and the model walks it',
    tests: [
      ['tools/proof/model.test.ts', 'keeps its promises: %s'],
      [`${listing}/ledger/recorder.test.ts`, 'cannot be what cannot befall it'],
    ],
  },
];

const badInput: readonly Omit<Point, 'of'>[] = [
  {
    what: 'A store that lists one id twice, or whose list never ends',
    tests: [
      [`${listing}/audit/audit.test.ts`, 'that lists one product twice has it counted once'],
      [`${listing}/audit/audit.test.ts`, 'whose list never ends is given up, with a name'],
    ],
  },
  {
    what: 'A clock two days off; a store that is closed during a run',
    tests: [
      [`${listing}/job/odd-stores.test.ts`, 'store whose clock is two days off'],
      [`${listing}/job/odd-stores.test.ts`, 'closedCodes[at % 3]'],
    ],
  },
];

/** Every point, in the order of the table in `docs/proofs.md`. */
export const points: readonly Point[] = [
  ...promise.map((point) => ({ of: 'The promise', ...point })),
  ...realWooCommerce.map((point) => ({ of: 'A real WooCommerce', ...point })),
  ...proof.map((point) => ({ of: 'The proof', ...point })),
  ...badInput.map((point) => ({ of: 'Bad input', ...point })),
];
