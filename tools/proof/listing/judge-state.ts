import type { Goods, Stage } from './stage.ts';

/** What is to be in the store of a product: one that shoppers see, one that they do not, or none. */
export type PlainState = 'shown' | 'hidden' | 'away';

/** What is not as it must be while some products are taken away: how many there are of each, and who sees them. */
export async function judgeState(
  { merchant, store }: Stage,
  { ids, wanted }: Goods,
  expected: ReadonlyMap<string, PlainState>,
): Promise<string[]> {
  const rows = new Map((await merchant.rows()).map((row) => [row.product_id, row]));
  const products = store.products();
  return ids.flatMap((id) => {
    const row = rows.get(id);
    const there = products.filter(
      ({ key, by, state }) => key !== null && key === row?.key && by === 'us' && state !== 'trashed',
    );
    const state = expected.get(id) ?? 'shown';
    const found = there.map((one) => `${one.id} ${one.state}`).join(', ') || 'nothing';
    const [one] = there;
    const isSo = state === 'away' ? there.length === 0 : there.length === 1 && one?.state === state;
    return isSo
      ? []
      : [
          `"${wanted.get(id)?.title}" was to be ${state}, and the store has ${found}; the ledger says ${row?.state}`,
        ];
  });
}
