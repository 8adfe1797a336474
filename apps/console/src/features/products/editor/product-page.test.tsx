// @vitest-environment happy-dom
import { mug } from '@bowerbird/catalog/testing/products';
import { AppError } from '@bowerbird/contract/errors';
import { listOwnValuePlaces } from '@bowerbird/contract/products/own-values';
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
import { button, FakeApi, press, says, settled, showPage } from '../../../testing/signed-in-page.tsx';
import ProductPage from './product-page.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const detailOf = (revision: number, product = mug): ProductDetail => ({
  id,
  revision,
  product,
  collectedId: null,
  origins: [],
  listings: [],
  createdAt: '2026-11-18T08:00:00Z',
  updatedAt: '2026-11-18T08:00:00Z',
});

let api: FakeApi;
let page: ShownPage;

beforeEach(async () => {
  api = new FakeApi();
  api.answer(getProductFacets, { tags: [], categories: [], sources: [], vendors: [], productTypes: [] });
  api.answer(getProductHistory, []);
  api.answer(listOwnValuePlaces, []);
  api.answer(getProduct, detailOf(1));
  page = await showPage(api, <ProductPage />, `/products/${id}`, '/products/:id');
  await says('基本信息');
});
afterEach(async () => {
  await page.close();
  sessionStorage.clear();
});

describe('a product that somebody else saved meanwhile', () => {
  it('is never overwritten: theirs comes in where I changed nothing, mine stays', {
    tags: ['slow'],
  }, async () => {
    const theirs = { ...mug, tags: ['sale'] };
    await write('Mine');
    await refuseOnce(detailOf(2, theirs));
    await press(saveButton());

    await says('王敏 保存了这件商品');
    expect(title().value).toBe('Mine');
    await press(button('合并'));

    await says('已合并，还没有保存。');
    api.answer(saveProduct, { ...detailOf(3, { ...theirs, title: 'Mine' }), removedFromHtml: [] });
    await press(saveButton());

    await says('已保存。');
    expect(api.bodiesOf(saveProduct)).toMatchObject([
      { revision: 2, product: { title: 'Mine', tags: ['sale'] } },
    ]);
  });

  it('asks where both changed the same field, and does what was answered', { tags: ['slow'] }, async () => {
    await write('Mine');
    await refuseOnce(detailOf(2, { ...mug, title: 'Theirs' }));
    await press(saveButton());
    await says('王敏 保存了这件商品');
    await press(button('合并'));

    await says('双方都改了，请选择');
    const merge = [...document.querySelectorAll<HTMLButtonElement>('.ant-drawer-footer button')].at(-1);
    expect(merge?.disabled).toBe(true);
    await press(document.querySelector<HTMLElement>('input[type="radio"][value="theirs"]') ?? document.body);
    await press(merge ?? document.body);

    await says('已合并，还没有保存。');
    expect(title().value).toBe('Theirs');
  });
});

describe('options', () => {
  it('reports how many variants go before an option is removed, and saves without them', {
    tags: ['slow'],
  }, async () => {
    await press(button('“Size”的操作'));
    await says('减少 1 个规格');
    const entry = [...document.querySelectorAll<HTMLElement>('.ant-dropdown-menu-item')].find((each) =>
      each.textContent?.includes('减少 1 个规格'),
    );
    await press(entry ?? document.body);

    await says('将减少 1 个规格，保留 2 个。');
    await press(button('移除选项'));
    api.answer(saveProduct, { ...detailOf(2), removedFromHtml: [] });
    await press(saveButton());

    await says('已保存。');
    expect(api.bodiesOf(saveProduct)).toMatchObject([
      {
        revision: 1,
        product: {
          options: [{ name: 'Colour' }],
          variants: [
            { id: 'v1', optionValues: ['Blue'] },
            { id: 'v3', optionValues: ['White'] },
          ],
        },
      },
    ]);
  });
});

describe('what is wrong', () => {
  it('is said at its field, and nothing is sent', async () => {
    await write(' ');
    await press(saveButton());

    await says('请填写标题。');
    expect(title().getAttribute('aria-invalid')).toBe('true');
    expect(api.bodiesOf(saveProduct)).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('in the middle of a save is named, nothing is lost, and a click saves again', {
    tags: ['slow'],
  }, async () => {
    await write('Mine');
    api.answer(saveProduct, { ...detailOf(2, { ...mug, title: 'Mine' }), removedFromHtml: [] });
    loseNextSave('before');
    await press(saveButton());

    await says('您的修改还在这里');
    expect(title().value).toBe('Mine');
    await press(button('重试'));

    await settled(() =>
      expect(api.bodiesOf(saveProduct)).toMatchObject([{ revision: 1, product: { title: 'Mine' } }]),
    );
    await settled(() => expect(document.body.textContent).not.toContain('您的修改还在这里'));
    expect(title().value).toBe('Mine');
  });

  it('after the server had saved asks for no merge with oneself', async () => {
    await write('Mine');
    loseNextSave('after');
    api.answer(saveProduct, { ...detailOf(2, { ...mug, title: 'Mine' }), removedFromHtml: [] });
    await press(saveButton());
    await says('您的修改还在这里');
    api.answer(saveProduct, () => {
      throw new AppError('product.changed-meanwhile', '', { params: { name: '林晓', by: '林晓' } });
    });
    api.answer(getProduct, detailOf(2, { ...mug, title: 'Mine' }));
    await press(button('重试'));

    await says('已保存。');
    expect(document.body.textContent).not.toContain('合并');
  });
});

describe('a reload with unsaved changes', () => {
  it('offers them again, and a saved product offers nothing', { tags: ['slow'] }, async () => {
    await write('Mine');
    await act(async () => void dispatchEvent(new Event('pagehide')));
    await openAgain();

    await says('没有保存的修改');
    expect(title().value).toBe('Blue mug');
    await press(button('恢复修改'));
    expect(title().value).toBe('Mine');
    api.answer(saveProduct, { ...detailOf(2, { ...mug, title: 'Mine' }), removedFromHtml: [] });
    await press(saveButton());
    await says('已保存。');
    api.answer(getProduct, detailOf(2, { ...mug, title: 'Mine' }));
    await openAgain();

    expect(document.body.textContent).not.toContain('没有保存的修改');
  });

  it('meets what another saved meanwhile, and loses neither', { tags: ['slow'] }, async () => {
    await write('Mine');
    await act(async () => void dispatchEvent(new Event('pagehide')));
    api.answer(getProduct, detailOf(2, { ...mug, tags: ['sale'] }));
    await openAgain();
    await press(button('恢复修改'));
    await says('保存了这件商品');
    await press(button('合并'));
    api.answer(saveProduct, { ...detailOf(3), removedFromHtml: [] });
    await press(saveButton());

    await says('已保存。');
    expect(api.bodiesOf(saveProduct)).toMatchObject([
      { revision: 2, product: { title: 'Mine', tags: ['sale'] } },
    ]);
  });
});

describe('the preview', () => {
  it('shows the product with what is unsaved, as a shopper would see it', async () => {
    await write('Mine');
    await press(button('预览'));

    await says('买家看到的内容');
    const view = document.querySelector('.shopper');
    expect(view?.textContent).toContain('Mine');
    expect(view?.querySelector('script')).toBeNull();
    expect(view?.querySelectorAll('fieldset')).toHaveLength(mug.options.length);
  });
});

describe('the variants', () => {
  it('show price, inventory, cost and margin before codes and the rest', () => {
    const heads = [...document.querySelectorAll('.variants-head [role="columnheader"]')].map(
      ({ textContent }) => textContent,
    );

    expect(heads.slice(1, 5)).toEqual(['价格', '库存', '成本', '毛利率']);
  });
});

function title(): HTMLInputElement {
  const field = document.querySelector<HTMLInputElement>('[data-field="title"] input');
  if (field === null) {
    throw new Error('no title');
  }
  return field;
}

function saveButton(): HTMLElement {
  return document.querySelector<HTMLElement>('.editor-head .ant-btn-primary') ?? document.body;
}

async function write(words: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(title(), words);
    title().dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function openAgain(): Promise<void> {
  await page.close();
  page = await showPage(api, <ProductPage />, `/products/${id}`, '/products/:id');
  await says('基本信息');
}

/** Makes the next save get no response: the connection drops before or after the server received it. */
function loseNextSave(when: 'before' | 'after'): void {
  let lost = false;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method !== 'PUT' || lost) {
      return api.fetch(input, init);
    }
    lost = true;
    if (when === 'after') {
      await api.fetch(input, init);
    }
    throw new TypeError('Failed to fetch');
  });
}

/** Makes the next save conflict with a save by 王敏; the product is then loaded with her changes. */
async function refuseOnce(theirs: ProductDetail): Promise<void> {
  api.answer(getProduct, theirs);
  let refused = false;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method === 'PUT' && !refused) {
      refused = true;
      const params = { name: '王敏', by: '王敏' };
      return Response.json({ code: 'product.changed-meanwhile', message: '', params }, { status: 409 });
    }
    return api.fetch(input, init);
  });
}

describe('variants that lack what their siblings have', () => {
  it('are counted and named, field by field', async () => {
    // The mug's third variant has no SKU.
    await says('3 个规格中有 1 个没有SKU：White · S');
  });
});
