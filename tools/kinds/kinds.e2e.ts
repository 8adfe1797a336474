import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Page, test } from '@playwright/test';
import { faultsOfAccess } from '../../apps/console/e2e/access.ts';
import { callsOf } from '../../apps/console/e2e/practice.ts';
import { expect, type Product, startProduct } from '../../apps/console/e2e/product.ts';
import { openAs } from '../../apps/console/e2e/sign-in.ts';
import { kindsOfShops, productsOfAKind } from './kinds-of-shops.ts';

const kinds = kindsOfShops();
/** What a run may end with, as the console says it. */
const ended = /采集完成|部分完成|已采集 \d+ \/ \d+ 件/;

let shops: { port: number; stop(): Promise<void> };
let running: { product: Product; stop(): Promise<void> };

test.beforeAll(async () => {
  shops = await serveKinds();
  const hosts = kinds.map(({ name }) => `${name}.localhost:${shops.port}`);
  running = await startProduct({ BOWERBIRD_ALLOWED_PRIVATE_HOSTS: hosts.join(',') });
});

test.afterAll(async () => {
  await running?.stop();
  await shops?.stop();
});

for (const { name, path } of kinds) {
  test(`a shop of the kind ${name} is collected, looked at and claimed`, async ({ page }) => {
    const { product } = running;
    const call = await callsOf(product);
    await openAs(page, product, product.merchant, '/collect/product');
    await page
      .getByRole('main')
      .getByRole('textbox')
      .first()
      .fill(`http://${name}.localhost:${shops.port}${path}`);
    await page.getByRole('main').getByRole('button', { name: '识别', exact: true }).click();
    const begin = page.getByRole('button', { name: '开始采集', exact: true });
    await expect(begin).toBeVisible();
    await look(page, `${name}-1-recognised`);
    await begin.click();
    await expect(page.getByText(ended).first()).toBeVisible();
    await look(page, `${name}-2-collected`);
    expect(await faultsOfAccess(page)).toEqual([]);

    const { items } = await call<{ items: { id: string; title: string; productId: string | null }[] }>(
      'POST',
      '/collect/results/query',
      { filter: { state: 'unclaimed' } },
    );
    expect(items).toHaveLength(productsOfAKind);
    const [first] = items;
    await page.goto(`${product.url}/collect/results/${first?.id}`);
    await expect(page.getByRole('heading', { level: 1, name: first?.title ?? '' })).toBeVisible();
    await expect(page.getByText('采集到的内容')).toBeVisible();
    await look(page, `${name}-3-product`);
    expect(await faultsOfAccess(page)).toEqual([]);

    await page.getByRole('button', { name: '认领', exact: true }).click();
    await expect(page.getByRole('button', { name: '打开商品' }).first()).toBeVisible();
    await look(page, `${name}-4-claimed`);
    // The next kind finds only its own products.
    await call('POST', '/collect/results/claim', { selection: { ids: items.map(({ id }) => id) } });
  });
}

async function look(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join('test-results', 'kinds', `${name}.png`), fullPage: true });
}

async function serveKinds(): Promise<{ port: number; stop(): Promise<void> }> {
  const root = join(import.meta.dirname, '../..');
  const file = join(import.meta.dirname, 'serve-kinds-of-shops.ts');
  const program = spawn(join(root, 'node_modules/.bin/node'), [file], {
    cwd: join(root, 'apps/server'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface({ input: program.stdout }), 'line');
  const { port }: { port: number } = JSON.parse(line);
  return {
    port,
    async stop() {
      const gone = once(program, 'exit');
      program.kill('SIGTERM');
      await gone;
    },
  };
}
