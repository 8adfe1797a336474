// @vitest-environment happy-dom
import type { UndoOf } from '@bowerbird/contract/products/bulk-edit';
import type { EditedItem } from '@bowerbird/contract/products/edited-item';
import { afterEach, expect, it } from 'vitest';
import {
  button,
  FakeApi,
  press,
  type ShownPage,
  settled,
  showPage,
} from '../../../testing/signed-in-page.tsx';
import { UndoMenu } from './undo-menu.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const cell = (path: string, undone = false) => ({ path, before: 'a', after: 'b', undone });
const item = (cells: EditedItem['cells']): EditedItem => ({
  id,
  title: 'Mug',
  sku: null,
  imageUrl: null,
  currency: 'USD',
  cells,
  variants: { v1: 'Blue', v2: 'Red' },
  fault: null,
  by: null,
});

let page: ShownPage | undefined;
afterEach(async () => {
  await page?.close();
});

async function show(cells: EditedItem['cells']): Promise<UndoOf[]> {
  const asked: UndoOf[] = [];
  page = await showPage(
    new FakeApi(),
    <UndoMenu item={item(cells)} onUndo={(of) => asked.push(of)} />,
    '/profile/basic/1',
    '/profile/basic/:id',
  );
  return asked;
}

const entries = () => [...document.querySelectorAll<HTMLElement>('.undo-menu [role=menuitem]')];
async function choose(name: string): Promise<void> {
  await press(button('撤销 Mug'));
  await settled(() => expect(entries().map((each) => each.textContent)).toContain(name));
  await press(entries().find((each) => each.textContent === name) ?? document.body);
}

it('undoes the whole product, one field, or one value, and nothing else', async () => {
  const asked = await show([cell('title'), cell('variants/v1/price'), cell('variants/v2/price')]);

  await choose('此商品的全部改动');
  const names = entries().map((each) => each.textContent);
  await choose(names[2] ?? '');
  await choose(names.at(-1) ?? '');

  expect(names).toHaveLength(1 + 2 + 3);
  expect(asked).toEqual([
    { productIds: [id] },
    { productIds: [id], paths: ['variants/v1/price', 'variants/v2/price'] },
    { productIds: [id], paths: ['variants/v2/price'] },
  ]);
});

it('offers only what is left to undo, and no menu where nothing is', async () => {
  const asked = await show([cell('title', true), cell('vendor')]);
  await press(button('撤销 Mug'));
  await settled(() => expect(entries()).toHaveLength(1));
  await page?.close();
  page = undefined;
  await show([cell('title', true)]);

  expect(asked).toEqual([]);
  expect(document.querySelector('button')).toBeNull();
});

it('lists thirty values at most; the field and the whole product cover the others', async () => {
  await show(Array.from({ length: 40 }, (_, at) => cell(`variants/v${at}/price`)));
  await press(button('撤销 Mug'));

  await settled(() => expect(entries()).toHaveLength(31));
});
