import { expect, it } from 'vitest';
import { readHtmlFacts, readPageHead } from './html-facts.ts';

const linked = (blocks: number) => '<script type="application/ld+json">{}</script>'.repeat(blocks);

it('keeps the linked data of all blocks in the order of the page, lists and graphs laid flat', () => {
  const page = [{ name: 'a' }, [{ name: 'b' }, { '@graph': [{ name: 'c' }] }], { '@graph': [{ name: 'd' }] }]
    .map((block) => `<script type="application/ld+json">${JSON.stringify(block)}</script>`)
    .join('');

  expect(readHtmlFacts(page).linkedData).toEqual(['a', 'b', 'c', 'd'].map((name) => ({ name })));
});

it('reads a page of linked data alone in time that grows with its length', () => {
  const few = processorTime(() => readHtmlFacts(linked(4000)));
  const many = processorTime(() => readHtmlFacts(linked(40_000)));

  expect(many).toBeLessThan(30 * Math.max(few, 10));
});

it('reads the names of a head that were asked for wherever they are, the first of each', () => {
  const late =
    '<title>T</title><meta name="a" content="1"><meta name="a" content="2"><body><meta name="B" content="3">';
  const { title, meta } = readPageHead(late, ['a', 'b']);

  expect([title, meta.get('a'), meta.get('b')]).toEqual(['T', '1', '3']);
});

it('walks no further than the head that has them all', () => {
  const head = '<title>T</title><meta name="a" content="1">';

  expect(readPageHead(`${head}<body><meta name="c" content="4">`, ['a']).meta.has('c')).toBe(false);
});

/** Returns CPU milliseconds of this process, the faster of two runs. */
function processorTime(work: () => unknown): number {
  return Math.min(...[0, 1].map(() => once(work)));
}

function once(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
