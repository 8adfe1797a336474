import { AppError } from '@bowerbird/contract/errors';
import { practiceKeys } from '@bowerbird/simulators/woocommerce/rest-api';
import { expect, it } from 'vitest';
import { collectAll, contextFor } from '../../../testing/collecting.ts';
import { woocommerce } from '../../index.ts';

const collector = woocommerce.collector as NonNullable<typeof woocommerce.collector>;
const root = 'https://moss.example';
const access = { connection: 'rest-keys', credentials: { ...practiceKeys }, shop: root };
const unit = new TextEncoder().encode(' '.repeat(64 * 1024));

/**
 * Refuses every call with a body that begins with this text and continues for 50 MB; `taken` is how much of each was
 * read.
 */
function refusing(status: number, words: string) {
  const taken: number[] = [];
  const context = contextFor(async () => {
    const at = taken.push(0) - 1;
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new TextEncoder().encode(words)),
        pull(controller) {
          taken[at] = (taken[at] ?? 0) + unit.length;
          controller.enqueue(unit);
          if ((taken[at] ?? 0) > 50_000_000) {
            controller.close();
          }
        },
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  });
  return { taken, context };
}

async function codeOf(status: number, words: string) {
  const shop = refusing(status, words);
  const wanted = { scope: 'shop' as const, addresses: [new URL(root)], robots: false, access };
  const code = await collectAll(collector, wanted, shop.context).then(
    () => 'read',
    (thrown: unknown) => AppError.from(thrown).code,
  );
  return { code, mostTaken: Math.max(...shop.taken) };
}

it.each([
  [401, '{"code":"woocommerce_rest_cannot_view"', 'source.credentials-wrong'],
  [403, '{"code":"woocommerce_rest_cannot_view"', 'source.right-missing'],
])('reads of a refusal (%i) no more than its beginning, however long it is', async (status, words, code) => {
  const read = await codeOf(status, words);

  expect(read.code).toBe(code);
  expect(read.mostTaken).toBeLessThan(500_000);
});
