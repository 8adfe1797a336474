// @vitest-environment happy-dom
import { mug } from '@bowerbird/catalog/testing/products';
import { AppError } from '@bowerbird/contract/errors';
import { imageLimits, type UploadedImage, uploadImage } from '@bowerbird/contract/products/images';
import type { ProductDetail } from '@bowerbird/contract/products/products';
import {
  getProduct,
  getProductFacets,
  getProductHistory,
  saveProduct,
} from '@bowerbird/contract/products/products';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import ProductPage from '../editor/product-page.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const detail: ProductDetail = {
  id,
  revision: 1,
  product: mug,
  collectedId: null,
  origins: [],
  listings: [],
  createdAt: '2026-11-18T08:00:00Z',
  updatedAt: '2026-11-18T08:00:00Z',
};
let stored = 0;
function storedImage(): UploadedImage {
  stored += 1;
  const imageId = `0199bbbb-0000-7000-8000-${String(stored).padStart(12, '0')}`;
  return {
    id: imageId,
    address: `bowerbird-image:${imageId}.png`,
    type: 'image/png',
    bytes: 10,
    width: 800,
    height: 600,
  };
}
const file = (name: string, type = 'image/png') => new File(['…'], name, { type });

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  stored = 0;
  api = new FakeApi();
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  api.answer(getProductHistory, []);
  api.answer(getProduct, detail);
  api.answer(uploadImage, storedImage);
  page = await showPage(api, <ProductPage />, `/products/${id}`, '/products/:id');
  await says('基本信息');
});
afterEach(async () => {
  await page.close();
  sessionStorage.clear();
});

const zone = () => {
  const found = document.querySelector('.image-drop-zone');
  if (!found) {
    throw new Error('no place to drop files');
  }
  return found;
};
/** Dispatches an event as the browser does: with data that carries files. */
async function give(how: 'drop' | 'paste', files: File[], target: Element = zone()): Promise<void> {
  const event = new Event(how, { bubbles: true, cancelable: true });
  const data = { files, types: ['Files'], dropEffect: 'none' };
  Object.defineProperty(event, how === 'drop' ? 'dataTransfer' : 'clipboardData', { value: data });
  await act(async () => void target.dispatchEvent(event));
}
const tiles = () => document.querySelectorAll('.editor-image').length;
async function untilTiles(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      await act(async () => new Promise<void>((resolve) => setTimeout(resolve, 10)));
      expect(tiles()).toBe(count);
    },
    { timeout: 25_000, interval: 0 },
  );
}
async function save(): Promise<unknown> {
  api.answer(saveProduct, { ...detail, revision: 2, removedFromHtml: [] });
  await press(document.querySelector<HTMLElement>('.editor-head .ant-btn-primary') ?? document.body);
  await says('已保存。');
  return api.bodiesOf(saveProduct)[0];
}

describe('images from disk', () => {
  it('are no text: what an office program puts beside a text stays out of the images', async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const data = { files: [file('text-as-image.png')], types: ['text/plain', 'Files'] };
    Object.defineProperty(event, 'clipboardData', { value: data });
    const field = document.querySelector('.editor-image-alt');

    await act(async () => void field?.dispatchEvent(event));

    expect(field).not.toBeNull();
    expect(event.defaultPrevented).toBe(false);
    expect(api.requested.filter(({ call }) => call === 'POST /images')).toEqual([]);
  });

  it('that are dropped and pasted stand behind the others in their order, and are saved with the product', {
    tags: ['slow'],
  }, async () => {
    await give('drop', [file('one.png'), file('two.png')]);
    await untilTiles(mug.images.length + 2);
    await give('paste', [file('three.png')]);
    await untilTiles(mug.images.length + 3);

    const source = [...document.querySelectorAll('.editor-image img')].at(-1)?.getAttribute('src');
    const addresses = [1, 2, 3].map((n) => `bowerbird-image:0199bbbb-0000-7000-8000-00000000000${n}.png`);
    expect(source).toBe('/shop-reptile/api/images/0199bbbb-0000-7000-8000-000000000003');
    expect(await save()).toMatchObject({
      product: {
        images: [
          ...mug.images.map(({ url }) => ({ url })),
          ...addresses.map((url) => ({ url, width: 800, height: 600 })),
        ],
      },
    });
  });

  it('that cannot be taken are named with the reason, hold up no other, and are not sent in vain', async () => {
    const huge = file('huge.png');
    Object.defineProperty(huge, 'size', { value: imageLimits.bytes + 1 });
    api.answer(uploadImage, () => {
      if (stored === 0) {
        stored += 1;
        throw new AppError('image.too-many-pixels', '9000 × 9000');
      }
      return storedImage();
    });

    await give('drop', [file('drawing.svg', 'image/svg+xml'), huge, file('wide.png'), file('good.png')]);
    await untilTiles(mug.images.length + 1);

    await says('drawing.svg');
    await says('不支持这种文件');
    await says('图片超过 20 MB');
    await says('2500 万像素');
    expect(api.requested.filter(({ call }) => call === 'POST /images')).toHaveLength(2);
    await press(button('忽略 drawing.svg'));
    expect(document.body.textContent).not.toContain('drawing.svg');
  });
});
