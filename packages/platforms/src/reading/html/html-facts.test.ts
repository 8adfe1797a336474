import { expect, it } from 'vitest';
import { readHtmlFacts } from './html-facts.ts';

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
