import { expect, it } from 'vitest';
import { bodyClasses } from './body-classes.ts';

it.each<[string, string[]]>([
  ['<body class="home single-product-1">', ['home', 'single-product-1']],
  ["<BODY data-x='a>b' class='one\n two\ttwo'><p class=three>", ['one', 'two']],
  ['<body class=alone>', ['alone']],
  ['<!-- <body class="not"> --><script>"<body class=\\"not\\">"</script><body class="yes">', ['yes']],
  ['<p class="inside">No body at all', []],
  ['<body>', []],
  ['<body class="open', []],
  ['', []],
])('reads the classes of %j, each whole', (html, classes) => {
  expect([...bodyClasses(html)]).toEqual(classes);
});

it('ends at once on a page that is nested without end', () => {
  expect(bodyClasses(`${'<div>'.repeat(200_000)}<body class="late">`).size).toBe(0);
});
