import { type Mutant, on } from './mutant.ts';

const listing = 'apps/server/src/listing';
const platforms = 'packages/platforms/src';

/** Mutants whose products are not what the merchant wanted. */
export const content: readonly Mutant[] = [
  {
    name: 'inventory-never-sent',
    kind: 'content',
    breaks: 'a store that counts pieces is sent none',
    edits: [
      {
        file: `${platforms}/shopyy/list/write/product-body.ts`,
        find: '...(stock !== null && { inventory_quantity: Math.max(0, stock) }),',
        replace: '',
      },
    ],
    rounds: [on('shopyy', 0)],
  },
  {
    name: 'wrong-tags',
    kind: 'content',
    breaks: 'the first tag of a product is left out',
    edits: [
      {
        file: `${platforms}/shoplazza/list/write/body.ts`,
        find: 'tags: list(product.tags.slice(0, tagsMax)),',
        replace: 'tags: list(product.tags.slice(1, tagsMax)),',
      },
    ],
    rounds: [on('shoplazza', 0)],
  },
  {
    name: 'prices-alone-whatever-differs',
    kind: 'content',
    breaks: 'a new edition is written as prices and pieces alone',
    edits: [
      {
        file: `${listing}/decide/price-and-inventory.ts`,
        find: '(work.priceAndInventoryOnly ||\n      (await differsInPriceAndInventory(storeJob, work, listed.body, listed.options))) &&',
        replace: '(work.priceAndInventoryOnly || work.hash !== null) &&',
      },
    ],
    rounds: [on('shopify', 0, 'update.read')],
  },
  {
    name: 'undo-gives-back-the-new',
    kind: 'content',
    breaks: 'a run that is taken back leaves its own content',
    edits: [
      {
        file: `${listing}/actions/judge.ts`,
        find: 'const former = content.findLast(({ id }) => id < first.id);',
        replace: 'const former = content.findLast(({ id }) => id <= first.id);',
      },
    ],
    rounds: [on('shopyy', 0, 'undo')],
  },
  {
    name: 'undo-spares-nothing',
    kind: 'content',
    breaks: 'what the merchant changed is taken back with the rest',
    edits: [
      {
        file: `${listing}/after/decide-undo.ts`,
        find: 'if (seen && seen.hash !== row.listed_hash && !isOurs) {',
        replace: "if (seen && seen.hash === '' && !isOurs) {",
      },
      {
        file: `${listing}/actions/judge.ts`,
        find: 'if (facts.seenHash !== facts.listedHash) {',
        replace: "if (facts.seenHash === '') {",
      },
    ],
    rounds: [on('shopyy', 0, 'undo')],
  },
  {
    name: 'sold-is-taken-away',
    kind: 'content',
    breaks: 'an undo takes away what was ordered meanwhile',
    edits: [
      {
        file: `${listing}/after/decide-undo.ts`,
        find: "return repriced ? 'changed' : seen?.sold ? 'has-orders' : null;",
        replace: "return repriced ? 'changed' : null;",
      },
    ],
    test: {
      file: `${listing}/after/left-alone.test.ts`,
      name: 'a product that was ordered meanwhile is not taken away by an undo',
    },
  },
  {
    name: 'delisted-then-shown-by-a-late-write',
    kind: 'content',
    breaks: 'a delisting forgets that earlier writes may still show the product',
    edits: [
      {
        file: `${listing}/actions/act.ts`,
        find: 'restoresVisibility: now.isWanted && row.check_due,',
        replace: 'restoresVisibility: false,',
      },
    ],
    test: {
      file: `${listing}/after/late-shows.test.ts`,
      name: 'what a late write shows again after it was delisted is hidden again',
    },
  },
  {
    name: 'half-made-is-whole',
    kind: 'content',
    breaks: 'a product of which a part is missing is taken for whole',
    edits: [
      {
        file: `${listing}/transport/receive.ts`,
        find: 'sentHash: outcome.partial ? null : write.work.hash,',
        replace: 'sentHash: write.work.hash,',
      },
      {
        file: `${listing}/look-ups/adopt.ts`,
        find: 'sentHash: chosen.partial ? null : (writer?.hash ?? null),',
        replace: 'sentHash: writer?.hash ?? null,',
      },
    ],
    test: {
      file: `${listing}/look-ups/first-look.test.ts`,
      name: 'a product that was found half made is made whole',
    },
  },
];
