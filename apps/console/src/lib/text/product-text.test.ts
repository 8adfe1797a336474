// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { differenceOf } from './product-text.ts';
import type { Text } from './text.ts';

let text: Text;
beforeAll(() => {
  const named = (key: string, ..._values: readonly unknown[]) => key;
  text = Object.assign(named, { named, rich: named, has: () => true });
});

it('compares a description as a shopper reads it, and by its markup where only that changed', () => {
  const words = (before: string, after: string) => differenceOf(text, 'descriptionHtml', before, after).lines;

  expect(words('<p>An <b>oak</b> frame.</p><p>Flat.</p>', '<p>An ash frame.</p><p>Flat.</p>')).toEqual([
    { what: '', before: 'An oak frame. Flat.', after: 'An ash frame. Flat.' },
  ]);
  expect(words('<p>Flat.</p>', '<h2>Flat.</h2>')).toEqual([
    { what: '', before: '<p>Flat.</p>', after: '<h2>Flat.</h2>' },
  ]);
});

it('names the images that went and those that came', () => {
  const image = (name: string) => ({
    url: `https://a.example/${name}.jpg`,
    alt: '',
    width: null,
    height: null,
  });
  const images = (...names: string[]) => names.map(image);

  expect(differenceOf(text, 'images', images('front', 'back'), images('front', 'side')).lines).toEqual([
    { what: '', before: 'back.jpg', after: null },
    { what: '', before: null, after: 'side.jpg' },
  ]);
});
