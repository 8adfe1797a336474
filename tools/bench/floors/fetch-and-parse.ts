import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/**
 * The least that collecting a feed must do, in a process of its own: fetches its pages one after another, parses them, and writes one line of
 * JSON for each product. `node fetch-and-parse.ts ADDRESS FILE` prints the milliseconds that took.
 */
const [address = '', file = ''] = process.argv.slice(2);
const pageSize = 250;

await pass(3);
console.log(await pass(Number.POSITIVE_INFINITY));

async function pass(pagesMax: number): Promise<number> {
  const begun = performance.now();
  const out = createWriteStream(file);
  for (let page = 1; page <= pagesMax; page += 1) {
    const answer = await fetch(`${address}products.json?limit=${pageSize}&page=${page}`);
    const { products } = JSON.parse(await answer.text()) as { products: unknown[] };
    if (products.length === 0) {
      break;
    }
    if (!out.write(products.map((product) => `${JSON.stringify(product)}\n`).join(''))) {
      await once(out, 'drain');
    }
  }
  out.end();
  await finished(out);
  return performance.now() - begun;
}
