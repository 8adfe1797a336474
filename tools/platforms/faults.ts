/** A kind of fault that real shops showed, and the tests that hold against it. */
interface Fault {
  what: string;
  /** File, seen from the repository's root, and a part of a test's name in it. */
  tests: readonly (readonly [file: string, name: string])[];
}

const platforms = 'packages/platforms/src';

/** What unseen pages and files of real shops showed, in the order in which a shop is met. */
export const faults: readonly Fault[] = [
  {
    what: 'WordPress or WooCommerce in a folder of its host: the shop at the root was collected, or none',
    tests: [
      [
        `${platforms}/testing/folder-suite.ts`,
        'collects it by its own sitemap and pages where its API is closed',
      ],
      [`${platforms}/testing/folder-suite.ts`, 'collects nothing of the root for a folder that is no shop'],
      [`${platforms}/woocommerce/collect/api/own-access.test.ts`, 'opens a shop in a folder by its own keys'],
    ],
  },
  {
    what: 'A product page that tells a product in several forms: one form was read, the others lost',
    tests: [
      [`${platforms}/shopify/collect/page/page-merge.test.ts`, 'reads every variant that var meta gives'],
      [
        `${platforms}/shopify/collect/page/page-options.test.ts`,
        "lets an app's excerpt add choices and nothing else",
      ],
      [`${platforms}/shopify/collect/page/page-options.test.ts`, 'makes no option values of ids'],
      [`${platforms}/shopify/collect/page/recorded-pages.test.ts`, 'reads $file, whole'],
      [`${platforms}/woocommerce/collect/page.test.ts`, 'reads both prices, the currency and the title'],
      [
        `${platforms}/woocommerce/collect/page.test.ts`,
        'reads tags, brand, weight, codes, stock and attributes',
      ],
    ],
  },
  {
    what: 'Labels of choices, "any" variations and sold-out variations on pages of WooCommerce',
    tests: [
      [`${platforms}/woocommerce/collect/page-variations.test.ts`, 'takes labels for values, not slugs'],
      [
        `${platforms}/woocommerce/collect/page-variations.test.ts`,
        'sells a variation of any value by each value shown',
      ],
      [
        `${platforms}/woocommerce/collect/page-variations.test.ts`,
        'keeps what is sold out, and what has no price',
      ],
      [`${platforms}/woocommerce/collect/page-variations.test.ts`, 'reads weights with their unit'],
    ],
  },
  {
    what: 'What a page cannot tell: lost without a word',
    tests: [
      ['tools/platforms/marks.test.ts', 'marks each product with what the way that read it cannot tell'],
      [
        `${platforms}/reading/page-fields.test.ts`,
        'marks what a way leaves out where a product has nothing of it',
      ],
    ],
  },
  {
    what: 'A product or variant without a price: lost, or priced 0.00',
    tests: [
      [`${platforms}/woocommerce/collect/no-price.test.ts`, 'keeps products and variations without a price'],
      [`${platforms}/woocommerce/collect/recorded.test.ts`, 'keeps every published product without a price'],
      [
        `${platforms}/shopify/collect/product/variant-values.test.ts`,
        'has none where 0 stands beside what cannot be bought',
      ],
      ['packages/catalog/src/invariants/no-price.test.ts', 'gets a price by rules that start from its cost'],
      ['apps/server/src/export/exported-files/content.test.ts', 'leaves out what has no price'],
      [
        'apps/console/e2e/collect/collected-whole.e2e.ts',
        'a product without a price is collected as a draft',
      ],
    ],
  },
  {
    what: "WooCommerce's Store API closed (404, 401): nothing was collected",
    tests: [
      [
        `${platforms}/woocommerce/collect/closed.test.ts`,
        'goes through the page of all products where neither API',
      ],
      [`${platforms}/woocommerce/collect/closed.test.ts`, 'names a shop that has neither API, sitemap nor'],
    ],
  },
  {
    what: 'A shop taken for plain WordPress; a front page taken for a product by its body class',
    tests: [
      [`${platforms}/woocommerce-or-wordpress.test.ts`, 'a shop whose front page shows little'],
      [`${platforms}/woocommerce-or-wordpress.test.ts`, 'the scope of a page, by the classes of its body'],
      [`${platforms}/woocommerce-or-wordpress.test.ts`, 'takes %s for a whole shop'],
    ],
  },
  {
    what: 'An unknown shop by its front page: no products were found',
    tests: [
      [
        `${platforms}/unknown/collect/front-page.test.ts`,
        'is known by a sitemap that names products, as a whole shop',
      ],
      [
        'apps/server/src/collect/recognise.test.ts',
        'says of the front page of a shop of an unknown platform',
      ],
    ],
  },
  {
    what: 'Alibaba and 1688: axes of one value, attributes of one name, two values of one name',
    tests: [
      [`${platforms}/alibaba/collect/choices.test.ts`, 'are kept beside another axis'],
      [
        `${platforms}/alibaba/collect/choices.test.ts`,
        'of one name keep each value, in the order of the page',
      ],
      [`${platforms}/alibaba/collect/choices.test.ts`, 'stay two on alibaba.com, each with its own image'],
      [`${platforms}/alibaba/collect/recorded.test.ts`, 'keeps two colours of one name apart'],
    ],
  },
  {
    what: 'An export or a claim that was not checked',
    tests: [
      [
        'packages/files/src/formats/formats.test.ts',
        "is accepted by its own checker whatever a product's texts",
      ],
      ['packages/files/src/formats/formats.test.ts', 'keeps 28 g as 28 g'],
      [
        'packages/catalog/src/invariants/repair.test.ts',
        'keeps two variants of one choice, set apart by a number',
      ],
      ['apps/server/src/products/claim/claim.test.ts', 'repairs what is not sound, says so'],
      [`${platforms}/shopify/collect/product/variant-values.test.ts`, 'grams as text'],
      [`${platforms}/shopify/collect/product/product.test.ts`, 'keeps tags that are numbers'],
      ['apps/server/src/products/write/description.test.ts', 'lets characters go that nobody sees'],
      ['apps/server/src/products/write/description.test.ts', 'makes a link of the frame of a film'],
    ],
  },
  {
    what: 'A CSV file: status `unlisted`, any inventory tracker, blank last lines',
    tests: [
      [
        'packages/files/src/formats/shopify/read.test.ts',
        'keeps who else keeps the inventory, and that a product is unlisted',
      ],
    ],
  },
  {
    what: "Inventory of Shopify's feeds, where the merchant asks for it",
    tests: [
      [
        `${platforms}/shopify/collect/inventory/stock.test.ts`,
        'leaves the stock unknown and asks for no product unless',
      ],
      [`${platforms}/shopify/collect/inventory/stock.test.ts`, 'reads the stock with one more request'],
    ],
  },
  {
    what: "A failing page of a user's run: a case in one command",
    tests: [
      [
        `${platforms}/capturing/capture.test.ts`,
        'becomes a case without secrets that fails as the page does',
      ],
      ['apps/server/src/cli/capture/capture.test.ts', 'keeps a page that a browser saved'],
    ],
  },
  {
    what: 'Any page cut, with broken data, with other types, with 10,000 variants, with a second product',
    tests: [
      [`${platforms}/testing/spoiled-pages-suite.ts`, 'invents nothing where it is cut'],
      [`${platforms}/testing/spoiled-pages-suite.ts`, 'invents nothing where its data is broken'],
      [`${platforms}/testing/spoiled-pages-suite.ts`, 'is named or sound where its data is of other kinds'],
      [`${platforms}/testing/spoiled-pages-suite.ts`, 'is named or sound with ten thousand variants'],
      [`${platforms}/testing/spoiled-pages-suite.ts`, 'does not mix two products that contradict each other'],
    ],
  },
];

/** Returns the part of `docs/platforms.md` that names the tests of each kind of fault. */
export function faultsPart(): string {
  const rows = faults.map(
    ({ what, tests }) => `| ${what} | ${tests.map(([file, name]) => `\`${file}\`: ${name}`).join('<br>')} |`,
  );
  return `## Faults of real shops

What unseen pages and files of real shops showed, and the tests that hold against it: file, and the beginning of the test's name. A test fails if one of
them is gone.

| Fault | Tests |
|---|---|
${rows.join('\n')}
`;
}
