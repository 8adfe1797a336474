import { expect, it } from 'vitest';
import { stateOf } from './script-state.ts';

it.each([
  ['keys that are bare numbers', '{"map":{12:{"a":1}, 13 :2}}', { map: { 12: { a: 1 }, 13: 2 } }],
  [
    'a text that looks like such a key',
    '{"at":"a,12:30","of":{7:"{8:9}"}}',
    { at: 'a,12:30', of: { 7: '{8:9}' } },
  ],
  ['a text that ends a script', '{"html":"<b></script></b>"}', { html: '<b></script></b>' }],
  ['a reference', '{"a":{"b":1},"c":{"$ref":"$.a"}}', { a: { b: 1 }, c: { b: 1 } }],
])('reads %s, whatever stands behind the state', (_, state, expected) => {
  for (const behind of ['', ';', '});', ';\nrun({"other":1});', '; // }']) {
    const page = `<script>window.detailData = ${state}${behind}</script><script>var x = {}</script>`;
    expect(stateOf(page, 'window.detailData')).toEqual(expected);
    expect(stateOf(page.slice(0, page.indexOf('</script><script>')), 'window.detailData')).toEqual(expected);
  }
});

it('names a state that does not close, though another script does', () => {
  expect(
    stateOf('<script>window.detailData = {"a":[1</script><script>x={}</script>', 'window.detailData'),
  ).toBe('broken');
});
