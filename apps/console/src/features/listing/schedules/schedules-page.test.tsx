// @vitest-environment happy-dom
import type { ListingSchedule } from '@bowerbird/contract/listing/schedules';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listSchedules,
  runSchedule,
} from '@bowerbird/contract/listing/schedules';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import {
  button,
  FakeApi,
  press,
  pressReady,
  says,
  showPage,
  type,
} from '../../../testing/signed-in-page.tsx';
import { WhenBox } from '../when/when-box.tsx';
import { firstWhen, timesOf, whenOf } from '../when/when-draft.ts';
import { useScheduling } from '../when/when-schedule.ts';
import SchedulesPage from './schedules-page.tsx';

const id = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f1';
const runId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f2';
const storeId = '01a1fa4b-ed99-77c5-9e76-6c0f037de7f3';
const place: ListingSchedule['places'][number] = {
  storeId,
  storeName: 'Aster US',
  platform: 'shopify',
  timeZone: 'America/New_York',
  zoneIsOurs: false,
  nextAt: '2036-11-19T14:30:00Z',
  last: {
    at: '2026-11-18T16:00:00Z',
    dueAt: '2026-11-18T14:30:00Z',
    lateSeconds: 5400,
    outcome: 'started',
    run: { id: runId, state: 'complete' },
  },
  fault: null,
};
const schedule: ListingSchedule = {
  id,
  name: '秋季新品',
  times: { first: '2026-11-18T09:30', repeat: { kind: 'weekly', days: [1, 5] } },
  timeZone: 'Asia/Shanghai',
  products: { by: 'all', count: null },
  options: { status: 'active', publish: true, again: false },
  state: 'on',
  places: [place],
  createdBy: '林晓',
  createdAt: '2026-11-18T09:31:00Z',
};
const lost: ListingSchedule['places'][number] = {
  ...place,
  storeId: '01a1fa4b-ed99-77c5-9e76-6c0f037de7f4',
  storeName: 'Casa Ipê',
  nextAt: null,
  last: null,
  fault: { code: 'store.access-denied', params: { store: 'Casa Ipê' } },
};

let api: FakeApi;
let page: ShownPage;
let schedules: ListingSchedule[];

beforeEach(() => {
  api = new FakeApi();
  schedules = [schedule];
  api.answer(listSchedules, () => schedules);
});
afterEach(() => page.close());

describe('scheduled listings', () => {
  const show = async () => {
    page = await showPage(api, <SchedulesPage />, '/listing/schedules', '/listing/schedules');
    await says('秋季新品');
  };

  it("say when they come by the store's own clock, how the last one went, and that it was late", async () => {
    await show();
    for (const words of ['周一周五 09:30', '2036-11-19 09:30', '完成', '晚了 1 小时 30 分']) {
      expect(document.body.textContent).toContain(words);
    }
  });

  it('that wait for a person in one store say why, and continue there when asked to', async () => {
    schedules = [{ ...schedule, places: [place, lost] }];
    api.answer(changeSchedule, () => schedule);
    await show();
    expect(document.body.textContent).toContain('“Casa Ipê”的授权已失效');

    await pressReady('继续');

    expect(api.bodiesOf(changeSchedule)).toMatchObject([
      { name: '秋季新品', times: schedule.times, on: true },
    ]);
  });

  it('are listed at once, and deleted after a question', async () => {
    api.answer(runSchedule, { runId });
    api.answer(deleteSchedule, () => {
      schedules = [];
      return { deleted: true as const };
    });
    await show();
    await pressReady('立即刊登');
    await says('“秋季新品”正在刊登。');

    await press(button('“秋季新品”的操作'));
    const remove = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')].at(-1);
    await press(remove ?? document.body);
    await says('删除“秋季新品”？');
    await press(
      [...document.querySelectorAll('button')].findLast((each) => each.textContent === '删除') ??
        document.body,
    );
    await says('定时和重复的刊登会列在这里');
  });
});

describe('the choice of a time', () => {
  function Choice() {
    const [done, setDone] = useState(false);
    const later = useScheduling();
    const what = { storeIds: [storeId], selection: { filter: {}, except: [] }, options: schedule.options };
    return (
      <>
        <WhenBox when={later.when} onChange={later.setWhen} />
        <button type="button" onClick={() => later.schedule(what, 24, ['Aster US'], () => setDone(true))}>
          好
        </button>
        {done && <p>写下了</p>}
      </>
    );
  }

  it('writes the listing down for later, and says what is missing before', async () => {
    api.answer(createSchedule, schedule);
    page = await showPage(api, <Choice />, '/', '/');
    const [, , repeating] = document.querySelectorAll<HTMLInputElement>('input[name="listing-when"]');
    await press(repeating ?? document.body);
    await type('首次时间', '');
    await press(button('好'));
    await says('请填写日期和时间。');
    expect(api.bodiesOf(createSchedule)).toEqual([]);

    await type('首次时间', '2026-11-23T08:00');
    const showsDelisted = document.querySelector<HTMLInputElement>('input[type="checkbox"]');
    expect(showsDelisted?.checked).toBe(false);
    await press(showsDelisted ?? document.body);
    await press(button('好'));

    await says('写下了');
    expect(api.bodiesOf(createSchedule)).toMatchObject([
      {
        name: '24 件商品到 Aster US',
        times: { first: '2026-11-23T08:00', repeat: { kind: 'daily' } },
        storeIds: [storeId],
        options: { delisted: 'show' },
      },
    ]);
    expect(page.opened).toEqual(['/listing/schedules']);
  });

  it('is the same when it is read back', () => {
    for (const repeat of ['daily', 'weekly', 'hours'] as const) {
      const times = timesOf({ ...firstWhen(), kind: 'repeating', repeat });
      expect(times && timesOf(whenOf(times))).toEqual(times);
    }
    expect(timesOf(firstWhen())).toBeNull();
  });
});
