// @vitest-environment happy-dom

import { mug } from '@bowerbird/catalog/testing/products';
import { getProductHistory, type ProductChange } from '@bowerbird/contract/products/products';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  says,
  settled,
  showPage,
} from '../../../testing/signed-in-page.tsx';
import { type Editor, EditorContext } from '../editor/editor-context.ts';
import HistorySection from './history-section.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const runId = '0199aaaa-0000-7000-8000-0000000000c1';
const change = (number: number, fields: Partial<ProductChange> = {}): ProductChange => ({
  id: `0199aaaa-0000-7000-8000-${String(number).padStart(12, '0')}`,
  at: '2026-11-18T08:00:00Z',
  by: '林晓',
  kind: 'edited',
  revision: number,
  cells: [{ path: 'title', before: `Mug ${number}`, after: `Mug ${number + 1}`, undone: false }],
  undone: false,
  ...fields,
});

let api: FakeApi;
let page: ShownPage | undefined;
const undoChange = vi.fn<Editor['undoChange']>();

beforeEach(() => {
  api = new FakeApi();
  undoChange.mockClear();
});
afterEach(async () => {
  await page?.close();
});

async function show(changes: ProductChange[], mayEdit = true): Promise<void> {
  api.answer(getProductHistory, changes);
  // The section uses the product, its id, and the undo.
  const editor = {
    draft: { product: mug },
    detail: { id },
    mayEdit,
    undoChange,
    undoing: false,
  } as unknown as Editor;
  page = await showPage(
    api,
    <EditorContext value={editor}>
      <HistorySection />
    </EditorContext>,
    `/products/${id}`,
    '/products/:id',
  );
}

it('says who changed what, before and after, and undoes the whole change or one value of it', async () => {
  const price = (variant: string) => ({
    path: `variants/${variant}/price`,
    before: '12.00',
    after: '9.00',
    undone: false,
  });
  await show([change(1, { cells: [price('v1'), price('v2')], runId })]);

  await says('林晓');
  await says('Blue / S');
  await press(button('撤销'));
  const part = document.querySelector<HTMLElement>('[aria-haspopup], .ant-dropdown-trigger') ?? document.body;
  await press(part);
  const entries = () => [...document.querySelectorAll<HTMLElement>('.undo-menu [role=menuitem]')];
  await settled(() => expect(entries()).toHaveLength(2));
  await press(entries()[1] ?? document.body);

  expect(undoChange.mock.calls).toEqual([[change(1).id], [change(1).id, ['variants/v2/price']]]);
  expect(document.querySelector(`a[href="/profile/basic/${runId}"]`)).not.toBeNull();
});

it('names marks of the team as such, with the group by its name and the colour in words', async () => {
  await show([
    change(1, {
      kind: 'marked',
      revision: 0,
      cells: [
        { path: 'marks/group', before: 'Summer', undone: false },
        { path: 'marks/colour', after: 'red', undone: false },
      ],
    }),
  ]);

  await says('团队标记');
  await says('Summer');
  await says('红色');
});

it('offers no undo for what was undone, and none to those who may not edit', async () => {
  await show([
    change(1, { undone: true, cells: [{ path: 'title', before: 'a', after: 'b', undone: true }] }),
  ]);
  await says('已撤销');
  expect(document.querySelectorAll('.editor-change button')).toHaveLength(0);
  await page?.close();
  await show([change(1)], false);

  await says('林晓');
  expect(document.querySelectorAll('.editor-change button')).toHaveLength(0);
});

it('shows the newest ten until all are asked for', async () => {
  await show(Array.from({ length: 12 }, (_, at) => change(at + 1)));
  await settled(() => expect(document.querySelectorAll('.editor-change')).toHaveLength(10));
  const all = [...document.querySelectorAll<HTMLElement>('.link-button')].at(-1);
  await press(all ?? document.body);

  await settled(() => expect(document.querySelectorAll('.editor-change')).toHaveLength(12));
});
