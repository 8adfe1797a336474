import { editKinds } from '@bowerbird/catalog/edits/table';
import { expect, it } from 'vitest';
import { languages } from '../account/account.ts';
import enUS from '../notices/en-US.json' with { type: 'json' };
import zhCN from '../notices/zh-CN.json' with { type: 'json' };
import { notificationEvents } from '../system/notifications.ts';
import { noticeSentence } from './notices.ts';

it.each(languages)('has a sentence for every event in %s', (language) => {
  const states = Object.keys(zhCN).map((key) => key.replace('notice.', ''));
  const silent = notificationEvents.filter((event) => {
    const key = states.find((each) => each === event || each.startsWith(`${event}.`));
    const state = key?.slice(event.length + 1) ?? '';
    return !key || noticeSentence(language, event, { state }) === event;
  });

  expect(silent).toEqual([]);
});

it('names what it is about, with numbers as the language writes them', () => {
  const params = { kind: 'collect', title: 'glade-home', state: 'partial', done: 12408, failed: 3 };

  expect(noticeSentence('en-US', 'run-needs-you', params)).toBe(
    'Collecting finished: glade-home. 12,408 done, 3 failed.',
  );
  expect(noticeSentence('pt-BR', 'run-needs-you', params)).toContain('12.408');
  expect(Object.keys(enUS)).toEqual(Object.keys(zhCN));
});

it.each(languages)('names every kind of edit in %s', (language) => {
  const kinds = [
    ...Object.keys(editKinds).filter((kind) => kind !== 'set-field'),
    'set-text',
    'clear-text',
    'grid',
  ];
  const unnamed = kinds.filter((deed) => {
    const params = {
      kind: 'edit',
      title: 'First product',
      state: 'complete',
      done: 2000,
      deed,
      figure: '+10',
      total: 2000,
    };
    return noticeSentence(language, 'run-ended', params).includes('First product');
  });

  expect(unnamed).toEqual([]);
});

it('names a bulk edit by what it did and to how many products, never by its first product', () => {
  const params = {
    kind: 'edit',
    title: 'First product',
    state: 'complete',
    done: 2000,
    deed: 'percent-to-price',
    figure: '+10',
    more: 0,
    total: 2000,
  };
  expect(noticeSentence('en-US', 'run-ended', params)).toContain('Price +10% · 2,000 products');
  expect(noticeSentence('zh-CN', 'run-ended', params)).toContain('价格 +10% · 2,000 件商品');
  expect(noticeSentence('en-US', 'run-ended', { ...params, more: 2, inStore: 1, total: 1 })).toContain(
    'Price +10%, in one store, and 2 more · 1 product ',
  );
});
