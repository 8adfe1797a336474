import type { Products, Stage } from '../stage.ts';

/** Wanted state of a product in the store: visible to shoppers, hidden, or absent. */
export type PlainState = 'shown' | 'hidden' | 'away';

/** Returns what is wrong while some products are being delisted: how many there are of each, and who sees them. */
export async function judgeState(
  { merchant, store }: Stage,
  { ids, wanted }: Products,
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
