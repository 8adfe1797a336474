import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);

/**
 * Benchmarks are run seldom, and stop working unseen when what they measure changes: with few products, each takes
 * seconds.
 */
it.each([
  ['collect', ['collect and save 8 varied products', 'unchanged', '5 % with another price', 'claim the 8']],
  ['export', ['export 8 varied products']],
  ['listing-create', ['create a run of 8 products']],
  ['stores', ['shopify: 8', 'woocommerce: 8', 'wordpress: 8', 'shopline: 8', 'shoplazza: 8', 'shopyy: 8']],
  ['side-by-side', ['list 8 products to each of 5 stores at once', 'each of five beside one store alone']],
])('the benchmark "%s" measures what it says', { tags: ['slow'] }, async (name, lines) => {
  const { stdout } = await run(process.execPath, ['tools/run.mjs', 'tools/bench/main.ts', name], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, BENCH_PRODUCTS: '8' },
    timeout: 200_000,
  });

  for (const line of lines) {
    expect(stdout).toContain(line);
  }
});
