const length = 500_000;

/** Returns a long text of repetitions. */
function manyOf(unit: string): () => string {
  return () => unit.repeat(Math.ceil(length / unit.length));
}

const inventory: readonly string[] = [
  'x',
  ' ',
  '<',
  '>',
  '"',
  "'",
  '\\',
  '{',
  '[',
  '&',
  '\n',
  '1.',
  '\u0000\uFFFD',
  '<div>',
  '<div><b></i></p>',
  '<svg><title>',
  '<script ',
  '<script>',
  '<script type="application/ld+json">{',
  '<script type="application/json">[',
  '<style>',
  '<title',
  '<title>',
  '<!--',
  '<meta property="og:title" content="',
  '<link ',
  '<link rel=canonical href=',
  '<h1',
  'class="',
  '<a href="/products/a',
  '<a href="/products/a">',
  '<a href="/collections/a">b',
  '<a href="/categories/a" ',
  'href="',
  "href='",
  '<loc>',
  '<loc>http://x/products/a</loc>',
  '<body class="',
  '<img data-src=',
  'data-unique-key="',
  '"total":',
  'var meta = {"product":{"id":1',
  '={',
  '={"a":"',
];

/**
 * Returns texts that have crashed or stalled some reader, generated on request; also around these text marks of the
 * platform.
 */
export function hostileTexts(marks: readonly string[]): [string, () => string][] {
  const json: [string, () => string][] = [
    ['nothing', () => ''],
    ['JSON nested very deep', () => '['.repeat(200_000) + ']'.repeat(200_000)],
    ['objects nested very deep', () => `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    [
      'names of the language itself',
      () =>
        '{"__proto__":{"polluted":1,"products":[]},"constructor":{"prototype":{"polluted":1}},"products":[{"__proto__":{"polluted":1},"toString":1}]}',
    ],
    [
      'references in circles',
      () => '{"$ref":"$","data":{"$ref":"$.data"},"products":[{"$ref":"$.products"}]}',
    ],
    [
      'a script in every text',
      () =>
        '<title><script>alert(1)</script></title><meta property="og:title" content="<script>alert(1)</script>"><meta property="og:price:amount" content="1">',
    ],
  ];
  const spaces = ['<h1>', '<a href="/collections/a">', 'src', '<title>', '<link', 'href'].map(
    (start): [string, () => string] => [`spaces behind ${start}`, () => start + ' '.repeat(length)],
  );
  return [
    ...json,
    ...spaces,
    ...inventory.map((unit): [string, () => string] => [
      `a page made of ${JSON.stringify(unit)}`,
      manyOf(unit),
    ]),
    ...marks.flatMap((mark): [string, () => string][] => {
      const name = JSON.stringify(mark);
      return [
        [`a page made of ${name}`, manyOf(mark)],
        [`${name} and an object that never closes, again and again`, manyOf(`${mark}{"a":"`)],
        [`${name} and spaces`, () => mark + ' '.repeat(length)],
        [
          `${name} and depth`,
          () => `<script>${mark}${'{"a":['.repeat(60_000)}${']}'.repeat(60_000)};</script>`,
        ],
        [
          `${name} and names of the language`,
          () =>
            `<script>${mark}{"__proto__":{"polluted":1},"product":{"__proto__":{"polluted":1},"constructor":1},"products":{"toString":1}};</script>`,
        ],
      ];
    }),
  ];
}
