import { type Mutant, on } from './mutant.ts';

const listing = 'apps/server/src/listing';

/** Mutants that mistake one product, attempt, answer or page for another. */
export const identity: readonly Mutant[] = [
  {
    name: 'whatever-has-our-code-is-ours',
    kind: 'identity',
    breaks: 'a stranger’s product with our handle or code is taken for ours',
    edits: [
      {
        file: `${listing}/look-ups/looking.ts`,
        find: "return candidates.filter(({ key, status }) => key === row.key && status !== 'trash');",
        replace: "return candidates.filter(({ status }) => row.key !== '' && status !== 'trash');",
      },
    ],
    rounds: [on('shopyy', 0, 'unmanaged'), on('shopify', 0, 'unmanaged')],
  },
  {
    name: 'all-that-bears-our-key-is-removed',
    kind: 'identity',
    breaks: 'a copy that the merchant made of ours is removed as a double',
    edits: [
      {
        file: `${listing}/after/duplicates.ts`,
        find: 'if (!newest || !(await isOurs(storeJob, duplicate, own, attempts, row))) {',
        replace:
          'if (!newest || (!(await isOurs(storeJob, duplicate, own, attempts, row)) && !newest.body)) {',
      },
    ],
    rounds: [on('shopyy', 0, 'merchant-duplicate')],
  },
  {
    name: 'relisting-shows-a-part',
    kind: 'identity',
    breaks: 'a product of which the store has only a part is shown when a person relists it',
    edits: [
      {
        file: `${listing}/actions/decide-action.ts`,
        find: 'const isPart = seen.partial === true &&',
        replace: 'const isPart = seen.key === null &&',
      },
    ],
    test: {
      file: `${listing}/decide/kept-otherwise.test.ts`,
      name: 'a product of which the store has only a part',
    },
  },
  {
    name: 'relisting-passes-the-guard-of-stored-values',
    kind: 'identity',
    breaks: 'relisting shows what the store keeps otherwise, though no person accepted its values',
    edits: [
      {
        file: `${listing}/actions/decide-action.ts`,
        find: 'if (!row.published && row.fault?.code === keptHidden) {',
        replace: 'if (row.published && row.fault?.code === keptHidden) {',
      },
    ],
    test: {
      file: `${listing}/decide/kept-otherwise.test.ts`,
      name: 'a product that the store keeps otherwise, whose values a person has to accept',
    },
  },
  {
    name: 'deleted-products-are-looked-for-by-id-alone',
    kind: 'identity',
    breaks: 'a late copy of a product that the merchant deleted stays in a store that keeps our key unique',
    edits: [
      {
        file: `${listing}/after/check/check-bound.ts`,
        find: 'if (gone.length === 0) {',
        replace: 'if (gone.length >= 0) {',
      },
    ],
    test: {
      file: `${listing}/after/copy-of-a-deleted.test.ts`,
      name: 'a product that the merchant deleted does not come back by a late copy of our request',
    },
  },
  {
    name: 'renamed-copies-are-the-merchant-s',
    kind: 'identity',
    breaks: 'late copies of a product to which the store gives another title are left there',
    edits: [
      {
        file: `${listing}/after/duplicates.ts`,
        find: 'return read.title === ours?.title || sent.some(',
        replace: 'return sent.some(',
      },
    ],
    test: {
      file: `${listing}/after/copy-kept-otherwise.test.ts`,
      name: 'late copies of products that the store keeps otherwise are removed',
    },
  },
  {
    name: 'listed-again-under-the-same-key',
    kind: 'identity',
    breaks: 'another generation of a product bears the key of the former',
    edits: [
      {
        file: `${listing}/ledger/key.ts`,
        find: `\${generation}\`, 16 - tagLength);`,
        replace: '1`, 16 - tagLength);',
      },
    ],
    test: {
      file: `${listing}/look-ups/first-look.test.ts`,
      name: 'a copy that the merchant kept of a product they deleted is not written over when it is listed again',
    },
  },
  {
    name: 'a-copy-keeps-its-keys',
    kind: 'identity',
    breaks: 'a copied installation makes products under the keys of the other',
    edits: [
      {
        file: `${listing}/epoch/restore.ts`,
        find: "      if (origin === 'copied') {\n        await renewKeys(owned, ownerId, installationId);",
        replace:
          "      if (origin === 'copied' && installationId === '') {\n        await renewKeys(owned, ownerId, installationId);",
      },
    ],
    rounds: [
      on('shopyy', 0, 'copied'),
      on('shopify', 0, 'copied'),
      on('woocommerce', 0, 'copied'),
      on('shopyy', 1, 'copied'),
    ],
  },
  {
    name: 'answers-of-a-batch-swapped',
    kind: 'identity',
    breaks: 'of writes that share a request, each takes the answer of another',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: "const outcome = outcomes[index] ?? { outcome: 'unknown', because: 'no word of this one' };",
        replace:
          "const outcome = outcomes[sent.length - 1 - index] ?? { outcome: 'unknown', because: 'no word of this one' };",
      },
    ],
    rounds: [on('wordpress', 0)],
  },
  {
    name: 'lines-of-an-operation-swapped',
    kind: 'identity',
    breaks: 'a result of a bulk operation is taken for that of another line',
    edits: [
      {
        file: `${listing}/transport/bulk-receive.ts`,
        find: 'sent.set(attempt.line, sentBefore(attempt, row, item, product));',
        replace: 'sent.set(attempt.line ^ 1, sentBefore(attempt, row, item, product));',
      },
    ],
    rounds: [on('shopify', 0, 'bulk'), on('shopify', 1, 'bulk')],
  },
  {
    name: 'another-attempts-mark',
    kind: 'identity',
    breaks: 'a product bears the mark of an attempt that nobody wrote down',
    edits: [
      {
        file: `${listing}/transport/write.ts`,
        find: '    attemptId,\n    key: row.key,',
        replace: "    attemptId: attemptId === '' ? '' : v7(),\n    key: row.key,",
      },
    ],
    rounds: [on('shopyy', 0, 'twice'), on('woocommerce', 0, 'twice')],
  },
  {
    name: 'full-scan-stops-after-a-page',
    kind: 'identity',
    breaks: 'what stands on the second page of a store is taken for not there',
    edits: [
      {
        file: `${listing}/look-ups/looking.ts`,
        find: '    for (const seen of page) {\n      byKey.set(seen.key ??',
        replace:
          '    if (byKey.size > 0) break;\n    for (const seen of page) {\n      byKey.set(seen.key ??',
      },
    ],
    test: {
      file: `${listing}/look-ups/first-look.test.ts`,
      name: 'what stands in the store already, on whichever page, is not made a second time',
    },
  },
  {
    name: 'look-stops-after-a-page',
    kind: 'identity',
    breaks: 'what stands on the second page of a list is taken for not there',
    edits: [
      {
        file: 'packages/platforms/src/wordpress/list/look.ts',
        find: 'if (count < perPage || page >= last) {',
        replace: 'if (count < perPage || page >= 1) {',
      },
    ],
    rounds: [on('wordpress', 1, 'pages'), on('wordpress', 3, 'pages')],
  },
  {
    name: 'the-double-is-bound',
    kind: 'identity',
    breaks: 'of several of ours, one that shoppers do not see is bound',
    edits: [
      {
        file: `${listing}/look-ups/adopt.ts`,
        find: 'Number(other.address !== null) - Number(one.address !== null) ||\n      one.createdAt.localeCompare(other.createdAt),',
        replace:
          'Number(one.address !== null) - Number(other.address !== null) ||\n      other.createdAt.localeCompare(one.createdAt),',
      },
    ],
    rounds: [
      on('shopyy', 0, 'merchant-duplicate'),
      on('woocommerce', 0, 'restore'),
      on('shopyy', 0, 'restore'),
      on('shopyy', 1, 'restore'),
    ],
  },
  {
    name: 'undo-of-another-run',
    kind: 'identity',
    breaks: 'a run is taken back where a later one has written since',
    edits: [
      {
        file: `${listing}/actions/judge.ts`,
        find: "return writer.id < first.id ? null : { undoGroup: 'kept', reason: 'later-run' };",
        replace: 'if (writer.id < first.id) return null;',
      },
    ],
    rounds: [on('shopyy', 0, 'undo'), on('shopify', 0, 'undo'), on('shopyy', 1, 'undo')],
  },
  {
    name: 'thrown-away-is-ours',
    kind: 'identity',
    breaks: 'what the merchant threw away while it was in doubt is bound',
    edits: [
      {
        file: `${listing}/look-ups/looking.ts`,
        find: "return candidates.filter(({ key, status }) => key === row.key && status !== 'trash');",
        replace: 'return candidates.filter(({ key }) => key === row.key);',
      },
    ],
    test: {
      file: `${listing}/look-ups/first-look.test.ts`,
      name: 'what the merchant threw away while its making was in doubt is not taken out of the trash',
    },
  },
];
