import type { RulePreview } from '@bowerbird/contract/products/edit-rules';
import { expect, it } from 'vitest';
import { feedShop } from '../../testing/collect/feed-shop.ts';
import { testDatabase } from '../../testing/database/database.ts';
import { of, ruleTests } from './testing.ts';

const { db } = await testDatabase();
const tests = await ruleTests(db);
const { dearer } = tests;

/** Three products under the first version of a rule with two, one of them with a price set by hand. */
async function underRule(host: string) {
  const shop = feedShop(3);
  const ids = await tests.claimed(host, shop);
  const rule = await tests.rule(`Of ${host}`, dearer('1.3'));
  await tests.call('PUT', `/edit-rules/${rule.id}`, {
    name: `Of ${host}`,
    description: 'Dearer than before',
    steps: dearer('2'),
    version: 1,
  });
  const { attachmentId } = await tests.attach(rule.id, of(host), { version: 1, expected: 3 });
  await tests.edit(ids[0] ?? '', [{ kind: 'set-price', price: '5.00' }]);
  return { ids, attachmentId };
}

const preview = (attachmentId: string, version: number | null) =>
  tests.call<RulePreview>('POST', `/edit-rules/attachments/${attachmentId}/preview`, {
    version,
    after: null,
  });

it.each([
  ['moving to another version', 2, ['5.00', '24.99', '26.99']],
  ['detaching', null, ['5.00', '12.50', '13.50']],
] as const)(
  'the preview of %s is what becomes of each product, and changes none',
  async (_, version, prices) => {
    const { ids, attachmentId } = await underRule(`${version ?? 'none'}.example`);
    const before = await Promise.all(ids.map((id) => tests.product(id)));

    const shown = await preview(attachmentId, version);
    const untouched = await Promise.all(ids.map((id) => tests.product(id)));
    const done =
      version === null ? await tests.detach(attachmentId) : await tests.move(attachmentId, version);

    expect(untouched).toEqual(before);
    expect([shown.products, shown.next, shown.kept]).toEqual([3, null, 1]);
    expect(done).toMatchObject({ counts: shown.counts, kept: shown.kept });
    expect(await tests.prices(ids)).toEqual(prices);
    // The price set by hand is shown as one that stays; the others as they then are.
    const cells = new Map(shown.sample.map((each) => [each.id, each.cells]));
    expect(
      ids.slice(1).map((id) => cells.get(id)?.find(({ path }) => path.endsWith('/price'))?.after),
    ).toEqual(prices.slice(1));
    expect(cells.get(ids[0] ?? '')?.some(({ path }) => path.endsWith('/price'))).toBe(false);
  },
);

it('another merchant’s attachment is not found by a preview', async () => {
  const { status } = await tests.send('POST', `/edit-rules/attachments/${crypto.randomUUID()}/preview`, {
    version: null,
    after: null,
  });

  expect(status).toBe(404);
});
