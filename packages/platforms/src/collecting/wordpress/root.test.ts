import { expect, it } from 'vitest';
import { siteSigns } from './root.ts';

const page = new URL('https://www.loom.example/shop2/product/rug/');
const api = (href: string) => `<link rel="https://api.w.org/" href="${href}" />`;

it.each<[string, string, string | null, string | null]>([
  ['its API link', api('https://www.loom.example/shop2/wp-json/'), null, '/shop2'],
  [
    'its API link without quotes',
    '<link rel=https://api.w.org/ href=https://loom.example/shop2/wp-json/ >',
    null,
    '/shop2',
  ],
  [
    'its API link, written the other way round',
    `<link href='/a/b/wp-json/' rel='https://api.w.org/'>`,
    null,
    '/a/b',
  ],
  ['a link that was made relative', api('../../wp-json/index.html'), null, '/shop2'],
  ['plain links', api('https://loom.example/shop2/index.php?rest_route=/'), null, '/shop2'],
  ['links through index.php', api('https://loom.example/shop2/index.php/wp-json/'), null, '/shop2'],
  ['an API of another name', api('https://loom.example/shop2/api/'), null, '/shop2'],
  ['an API at the root', api('https://loom.example/wp-json/'), null, ''],
  [
    'its header first',
    api('https://loom.example/wp-json/'),
    '</shop2/wp-json/>; rel="https://api.w.org/"',
    '/shop2',
  ],
  ['its short link', `<link rel='shortlink' href='https://loom.example/shop2/?p=22' />`, null, '/shop2'],
  [
    'its scripts',
    String.raw`<script>var a = {"wc_ajax_url":"\/shop2\/?wc-ajax=%%endpoint%%"}</script>`,
    null,
    '/shop2',
  ],
  ['no link to another host', api('https://other.example/shop3/wp-json/'), null, null],
  ['no short link of another kind', '<link rel="shortlink" href="https://www.loom.example/x/">', null, null],
  [
    'nothing of what is broken',
    '<link rel="https://api.w.org/" href="https://loom.example/shop2',
    null,
    null,
  ],
])('reads where a site stands: %s', (_, html, link, folder) => {
  expect(siteSigns(html, page, link).folder).toBe(folder);
});

it('reads the canonical address of a page on its own host alone', () => {
  const canonical = (href: string) =>
    siteSigns(`<link rel="canonical" href="${href}">`, page, null).canonical;

  expect([canonical('/shop2/rug/')?.pathname, canonical('https://other.example/')]).toEqual([
    '/shop2/rug/',
    null,
  ]);
});

it.each([
  '<link ',
  '<link rel="https://api.w.org/" ',
  '<link rel=shortlink href=',
  '"wc_ajax_url":"',
  String.raw`"wc_ajax_url":"\/`,
  '<link rel="',
])('takes a page made of %j as it comes', (unit) => {
  const started = performance.now();

  expect(siteSigns(unit.repeat(Math.floor(4_000_000 / unit.length)), page, null).folder).toBeNull();
  expect(performance.now() - started).toBeLessThan(3000);
});
