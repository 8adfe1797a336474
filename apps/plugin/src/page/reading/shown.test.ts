import type { SourceLink } from '@bowerbird/platforms/collecting/collector';
import { expect, it, vi } from 'vitest';
import { pageTextIn, pageTexts } from '../../texts/page.ts';
import { type Actions, type Shown, viewOf } from './shown.ts';

const actions: Actions = {
  collect: vi.fn(),
  reload: vi.fn(),
  selectAll: vi.fn(),
  clear: vi.fn(),
  collectSelected: vi.fn(),
  stop: vi.fn(),
};
const view = (shown: Partial<Shown>) =>
  viewOf({ page: 'product', stage: 'ready', batch: null, ...shown }, pageTextIn('en-US'), actions);
const labels = (shown: Partial<Shown>) => view(shown).actions.map(({ label }) => label);
const sourceLink = (id: string): SourceLink => ({
  id,
  url: `https://x.example/${id}`,
  title: id,
  imageUrl: null,
  price: null,
  currency: null,
});
const list = (selected: string[], known: string[] = []) => ({
  sourceLinks: ['a', 'b', 'c'].map(sourceLink),
  selected: new Set(selected),
  known: new Set(known),
});
const batch: NonNullable<Shown['batch']> = {
  done: 3,
  total: 9,
  state: 'running',
  failed: 0,
  because: null,
  needs: [],
};

it('offers at each stage what can be done then, and nothing that cannot', () => {
  expect(labels({})).toEqual(['Collect']);
  expect(labels({ stage: 'reading' })).toEqual([]);
  expect(labels({ stage: 'sent' })).toEqual(['Collect again']);
  expect(labels({ stage: 'known' })).toEqual(['Collect again']);
  expect(labels({ stage: 'waiting' })).toEqual([]);
  expect(labels({ stage: 'stale' })).toEqual(['Reload']);
  expect(view({ stage: 'unpaired' }).main).toContain('Not connected');
  expect(view({ stage: { failed: 'source.blocked-us' } })).toMatchObject({ tone: 'bad' });
  expect(view({ stage: { failed: 'source.something-new' } }).main).toContain('could not be read');
  expect(view({ stage: { failed: 'request.invalid', refused: true } }).main).toContain(
    'rejected the product',
  );
});

it('counts a list, what is chosen of it, and leaves out what was collected before', () => {
  expect(view({ page: list([], ['a']) }).main).toBe('3 products here');
  expect(labels({ page: list([], ['a']) })).toEqual(['Select all on this page (2)']);
  expect(labels({ page: list(['b']) })).toEqual(['Select all on this page (3)', 'Collect 1']);
  expect(labels({ page: list(['a', 'b', 'c']) })).toEqual(['Clear', 'Collect 3']);
});

it('shows the progress of a batch, and only its end to a person who keeps choosing', () => {
  expect(view({ page: list([]), batch })).toMatchObject({ tone: 'busy', main: 'Collecting 3 of 9' });
  expect(view({ page: list([]), batch: { ...batch, state: 'blocked' } })).toMatchObject({ tone: 'slow' });
  expect(view({ page: list([]), batch: { ...batch, state: 'ended', done: 8, failed: 1 } })).toMatchObject({
    main: 'Done: 8 of 9',
    more: '1 could not be read',
  });
  expect(view({ page: list(['a']), batch: { ...batch, state: 'ended' } }).main).toBe('1 selected');
});

it('says everything in four languages, with the same values', () => {
  const plain = (texts: Record<string, string>) =>
    Object.keys(texts)
      .filter((key) => !key.endsWith('.one'))
      .sort();
  const values = (text = '') => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  const source = pageTexts['zh-CN'];

  for (const texts of Object.values(pageTexts)) {
    expect(plain(texts)).toEqual(plain(source));
    for (const [key, text] of Object.entries(texts)) {
      expect([key, values(text)]).toEqual([key, values(source[key.replace(/\.one$/, '')])]);
    }
  }
});
