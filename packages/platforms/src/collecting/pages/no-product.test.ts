import { expect, it } from 'vitest';
import { noProductOn, saysNoProduct } from './no-product.ts';

const url = new URL('https://shop.example/products/tea');
const story = `<p>${'Our garden grows slowly and in the shade. '.repeat(8)}</p>`;

it.each([
  [
    'a frame for scripts',
    '<html><title>A long title of this very page, said by nobody</title><div id="root"></div><script src="/app.js"></script>',
  ],
  [
    'a frame with a long script in it',
    `<div id="app">Loading…</div><script>${'const words = "none of them shown"; '.repeat(40)}</script>`,
  ],
  [
    'a frame that asks for scripts',
    `<noscript>${'Please switch on JavaScript to see our goods. '.repeat(9)}</noscript><script src="/a.js"></script>`,
  ],
  [
    'a guard that wants a browser',
    `<title>Just a moment...</title>${story}<script>window._cf_chl_opt={}</script>`,
  ],
])('sends a person to the plugin for %s', (_, html) => {
  const failure = noProductOn(html, url);

  expect(failure.code).toBe('source.needs-browser');
  expect(saysNoProduct(failure)).toBe(true);
});

it.each([
  ['a page that tells a story', `${story}<script src="/app.js"></script>`],
  ['a short page without scripts', '<h1>Closed</h1>'],
  ['a page whose only script is data', '<script id="x" type="application/ld+json">[]</script>'],
  ['nothing', ''],
])('promises nothing of the plugin for %s', (_, html) => {
  expect(noProductOn(html, url).code).toBe('source.page-not-understood');
});

it.each(['<', '<script>', '&', '<svg', '</', '<a b="'])('is not held up by a page made of %j', (unit) => {
  expect(saysNoProduct(noProductOn(unit.repeat(200_000), url))).toBe(true);
});
