import { type Page, test } from '@playwright/test';
import { callsOf } from '../../apps/console/e2e/practice.ts';
import { expect, type Product, startProduct } from '../../apps/console/e2e/product.ts';
import { openAs } from '../../apps/console/e2e/sign-in.ts';
import {
  breakStore,
  reaching,
  type SimulatedStore,
  type SimulatedStores,
  simulateStores,
  stateOf,
} from '../../apps/console/e2e/simulated-stores.ts';

/** Use fewer only to try the test itself. */
const products = Number(process.env.SECOND_DAY_PRODUCTS ?? 2000);
const figure = (n: number) => n.toLocaleString('en-US');

/** Three stores that accept everything, and one that answers every product with the same refusal. */
const good = ['shopify', 'woocommerce', 'shoplazza'] as const;
const failing = 'shopyy';
const nameOf = (platform: string) => `店 ${platform}`;

let simulated: SimulatedStores;
let running: { product: Product; stop(): Promise<void> };
let call: Awaited<ReturnType<typeof callsOf>>;

test.beforeAll(async () => {
  simulated = await simulateStores([...good, failing], products);
  running = await startProduct(reaching(simulated.stores));
  call = await callsOf(running.product);
});

test.afterAll(async () => {
  await running?.stop();
  await simulated?.stop();
});

test('the second day: many products, four stores, one of which fails, and every number is true', async ({
  page,
}) => {
  const { product } = running;
  /** A product that is in each good store. */
  let inAll = '';
  await step('the stores are connected, and one of them rejects every product', async () => {
    for (const { platform, address: domain, ways } of simulated.stores) {
      const way = ways.find(({ connection }) => connection === 'application-password') ?? ways[0];
      await call('POST', '/stores', { platform, name: nameOf(platform), domain, ...way });
    }
    await breakStore(storeOf(failing), {
      kind: 'refuse',
      value: 'title不能为空',
      matching: '"spu"',
      count: null,
    });
  });

  await step('a whole shop is collected', async () => {
    await openAs(page, product, product.merchant, '/collect/product');
    const main = page.getByRole('main');
    await main
      .getByRole('textbox')
      .first()
      .fill(`http://${storeOf('shopify').address}/`);
    await main.getByRole('textbox').first().press('Enter');
    await main.getByRole('button', { name: '开始采集', exact: true }).click();
    await expect(main.getByText(new RegExp(`${figure(products)} 件`)).first()).toBeVisible();
    await expect.poll(unclaimed, patient).toBe(products);
  });

  await step('everything is claimed with a price, and the page never goes white', async () => {
    await page.goto(`${product.url}/collect/results`);
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: `选择全部 ${figure(products)} 件` }).click();
    await page.getByRole('button', { name: '保留货源价' }).click();
    const rule = page.getByRole('dialog');
    await rule.getByText('按货源价计算').click();
    await rule.getByLabel('倍数').fill('2.5');
    await rule.getByRole('button', { name: `认领 ${figure(products)} 件` }).click();
    await expect(page.getByRole('button', { name: `刊登这 ${figure(products)} 件` })).toBeVisible(patient);
    await expect(page.getByRole('button', { name: '撤销' }).first()).toBeVisible();
    expect(await call('POST', '/products/query', { filter: {}, limit: 1 })).toMatchObject({
      total: products,
    });
  });

  await step(
    'the report counts products and items apart, and the last button says what it will do',
    async () => {
      await page.getByRole('button', { name: `刊登这 ${figure(products)} 件` }).click();
      for (const { platform } of simulated.stores) {
        await page.getByRole('checkbox', { name: nameOf(platform) }).check();
      }
      await page.getByRole('button', { name: '设置刊登规则' }).click();
      await page.getByRole('button', { name: '去刊登检测' }).click();
      const go = page.getByRole('button', { name: /^刊登 .* 件到 4 家店/ });
      await expect(go).toBeEnabled(patient);
      // Some products are sold out, or have more options than a store accepts: our own checks stop those.
      const fits = Number(/\d[\d,]*/.exec(await go.innerText())?.[0].replaceAll(',', ''));
      expect(fits).toBeGreaterThan(0.9 * products);
      expect(fits).toBeLessThanOrEqual(products);
      await go.click();
    },
  );

  await step(
    'the failing store pauses after 20 products, and the bell says so; the others go on',
    async () => {
      await expect(page.getByText(`已暂停：“${nameOf(failing)}”因同一原因连续拒绝了 20 件商品`)).toBeVisible(
        patient,
      );
      expect(await stateOf(storeOf(failing))).toEqual([]);
      await page.getByRole('banner').getByRole('button', { name: /通知/ }).click();
      await expect(page.getByText(nameOf(failing)).first()).toBeVisible();
      await page.keyboard.press('Escape');
    },
  );

  await step('what the screens say was listed is what stands in the stores', async () => {
    await expect
      .poll(async () => (await goodStoreJobs()).every(({ state }) => ended.has(state)), patient)
      .toBe(true);
    const listed = (await goodStoreJobs()).map(({ counts }) => counts.listed);
    expect(Math.min(...listed)).toBeGreaterThan(0.9 * products);
    const state = await Promise.all(good.map(async (platform) => stateOf(storeOf(platform))));
    expect(state.map((book) => book.length)).toEqual(listed);
    expect(state.map((book) => new Set(book.map(({ handle }) => handle)).size)).toEqual(listed);

    inAll =
      state[0]?.find(({ title }) => state.every((book) => book.some((each) => each.title === title)))
        ?.title ?? '';
    const found = listed.reduce((sum, each) => sum + each, 0);
    const { today } = await call<{ today: object }>('GET', '/dashboard/workplace?zone=UTC');
    expect(today).toMatchObject({ listed: found, productsListed: Math.max(...listed) });
    const day = new Date().toISOString().slice(0, 10);
    const analysis = await call<object>('GET', `/dashboard/analysis?from=${day}&to=${day}&zone=UTC`);
    expect(JSON.stringify(analysis)).toContain(String(found));
    await page.goto(`${product.url}/dashboard/workplace`);
    await expect(page.getByRole('main').getByText(figure(found)).first()).toBeVisible();
  });

  await step('an edit is seen as not yet in the stores, and one click brings it there', async () => {
    await page.goto(`${product.url}/products/list`);
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder('搜索标题、SKU、条码、标签'))
      .first()
      .fill(inAll);
    await rowsOf(page).filter({ hasText: inAll }).first().click();
    const title = page.getByLabel('标题', { exact: true });
    const better = `${await title.inputValue()}, second edition`;
    await title.fill(better);
    await page.getByRole('button', { name: /^保存/ }).click();
    await expect(page.getByText(`刊登后有修改，${good.length} 家店铺待更新`)).toBeVisible();
    await expect.poll(changed, patient).toBe(1);
    await page.getByRole('button', { name: '更新到店铺' }).click();
    await page.getByRole('button', { name: `更新 1 件商品到 ${good.length} 家店铺` }).click();
    for (const platform of good) {
      await expect
        .poll(
          async () => (await stateOf(storeOf(platform))).filter((each) => each.title === better).length,
          patient,
        )
        .toBe(1);
    }
    await expect.poll(changed, patient).toBe(0);
  });

  await step(
    'the rest for the failing store is cancelled, and the run ends with a certificate that agrees',
    async () => {
      await page.goto(`${product.url}/list/query-list`);
      await page
        .getByRole('row')
        .filter({ hasText: nameOf(failing) })
        .first()
        .click();
      await page.getByRole('button', { name: '取消这家店铺的剩余商品' }).click();
      await page.getByRole('dialog').getByRole('button').last().click();
      await expect(page.getByText('部分完成').first()).toBeVisible(patient);
      await expect(page.getByRole('region', { name: '刊登核对' })).toContainText(
        '核对一致：没有重复，没有遗漏',
      );
    },
  );
});

/** Prints on the terminal which step starts. */
async function step(title: string, body: () => Promise<void>): Promise<void> {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${title}\n`);
  await test.step(title, body);
}

/** As long as thousands of products take at the limits of the platforms. */
const patient = { timeout: 2 * 3_600_000 };

function storeOf(platform: string): SimulatedStore {
  const found = simulated.stores.find((each) => each.platform === platform);
  if (found === undefined) {
    throw new Error(`no ${platform} store is simulated`);
  }
  return found;
}

function rowsOf(page: Page) {
  return page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('checkbox', { name: /^选择 / }) });
}

async function unclaimed(): Promise<number> {
  const { counts } = await call<{ counts: { unclaimed: number } }>('POST', '/collect/results/query', {
    filter: { state: 'unclaimed' },
    limit: 1,
  });
  return counts.unclaimed;
}

const ended = new Set(['complete', 'partial', 'failed']);

/** Returns the run's store jobs for the accepting stores, in the order of `good`. */
async function goodStoreJobs(): Promise<StoreJob[]> {
  const { items } = await call<{ items: { id: string; kind: string }[] }>('GET', '/runs');
  const id = items.find(({ kind }) => kind === 'listing')?.id ?? '';
  const { storeJobs } = await call<{ storeJobs: StoreJob[] }>('GET', `/listing/runs/${id}`);
  return good.flatMap((platform) => storeJobs.filter((storeJob) => storeJob.platform === platform));
}

interface StoreJob {
  platform: string;
  state: string;
  counts: { listed: number };
}

async function changed(): Promise<number> {
  const { counts } = await call<{ counts: { changed: number } }>('GET', '/products/queues');
  return counts.changed;
}
