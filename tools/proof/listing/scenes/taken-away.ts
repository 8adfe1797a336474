import { repriced } from '../goods.ts';
import { judgeState, type PlainState } from '../judge-state.ts';
import { edit, endInPeace, type Goods, inPeace, inTrouble, type Stage, setOut } from '../stage.ts';

type Act = 'delist' | 'relist' | 'remove';

/** So often an act is asked for at most: what a fault had refused is done when it is asked for again. */
const asksMax = 4;

/** Products are taken from shoppers' sight while workers die and the store fails, and shown again. */
export async function playDelist(stage: Stage): Promise<string[]> {
  const goods = await listAll(stage);
  const some = half(goods);
  inTrouble(stage);
  const wrong = await act(stage, goods, 'delist', some, 'hidden');
  inPeace(stage);
  return [
    ...wrong,
    ...(await act(stage, goods, 'relist', some, 'shown')),
    ...(await endInPeace(stage, [], goods)),
  ];
}

/** What was delisted is shown again while workers die and the store fails. */
export async function playRelist(stage: Stage): Promise<string[]> {
  const goods = await listAll(stage);
  const some = half(goods);
  const before = await act(stage, goods, 'delist', some, 'hidden');
  inTrouble(stage);
  const wrong = await act(stage, goods, 'relist', some, 'shown');
  return [...before, ...wrong, ...(await endInPeace(stage, [], goods))];
}

/** Products are removed from the store while workers die and it fails; then they are listed again. */
export async function playRemove(stage: Stage): Promise<string[]> {
  const goods = await listAll(stage);
  const some = half(goods);
  inTrouble(stage);
  const wrong = await act(stage, goods, 'remove', some, 'away');
  inPeace(stage);
  await stage.crew.work([await stage.merchant.start(some, { again: true })], true);
  return [...wrong, ...(await endInPeace(stage, [], goods))];
}

/**
 * Some are removed by us and some deleted by the merchant: no run that does not ask for it makes one anew, and one that does makes each
 * exactly once, while workers die and the store fails.
 */
export async function playListedAgain(stage: Stage): Promise<string[]> {
  const { merchant, crew, store } = stage;
  const goods = await listAll(stage);
  const some = half(goods);
  const deleted = some.filter((_, at) => at % 2 === 0);
  const removed = some.filter((id) => !deleted.includes(id));
  const rows = await merchant.rows();
  for (const { product_id, store_product_id } of rows.filter((row) => deleted.includes(row.product_id))) {
    store.remove(store_product_id?.split('/').at(-1) ?? product_id);
  }
  const away = new Map(some.map((id): [string, PlainState] => [id, 'away']));
  const wrong = removed.length > 0 ? await act(stage, goods, 'remove', removed, 'away', away) : [];
  // Edited, so that the run writes it and is told that it is not there.
  for (const id of deleted) {
    const product = goods.wanted.get(id);
    if (product) {
      await edit(stage, goods, id, repriced(product));
    }
  }
  await crew.work([await merchant.start(deleted)], true);
  wrong.push(...(await judgeState(stage, goods, away)));
  inTrouble(stage);
  await crew.work([await merchant.start(some, { again: true })], true);
  inPeace(stage);
  await crew.work([await merchant.start(some, { again: true })], true);
  return [...wrong, ...(await endInPeace(stage, [], goods))];
}

async function listAll(stage: Stage): Promise<Goods> {
  const goods = await setOut(stage);
  await stage.crew.work([await stage.merchant.start(goods.ids)], true);
  return goods;
}

function half({ ids }: Goods): string[] {
  return ids.filter((_, at) => at % 2 === 0);
}

/** Does it to these until it is done, at last in peace, and judges what the store has then. */
async function act(
  stage: Stage,
  goods: Goods,
  what: Act,
  ids: readonly string[],
  state: PlainState,
  others: ReadonlyMap<string, PlainState> = new Map(),
): Promise<string[]> {
  const { merchant, crew } = stage;
  for (let asks = 0; asks < asksMax; asks += 1) {
    const ask = await merchant.act(what, ids);
    if (ask === null) {
      break;
    }
    await crew.work([ask], true);
    inPeace(stage);
    await crew.work([ask], true);
    if ((await merchant.stateOf(ask)) === 'complete') {
      break;
    }
  }
  await stage.clock.sleep(30_000);
  return await judgeState(
    stage,
    goods,
    new Map([...others, ...ids.map((id): [string, PlainState] => [id, state])]),
  );
}
