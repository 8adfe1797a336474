import { expect, it } from 'vitest';
import { partsMax, walkMarkup } from './walk-markup.ts';

function walked(html: string) {
  const tags: string[] = [];
  let text = '';
  walkMarkup(html, {
    onopentag: (name) => tags.push(name),
    ontext: (unit) => {
      text += unit;
    },
    onclosetag: (name) => tags.push(`/${name}`),
  });
  return { tags, text };
}

it('reports tags and texts in their order, and closes what stays open', () => {
  expect(walked('<p>One <b>two</b><script>if (a<b) c</script>')).toEqual({
    tags: ['p', 'b', '/b', 'script', '/script', '/p'],
    text: 'One twoif (a<b) c',
  });
});

it.each([
  ['div', '<div>'],
  ['b', '<b>'],
  ['span', '<span>'],
  ['a', '<a href="/x">'],
])('loses nothing of what lies very deep inside %s', (name, tag) => {
  const { tags, text } = walked(`${tag.repeat(5000)}deep<script>var x = "<i>";</script><i>end</i>`);

  expect(tags.filter((one) => one === name)).toHaveLength(5000);
  expect(text).toBe('deepvar x = "<i>";end');
  expect(tags.filter((one) => one === 'i')).toHaveLength(1);
});

it.each([
  '<div>',
  '<b></i>',
  '<svg><title>',
  '<div><b></p></i>',
  '<form>',
  '<li><ul>',
  '</x>',
  '<a ',
  '<table><tr>',
])('is not held up by a page made of %j', (unit) => {
  expect(walked(unit.repeat(100_000)).tags.length).toBeGreaterThanOrEqual(0);
});

it.each([
  ['elements', '<i>'.repeat(partsMax + 1)],
  ['closed elements', '<i></i>'.repeat(partsMax + 1)],
  ['attributes', `<p ${'a '.repeat(partsMax + 1)}>`],
])('refuses a page of too many %s by name', (_, html) => {
  expect(() => walked(html)).toThrow(expect.objectContaining({ code: 'source.answer-too-large' }));
});
