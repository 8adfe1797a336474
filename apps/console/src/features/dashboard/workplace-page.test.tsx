// @vitest-environment happy-dom
import { claimCollected, previewClaim } from '@bowerbird/contract/collect/collected';
import { getWorkplace } from '@bowerbird/contract/figures/dashboard';
import { delistProducts } from '@bowerbird/contract/listing/after';
import { startListing } from '@bowerbird/contract/listing/listing';
import { listStores } from '@bowerbird/contract/listing/stores';
import { deleteProducts } from '@bowerbird/contract/products/products';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { Run } from '@bowerbird/contract/runs';
import { getRun } from '@bowerbird/contract/runs';
import type { WorkplaceBoard } from '@bowerbird/contract/system/workplace-config';
import {
  dismissAnnouncement,
  getWorkplaceBoard,
  removeOwnLink,
} from '@bowerbird/contract/system/workplace-config';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, settled, showPage } from '../../testing/signed-in-page.tsx';
import WorkplacePage from './workplace-page.tsx';

type Workplace = AnswerOf<typeof getWorkplace>;

const id = '0199aaaa-0000-7000-8000-0000000000d1';
const collected: NonNullable<Workplace['firstRun']> = {
  shopAddress: 'http://shop.localhost:1/',
  categoryAddress: 'http://shop.localhost:1/collections/new-in',
  storeId: id,
  collect: { runId: id, state: 'complete', got: 24, promised: 24, seconds: 3 },
  claim: null,
  listing: null,
};
const nothing: Workplace = {
  today: { collected: 20_147, edited: 12_408, listed: 2186, productsListed: 1203 },
  needsYou: [],
  recent: [],
  unclaimed: 0,
  firstRun: null,
};

const need = {
  title: '',
  runId: null,
  storeId: null,
  fault: null,
  cause: null,
  product: null,
};

let page: ShownPage;
afterEach(() => page.close());

const board: WorkplaceBoard = { announcements: [], links: [], news: [] };

async function show(workplace: Workplace, held = board) {
  const api = new FakeApi();
  api.answer(getWorkplace, workplace);
  api.answer(getWorkplaceBoard, held);
  api.answer(listStores, []);
  page = await showPage(api, <WorkplacePage />, '/dashboard/workplace', '/dashboard/workplace');
  return api;
}

describe('the first run', () => {
  it('reports what was collected in words and writes no price before all were shown', async () => {
    const api = await show({ ...nothing, firstRun: collected });
    api.answer(previewClaim, {
      count: 1,
      sample: [
        {
          id,
          title: { before: 'Mug', after: 'Mug' },
          imageUrl: null,
          price: { before: '16.90', after: '46.90' },
          currency: 'USD',
          cost: '16.90',
          margin: 64,
          changes: [],
        },
      ],
    });
    api.answer(claimCollected, { runId: null, claimed: 1, alreadyClaimed: 0, repaired: 0, productIds: [id] });
    await says('24 件，用时 3 秒。采集报告：24 / 24。');
    expect(button('刊登').disabled).toBe(true);

    await press(button('预览价格'));
    await says('$46.90');
    expect(api.bodiesOf(claimCollected)).toEqual([]);
    await press(button('认领 1 件'));

    expect(api.bodiesOf(claimCollected)).toEqual([
      { selection: { ids: [id] }, edits: [{ kind: 'price-from-cost', by: '2.8', ending: { to: '.90' } }] },
    ]);
  });

  it('lists what was claimed to the practice store', async () => {
    const api = await show({ ...nothing, firstRun: { ...collected, claim: { products: 24 } } });
    api.answer(startListing, { runId: id });
    await says('已认领并定价 24 件。');

    await press(button('刊登'));

    expect(api.bodiesOf(startListing)).toMatchObject([
      { storeIds: [id], selection: { filter: { sources: ['shop.localhost:1'] }, except: [] } },
    ]);
  });
});

describe('the end of the first run', () => {
  const done = {
    ...collected,
    claim: { products: 24 },
    listing: { runId: id, state: 'complete', listed: 24, total: 24 },
  };

  it('leads to the listed products, and undoes store and products in this order, with the number shown', async () => {
    const api = await show({ ...nothing, firstRun: done });
    api.answer(delistProducts, { runId: undoRun.id });
    api.answer(getRun, { ...undoRun, state: 'complete' });
    api.answer(deleteProducts, { deleted: 24, binId: '019aaaaa-0000-7000-8000-000000000001' });
    await says('接下来');
    await press(button('在商品中查看 24 件'));
    expect(page.opened).toEqual(['/products/list?listing=listed&sources=shop.localhost%3A1']);

    await press(button('撤销这次练习'));
    await says('撤销这次练习？');
    expect(api.bodiesOf(deleteProducts)).toEqual([]);
    await press(
      [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')].at(-1) ?? document.body,
    );

    await says('已撤销');
    const whole = { selection: { filter: { sources: ['shop.localhost:1'] }, except: [] }, expected: 24 };
    expect(api.bodiesOf(delistProducts)).toEqual([{ storeIds: [id], ...whole }]);
    expect(api.bodiesOf(deleteProducts)).toEqual([whole]);
  });

  it('keeps the products where the store kept some', async () => {
    const api = await show({ ...nothing, firstRun: done });
    api.answer(delistProducts, { runId: undoRun.id });
    api.answer(getRun, { ...undoRun, state: 'partial' });
    await says('接下来');
    await press(button('撤销这次练习'));
    await says('撤销这次练习？');
    await press(
      [...document.querySelectorAll<HTMLElement>('.ant-modal-footer button')].at(-1) ?? document.body,
    );

    await says('没有全部撤销');
    expect(api.bodiesOf(deleteProducts)).toEqual([]);
  });
});

const undoRun: Run = {
  id: '0199aaaa-0000-7000-8000-0000000000d1',
  kind: 'undo',
  state: 'running',
  title: 'Aster Practice',
  done: 24,
  total: 24,
  failed: 0,
  secondsLeft: null,
  fault: null,
  goesOnAt: null,
  createdBy: null,
  createdAt: '2026-11-20T10:00:00Z',
  startedAt: null,
  endedAt: null,
  version: 1,
  exportFileId: null,
};

describe('the workplace', () => {
  it('says that nothing needs the person, and leads each need to its one act', async () => {
    await show(nothing);
    await says('没有需要处理的');
    await says('20,147');
    await page.close();

    await show({
      ...nothing,
      needsYou: [
        { ...need, kind: 'partial-collect', count: 6, title: 'glade.example', runId: id },
        { ...need, kind: 'merge', count: 23 },
      ],
    });
    await says('“glade.example”有 6 个商品未采集到');
    await says('23 处改动待处理');
    await press(button('查看采集报告'));
    await press(button('去处理'));

    expect(page.opened).toEqual([`/collect/product?run=${id}`, '/collect/merge/all']);
  });

  it('names the cause of each problem in the reader’s language with one product as a sample, and keeps the greeting small', async () => {
    const raw = 'Error getting remote image http://glade.example/x.svg. Error: A valid URL was not provided.';
    const product = { id, title: '亚麻罩台灯', imageUrl: null };
    const refused = { ...need, kind: 'refused' as const, storeId: id, title: 'Casa Ipê', runId: id, product };
    await show({
      ...nothing,
      needsYou: [
        { ...refused, count: 2024, fault: { code: 'store.rejected-product', params: { message: raw } } },
        { ...refused, count: 24, fault: { code: 'store.handle-taken', params: { handle: 'quay-clock' } } },
      ],
    });
    await says('“Casa Ipê”2,024 条刊登失败');
    await says('例如：亚麻罩台灯');

    const words = document.body.textContent ?? '';
    expect(words).not.toContain('http://');
    expect(words).not.toContain('Error');
    expect(words).not.toContain('quay-clock');
    expect(document.querySelector('h1')?.textContent).toBe('有 2 件事需要您处理');
  });

  it.each([
    [0, '休息一会儿吧'],
    [0.3, '准备吃什么呢?'],
    [0.6, '要不要打一把 DOTA'],
    [0.9, '我猜你可能累了'],
  ])('greets by name with one of the rest tips at random (%d) [9.greeting]', async (drawn, tip) => {
    const random = vi.spyOn(Math, 'random').mockReturnValue(drawn);
    await show(nothing);
    await says(`好，林晓，${tip}`);
    random.mockRestore();
  });

  it('shows an announcement until it is put away, and the newest articles', async () => {
    const api = await show(nothing, {
      ...board,
      announcements: [{ id, level: 'urgent', text: '今晚维护', language: 'zh-CN', link: null }],
      news: [
        {
          id,
          kind: 'news',
          title: '秋季新功能',
          summary: '',
          coverUrl: null,
          language: 'zh-CN',
          publishedAt: '2026-11-20T08:00:00.000Z',
        },
      ],
    });
    api.answer(dismissAnnouncement, { dismissed: true });
    await says('今晚维护');
    await says('秋季新功能');

    await press(button('不再显示这条公告'));

    await settled(() => expect(document.body.textContent).not.toContain('今晚维护'));
    expect(api.requested.filter(({ call }) => call.includes('dismiss'))).toHaveLength(1);
  });

  it('keeps links of the person’s own, and lets them be removed', async () => {
    const own = { id, own: true, path: 'https://help.example/', title: '帮助台' };
    const api = await show(nothing, { ...board, links: [own] });
    api.answer(removeOwnLink, board);
    await says('帮助台');

    await press(button('整理'));
    await press(button('移除 帮助台'));

    await settled(() => expect(document.body.textContent).not.toContain('帮助台'));
  });
});
