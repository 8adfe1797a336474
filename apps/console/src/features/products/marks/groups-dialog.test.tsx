// @vitest-environment happy-dom
import {
  deleteProductGroup,
  getMarkChoices,
  renameProductGroup,
} from '@bowerbird/contract/products/team-marks';
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { beginPerson, forgetPerson } from '../../../lib/person/window-person.ts';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  says,
  settled,
  showPage,
  type as typeInto,
} from '../../../testing/signed-in-page.tsx';
import GroupsDialog from './groups-dialog.tsx';

const ann = '0199aaaa-0000-7000-8000-0000000000c1';
const summer = { id: '0199aaaa-0000-7000-8000-0000000000d1', name: 'Summer', products: 3 };

let api: FakeApi;
let page: ShownPage | undefined;

afterEach(forgetPerson);
beforeEach(() => {
  beginPerson(ann);
  api = new FakeApi();
  api.answer(getMarkChoices, { groups: [summer], people: [], colours: [] });
});

afterEach(async () => {
  await page?.close();
});

it('renames a group in its place, and deletes it only after saying how many products lose it', async () => {
  api.answer(renameProductGroup, { ...summer, name: '夏季' });
  api.answer(deleteProductGroup, { deleted: true });
  page = await showPage(api, <GroupsDialog onClose={() => undefined} />, '/', '/');
  await says('3 件商品');

  await typeInto('分组“Summer”的名称', '夏季');
  const field = document.querySelector<HTMLInputElement>('[aria-label="分组“Summer”的名称"]');
  await act(async () => field?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  await says('已改名为“夏季”。');
  expect(api.bodiesOf(renameProductGroup)).toEqual([{ name: '夏季' }]);

  await press(button('删除分组“Summer”'));
  await says('其中 3 件商品会保留，变为未分组。');
  expect(api.bodiesOf(deleteProductGroup)).toEqual([]);
  const sure = [...document.querySelectorAll<HTMLElement>('.ant-modal button')].findLast(
    (each) => each.textContent?.replaceAll(' ', '') === '删除',
  );
  await press(sure ?? button('删除'));
  await settled(() => expect(api.bodiesOf(deleteProductGroup)).toHaveLength(1));
});
