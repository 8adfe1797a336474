// @vitest-environment happy-dom
import { addOwnLink } from '@bowerbird/contract/system/workplace-config';
import { act } from 'react';
import { expect, it } from 'vitest';
import { button, FakeApi, press, says, settled, showPage, type } from '../../testing/signed-in-page.tsx';
import { AddLink } from './add-link.tsx';

it('adds an address of one’s own only with a name and where it is a page or https', async () => {
  const api = new FakeApi();
  api.answer(addOwnLink, { announcements: [], links: [], news: [] });
  const shown = await showPage(api, <AddLink taken={[]} onDone={() => {}} />, '/', '/');
  await press(button('添加'));
  await says('请选择页面，或填写');

  await act(async () => {
    document.querySelector('[role=combobox]')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  });
  const options = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')];
  await press(options.at(-1) ?? document.body);
  await type('链接', 'http://plain.example/');
  await press(button('添加'));
  await says('请选择页面，或填写');
  expect(api.bodiesOf(addOwnLink)).toEqual([]);

  await type('链接', ' https://help.example/ ');
  await type('名称', '帮助台');
  await press(button('添加'));
  await settled(() => expect(api.bodiesOf(addOwnLink)).toHaveLength(1));
  await shown.close();

  expect(api.bodiesOf(addOwnLink)).toEqual([{ path: 'https://help.example/', title: '帮助台' }]);
});
