// @vitest-environment happy-dom
import * as profile from '@bowerbird/contract/account/profile';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  says,
  showPage,
  type,
} from '../../../testing/signed-in-page.tsx';
import CenterPage from './center-page.tsx';

const me: profile.Profile = {
  name: '林晓',
  motto: '慢慢来',
  jobTitle: '选品',
  tags: ['家居'],
  language: null,
  username: 'demo',
  email: 'demo@bowerbird.localhost',
  avatar: null,
  role: { id: 'merchant', name: '商家' },
  merchant: '林晓的店',
  createdAt: '2026-11-20T08:00:00Z',
};
let api: FakeApi;
let shown: ShownPage | null = null;

beforeEach(() => {
  api = new FakeApi();
  api.answer(profile.getProfile, me);
  api.answer(profile.saveProfile, (body) => ({ ...me, ...(body as profile.ProfileForm) }));
  api.answer(profile.getCenter, { figures: [], runs: 0, recent: [], team: [] });
});

afterEach(async () => {
  await shown?.close();
  shown = null;
});

it('shows oneself beside the four tabs, and says what would be in an empty one', async () => {
  shown = await showPage(api, <CenterPage />, '/account/center', '/account/center');
  await says('林晓的店');
  await says('您发起的采集、认领、导出和刊登会记录在这里。');

  const tabs = [...document.querySelectorAll('[role="tab"]')].map((tab) => tab.textContent);
  expect(tabs).toEqual(['动态', '文章', '应用', '项目']);
});

it('takes a new tag by Enter, and lets a double go', async () => {
  shown = await showPage(api, <CenterPage />, '/account/center', '/account/center');
  await says('家居');

  for (const tag of ['家居', ' 灯具 ']) {
    await press(button('新标签'));
    await type('新标签', tag);
    await act(async () => {
      document
        .querySelector('[aria-label="新标签"]')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true }));
    });
  }
  await says('灯具');

  expect(api.bodiesOf(profile.saveProfile)).toEqual([
    { name: '林晓', motto: '慢慢来', jobTitle: '选品', language: null, tags: ['家居', '灯具'] },
  ]);
});
