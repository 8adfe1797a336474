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
