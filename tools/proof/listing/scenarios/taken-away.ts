import { judgeState, type PlainState } from '../judge/judge-state.ts';
import { repriced } from '../products.ts';
import { edit, endInPeace, inPeace, inTrouble, type Products, type Stage, setOut } from '../stage.ts';

type Action = 'delist' | 'relist' | 'remove';

/** Maximum number of times that an action is requested: what a fault had refused is done when requested again. */
const requestsMax = 4;

/** Hides products from shoppers while workers die and the store fails, and publishes them again. */
export async function runDelist(stage: Stage): Promise<string[]> {
  const products = await listAll(stage);
  const some = half(products);
  inTrouble(stage);
  const wrong = await act(stage, products, 'delist', some, 'hidden');
  inPeace(stage);
  return [
    ...wrong,
    ...(await act(stage, products, 'relist', some, 'shown')),
    ...(await endInPeace(stage, [], products)),
  ];
}

/** Relists delisted products while workers die and the store fails. */
export async function runRelist(stage: Stage): Promise<string[]> {
  const products = await listAll(stage);
  const some = half(products);
  const before = await act(stage, products, 'delist', some, 'hidden');
  inTrouble(stage);
  const wrong = await act(stage, products, 'relist', some, 'shown');
  return [...before, ...wrong, ...(await endInPeace(stage, [], products))];
}

/** Removes products from the store while workers die and the store fails; then lists them again. */
export async function runRemove(stage: Stage): Promise<string[]> {
  const products = await listAll(stage);
  const some = half(products);
  inTrouble(stage);
  const wrong = await act(stage, products, 'remove', some, 'away');
  inPeace(stage);
  await stage.crew.work([await stage.merchant.start(some, { again: true })], true);
  return [...wrong, ...(await endInPeace(stage, [], products))];
}

/**
 * Some products are removed by us and some deleted by the merchant: only a run that requests it creates them again,
 * each exactly once, while workers die and the store fails.
 */
export async function runListedAgain(stage: Stage): Promise<string[]> {
  const { merchant, crew, store } = stage;
  const products = await listAll(stage);
  const some = half(products);
  const deleted = some.filter((_, at) => at % 2 === 0);
  const removed = some.filter((id) => !deleted.includes(id));
  const rows = await merchant.rows();
  for (const { product_id, store_product_id } of rows.filter((row) => deleted.includes(row.product_id))) {
    store.remove(store_product_id?.split('/').at(-1) ?? product_id);
  }
  const away = new Map(some.map((id): [string, PlainState] => [id, 'away']));
  const wrong = removed.length > 0 ? await act(stage, products, 'remove', removed, 'away', away) : [];
  // Edited, so that the run writes it and learns that it does not exist.
  for (const id of deleted) {
    const product = products.wanted.get(id);
    if (product) {
      await edit(stage, products, id, repriced(product));
    }
  }
  await crew.work([await merchant.start(deleted)], true);
  wrong.push(...(await judgeState(stage, products, away)));
  inTrouble(stage);
  await crew.work([await merchant.start(some, { again: true })], true);
  inPeace(stage);
  await crew.work([await merchant.start(some, { again: true })], true);
  return [...wrong, ...(await endInPeace(stage, [], products))];
}

async function listAll(stage: Stage): Promise<Products> {
  const products = await setOut(stage);
  await stage.crew.work([await stage.merchant.start(products.ids)], true);
  return products;
}

function half({ ids }: Products): string[] {
  return ids.filter((_, at) => at % 2 === 0);
}

/** Applies an action to these until it is done, finally without faults, and judges the state of the store. */
async function act(
  stage: Stage,
  products: Products,
  what: Action,
  ids: readonly string[],
  state: PlainState,
  others: ReadonlyMap<string, PlainState> = new Map(),
): Promise<string[]> {
  const { merchant, crew } = stage;
  for (let requests = 0; requests < requestsMax; requests += 1) {
    const request = await merchant.act(what, ids);
    if (request === null) {
      break;
    }
    await crew.work([request], true);
    inPeace(stage);
    await crew.work([request], true);
    if ((await merchant.stateOf(request)) === 'complete') {
      break;
    }
  }
  await stage.clock.sleep(30_000);
  return await judgeState(
    stage,
    products,
    new Map([...others, ...ids.map((id): [string, PlainState] => [id, state])]),
  );
}
