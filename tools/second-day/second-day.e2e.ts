import { type Page, test } from '@playwright/test';
import {
  bookOf,
  breakStore,
  type PlayedStore,
  type PlayedStores,
  playStores,
  reaching,
} from '../../apps/console/e2e/played-stores.ts';
import { callsOf } from '../../apps/console/e2e/practice.ts';
import { expect, type Product, startProduct } from '../../apps/console/e2e/product.ts';
import { openAs } from '../../apps/console/e2e/sign-in.ts';

/** Fewer only to try the test itself. */
const products = Number(process.env.SECOND_DAY_PRODUCTS ?? 2000);
const figure = (n: number) => n.toLocaleString('en-US');

/** Three that take what they are sent, and one whose answer to every product is the same refusal. */
const good = ['shopify', 'woocommerce', 'shoplazza'] as const;
const failing = 'shopyy';
const nameOf = (platform: string) => `店 ${platform}`;

let simulated: PlayedStores;
let running: { product: Product; stop(): Promise<void> };
let call: Awaited<ReturnType<typeof callsOf>>;

test.beforeAll(async () => {
  simulated = await playStores([...good, failing], products);
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
  /** A product that stands in each good store. */
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
    await page.getByRole('button', { name: '保留来源价' }).click();
    const rule = page.getByRole('dialog');
    await rule.getByText('按来源价计算').click();
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
      await page.getByRole('button', { name: '定规则' }).click();
      await page.getByRole('button', { name: '看适配报告' }).click();
      const go = page.getByRole('button', { name: /^刊登 .* 件到 4 家店/ });
      await expect(go).toBeEnabled(patient);
      // Some goods are sold out, or have more choices than a store takes: our own checks stop those.
      const fits = Number(/\d[\d,]*/.exec(await go.innerText())?.[0].replaceAll(',', ''));
      expect(fits).toBeGreaterThan(0.9 * products);
      expect(fits).toBeLessThanOrEqual(products);
      await go.click();
    },
  );

  await step(
    'the failing store pauses after 20 products, and the bell says so; the others go on',
    async () => {
      await expect(
        page.getByText(`已暂停：「${nameOf(failing)}」因同一原因连续拒绝了 20 件商品`),
      ).toBeVisible(patient);
      expect(await bookOf(storeOf(failing))).toEqual([]);
      await page.getByRole('banner').getByRole('button', { name: /通知/ }).click();
      await expect(page.getByText(nameOf(failing)).first()).toBeVisible();
      await page.keyboard.press('Escape');
    },
  );

  await step('what the screens say was listed is what stands in the stores', async () => {
    await expect
      .poll(async () => (await goodLanes()).every(({ state }) => ended.has(state)), patient)
      .toBe(true);
    const listed = (await goodLanes()).map(({ counts }) => counts.listed);
    expect(Math.min(...listed)).toBeGreaterThan(0.9 * products);
    const books = await Promise.all(good.map(async (platform) => bookOf(storeOf(platform))));
    expect(books.map((book) => book.length)).toEqual(listed);
    expect(books.map((book) => new Set(book.map(({ handle }) => handle)).size)).toEqual(listed);

    inAll =
      books[0]?.find(({ title }) => books.every((book) => book.some((each) => each.title === title)))
        ?.title ?? '';
    const goods = listed.reduce((sum, each) => sum + each, 0);
    const { today } = await call<{ today: object }>('GET', '/dashboard/workplace?zone=UTC');
    expect(today).toMatchObject({ listed: goods, productsListed: Math.max(...listed) });
    const day = new Date().toISOString().slice(0, 10);
    const analysis = await call<object>('GET', `/dashboard/analysis?from=${day}&to=${day}&zone=UTC`);
    expect(JSON.stringify(analysis)).toContain(String(goods));
    await page.goto(`${product.url}/dashboard/workplace`);
    await expect(page.getByRole('main').getByText(figure(goods)).first()).toBeVisible();
  });

  await step('an edit is seen as not yet in the stores, and one click brings it there', async () => {
    await page.goto(`${product.url}/products/list`);
    await page
      .getByRole('searchbox')
      .or(page.getByPlaceholder('输入即搜：标题、SKU、条码、标签'))
      .first()
      .fill(inAll);
    await rowsOf(page).filter({ hasText: inAll }).first().click();
    const title = page.getByLabel('标题', { exact: true });
    const better = `${await title.inputValue()}, second edition`;
    await title.fill(better);
    await page.getByRole('button', { name: /^保存/ }).click();
    await expect(page.getByText(`刊登后有修改，${good.length} 个店铺待更新`)).toBeVisible();
    await expect.poll(changed, patient).toBe(1);
    await page.getByRole('button', { name: '更新到店铺' }).click();
    await page.getByRole('button', { name: `更新 1 件商品到 ${good.length} 个店铺` }).click();
    for (const platform of good) {
      await expect
        .poll(
          async () => (await bookOf(storeOf(platform))).filter((each) => each.title === better).length,
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
      await expect(page.getByRole('region', { name: '刊登凭证' })).toContainText(
        '账与店一致：没有重复，没有遗漏',
      );
    },
  );
});

/** Tells on the terminal what begins, for whoever watches. */
async function step(title: string, body: () => Promise<void>): Promise<void> {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${title}\n`);
  await test.step(title, body);
}

/** As long as thousands of products take at the limits of the platforms. */
const patient = { timeout: 2 * 3_600_000 };

function storeOf(platform: string): PlayedStore {
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

/** The run's parts for the stores that take what they are sent, in the order of `good`. */
async function goodLanes(): Promise<Lane[]> {
  const { items } = await call<{ items: { id: string; kind: string }[] }>('GET', '/runs');
  const id = items.find(({ kind }) => kind === 'listing')?.id ?? '';
  const { lanes } = await call<{ lanes: Lane[] }>('GET', `/listing/runs/${id}`);
  return good.flatMap((platform) => lanes.filter((lane) => lane.platform === platform));
}

interface Lane {
  platform: string;
  state: string;
  counts: { listed: number };
}

async function changed(): Promise<number> {
  const { counts } = await call<{ counts: { changed: number } }>('GET', '/products/queues');
  return counts.changed;
}
