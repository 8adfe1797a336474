import { describe, expect, it } from 'vitest';
import { shortened, sideOf, wordDiff } from './word-diff.ts';

const reported = (before: string, after: string) =>
  wordDiff(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join('');

describe('what changed between two texts', () => {
  it('is shown word by word, and what stayed between two changes stays', () => {
    expect(reported('Oak chair with arms', 'Oak lounge chair with soft arms')).toBe(
      'Oak [+lounge +]chair with [+soft +]arms',
    );
  });

  it('cuts a script without spaces by its words', () => {
    expect(reported('北欧休闲椅', '北欧单人休闲椅')).toBe('北欧[+单人+]休闲椅');
  });

  it('shows a phrase that was replaced as one change, though a space or a comma stayed in it', () => {
    expect(reported('Willow Soy Candle No. 4 | Glade Home', 'Willow Soy Candle, hand poured')).toBe(
      'Willow Soy Candle[- No. 4 | Glade Home-][+, hand poured+]',
    );
  });

  it('gives each side as clean text with its own changed words', () => {
    const parts = wordDiff('Oak chair, grey', 'Oak lounge chair, grey');
    expect(sideOf(parts, 'before')).toEqual([{ kind: 'same', text: 'Oak chair, grey' }]);
    expect(sideOf(parts, 'after')).toEqual([
      { kind: 'same', text: 'Oak ' },
      { kind: 'added', text: 'lounge ' },
      { kind: 'same', text: 'chair, grey' },
    ]);
  });

  it('gives both texts back whole', () => {
    const [before, after] = ['a red cup, 300 ml', 'a blue cup with a lid, 350 ml'];
    const parts = wordDiff(before, after);
    const without = (kind: string) =>
      parts
        .filter((part) => part.kind !== kind)
        .map(({ text }) => text)
        .join('');
    expect(without('added')).toBe(before);
    expect(without('removed')).toBe(after);
  });

  it('shows two long texts without anything in common as one change, at once', () => {
    const [before, after] = ['old '.repeat(20_000), 'new '.repeat(20_000)];

    expect(wordDiff(before, after)).toEqual([
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]);
  });

  it('never cuts a changed part to save room', () => {
    const long = 'word '.repeat(100);
    const parts = shortened(wordDiff(`${long}old ${long}`, `${long}new ${long}`));
    expect(parts.filter(({ kind }) => kind !== 'same').map(({ text }) => text)).toEqual(['old', 'new']);
    expect(parts.map(({ text }) => text).join('').length).toBeLessThan(120);
  });
});
