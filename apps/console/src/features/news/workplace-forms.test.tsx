// @vitest-environment happy-dom
import { addAnnouncement, saveWorkplaceLinks } from '@bowerbird/contract/system/workplace-config';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage, type } from '../../testing/signed-in-page.tsx';
import { AnnouncementDrawer } from './announcement-drawer.tsx';
import { LinksPart } from './links-part.tsx';

const config = { announcements: [], links: [], linksRevision: 2 };
let api: FakeApi;
let shown: ShownPage;

beforeEach(() => {
  api = new FakeApi();
});
afterEach(() => shown.close());

const timeField = (name: string) => {
  const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
  field?.setAttribute('aria-label', name);
  return name;
};
const isSaid = (words: string) => document.body.textContent?.includes(words) === true;

it('sends an announcement only with a sentence, and with an end after its beginning', async () => {
  api.answer(addAnnouncement, config);
  shown = await showPage(api, <AnnouncementDrawer announcement={null} onClose={() => {}} />, '/', '/');
  await type(timeField('from'), '2026-11-20T08:00');
  await type(timeField('to'), '2026-11-20T07:00');
  await press(button('保存'));
  await says('至少写一种语言。');
  await says('结束要晚于开始。');
  expect(api.bodiesOf(addAnnouncement)).toEqual([]);

  await type('English', 'Tonight the console rests.');
  await settled(() => expect(isSaid('至少写一种语言。')).toBe(false));
  await type(timeField('from'), '2026-11-20T06:00');
  await settled(() => expect(isSaid('结束要晚于开始。')).toBe(false));
  await press(button('保存'));
  await settled(() => expect(api.bodiesOf(addAnnouncement)).toHaveLength(1));

  expect(api.bodiesOf(addAnnouncement)).toEqual([
    {
      level: 'info',
      texts: { 'en-US': 'Tonight the console rests.' },
      link: null,
      from: new Date('2026-11-20T06:00').toISOString(),
      to: new Date('2026-11-20T07:00').toISOString(),
    },
  ]);
});

it('sends the links in their new order, and nothing while the address of one is wrong', async () => {
  api.answer(saveWorkplaceLinks, config);
  const links = [
    { path: '/news', titles: {} },
    { path: 'https://help.example/', titles: { 'zh-CN': '帮助台' } },
  ];
  shown = await showPage(api, <LinksPart links={links} revision={1} watch={() => {}} />, '/', '/');
  await type('链接', 'http://plain.example/');
  await press(button('保存'));
  await says('请选择页面，或填写');
  expect(api.bodiesOf(saveWorkplaceLinks)).toEqual([]);

  await type('链接', 'https://plain.example/');
  await settled(() => expect(isSaid('请选择页面，或填写')).toBe(false));
  await press(document.querySelectorAll<HTMLElement>('[aria-label^="上移"]')[1] ?? document.body);
  await press(button('保存'));
  await settled(() => expect(api.bodiesOf(saveWorkplaceLinks)).toHaveLength(1));

  expect(api.bodiesOf(saveWorkplaceLinks)).toEqual([
    { revision: 1, links: [{ path: 'https://plain.example/', titles: { 'zh-CN': '帮助台' } }, links[0]] },
  ]);
});
