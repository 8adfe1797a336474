// @vitest-environment happy-dom
import { openGrid, readGridRows } from '@bowerbird/contract/products/grid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { beginPerson, forgetPerson, personalName } from '../../lib/person/window-person.ts';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  says,
  settled,
  showPage,
} from '../../testing/signed-in-page.tsx';
import { gridProduct } from './testing.ts';

const { locks } = vi.hoisted(() => {
  // The browser's locks, which all windows share: exclusive ones alone are used.
  const held = new Set<string>();
  const request = async (name: string, ...more: unknown[]) => {
    const work = more.at(-1) as (lock: object | null) => unknown;
    if (held.has(name)) {
      return work(null);
    }
    held.add(name);
    try {
      return await work({ name });
    } finally {
      held.delete(name);
    }
  };
  const query = async () => ({ held: [...held].map((name) => ({ name })) });
  Object.defineProperty(globalThis.navigator, 'locks', { value: { request, query }, configurable: true });
  return { locks: held };
});

const { default: GridPage } = await import('./grid-page.tsx');
const ann = '0199aaaa-0000-7000-8000-0000000000c1';
const mug = gridProduct(1);
const kept = 'bowerbird.grid.0199aaaa-0000-4000-8000-0000000000a1';
const grid = {
  at: '2026-11-25T18:00:00Z',
  ids: [mug.id],
  total: 1,
  edits: [[mug.id, [['title', { before: 'Mug 1', entered: { value: 'Kettle' } }]]]],
};
const keptGrids = () => Object.keys(localStorage).filter((key) => key.startsWith('bowerbird.grid.'));

let api: FakeApi;
let page: ShownPage | undefined;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  localStorage.clear();
  sessionStorage.clear();
  locks.clear();
  beginPerson(ann);
  localStorage.setItem(personalName(kept), JSON.stringify(grid));
  api = new FakeApi();
  api.answer(openGrid, { ids: [mug.id], total: 1 });
  api.answer(readGridRows, { products: [mug] });
});
afterEach(async () => {
  await page?.close();
  forgetPerson();
});

const show = async () => {
  page = await showPage(api, <GridPage />, '/products/grid', '/products/grid');
};

it("goes on with what was left unsaved, which is then this window's", async () => {
  await show();
  await press(button('继续编辑'));

  await settled(() => expect(keptGrids()).toHaveLength(1));
  expect(keptGrids()).not.toContain(personalName(kept));
});

it('says that another window is editing it, and opens a copy that leaves the other one as it is', async () => {
  locks.add(personalName(kept));
  await show();
  await says('正在另一个窗口中编辑');
  await press(button('在这里打开副本'));

  await settled(() => expect(keptGrids()).toHaveLength(2));
  expect(JSON.parse(localStorage.getItem(personalName(kept)) ?? '')).toEqual(grid);
});

it('leaves it to the other window where the person says so, and throws nothing away', async () => {
  locks.add(personalName(kept));
  await show();
  await says('正在另一个窗口中编辑');
  await press(button('不在这里打开'));

  await settled(() => expect(document.body.textContent).not.toContain('另一个窗口'));
  expect(keptGrids()).toEqual([personalName(kept)]);
});

it('says so when another window was faster, instead of opening the same twice', async () => {
  await show();
  await settled(() => button('继续编辑'));
  localStorage.removeItem(personalName(kept));
  await press(button('继续编辑'));

  await says('已在另一个窗口打开或丢弃');
  expect(keptGrids()).toEqual([]);
  await press(button('在这里打开副本'));
  await settled(() => expect(keptGrids()).toHaveLength(1));
});
