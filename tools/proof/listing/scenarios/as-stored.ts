import type { Product } from '@bowerbird/catalog/product';
import { createAsStoredRun } from '../../../../apps/server/src/listing/api/create-as-stored.ts';
import type { JobRequest } from '../../../../apps/server/src/runs/jobs.ts';
import { judgeAttempts, judgeListedAgain, judgeOffered, judgeRefusals } from '../judge/judge-as-stored.ts';
import { judgeState, type PlainState } from '../judge/judge-state.ts';
import { titleByHand } from '../lenient.ts';
import { nothingLeft } from '../merchant.ts';
import { repriced } from '../products.ts';
import { edit, endInPeace, inPeace, inTrouble, type Products, type Stage, setOut } from '../stage.ts';
import { atMoment, stop } from './interrupted.ts';
import { type Role, roles } from './roles.ts';

/** What else happens to the run that publishes as stored: in turn. */
const interruptions = ['cancelled', 'nothing', 'listed-meanwhile'] as const;

/** Maximum number of times that publishing is requested: what a fault had refused is published when requested again. */
const requestsMax = 4;

/**
 * The store keeps some products otherwise, which stay hidden; a person publishes some of them as they are stored, while
 * workers die and the store fails. In no state of the store is anything published that was not accepted.
 */
export async function runAsStored(stage: Stage): Promise<string[]> {
  const { merchant, store, plugin, watch } = stage;
  const products = await setOut(stage);
  const cast = castOf(stage, products);
  const those = (...some: Role[]) => products.ids.filter((id) => some.includes(cast.get(id) ?? 'whole'));
  const kept = those('accepted', 'cheap', 'edited', 'left');
  for (const id of kept) {
    plugin.rewrite(id, cast.get(id) === 'cheap' ? givenAway : retitled);
  }
  await listAll(stage, products);
  const rows = new Map((await merchant.rows()).map((row) => [row.product_id, row]));
  const inStore = (id: string) => rows.get(id)?.store_product_id?.split('/').at(-1) ?? '';
  for (const id of kept) {
    watch.hold(inStore(id), 'hidden', 'nobody accepted what the store keeps of it');
  }
  const wrong = [
    ...(await judgeState(stage, products, statesOf(kept, 'hidden'))),
    ...(await judgeOffered(stage, kept)),
  ];
  for (const id of those('edited')) {
    store.edit(inStore(id), titleByHand);
  }
  const accepted = those('accepted');
  // From here on shoppers may see these as the store keeps them, and still none of the others.
  for (const id of accepted) {
    watch.release(inStore(id));
    const product = retitled(products.wanted.get(id) as Product);
    products.wanted.set(id, product);
    products.editions.get(id)?.unshift(product);
  }
  const chosen = kept.filter((id) => cast.get(id) !== 'left');
  const runs = await publish(stage, chosen, accepted, [...accepted, ...those('whole')]);
  const hidden = kept.filter((id) => !accepted.includes(id));
  wrong.push(
    ...(await judgeState(stage, products, statesOf(hidden, 'hidden'))),
    ...(await judgeOffered(stage, hidden)),
    ...(await judgeAttempts(stage, { kept, accepted, runs })),
    ...(await judgeRefusals(stage, runs, cast)),
    ...(await judgeListedAgain(stage, { ids: [...accepted, ...those('whole')], accepted, hidden })),
  );
  // Without the plugin, what nobody accepted is listed as it is sent.
  plugin.remove();
  for (const id of hidden) {
    watch.release(inStore(id));
    await edit(stage, products, id, repriced(products.wanted.get(id) as Product));
  }
  return [...wrong, ...(await endInPeace(stage, [], products))];
}

/** No store gives products away whose prices it does not have. */
function castOf({ simulated }: Stage, { ids }: Products): Map<string, Role> {
  const hasPrices = simulated.platform.lister?.reader.content.cells.includes('price') === true;
  return new Map(
    ids.map((id, at) => {
      const role = roles[at % roles.length] ?? 'whole';
      return [id, role === 'cheap' && !hasPrices ? 'accepted' : role];
    }),
  );
}

function retitled(product: Product): Product {
  return { ...product, title: `${product.title}, as the store keeps it` };
}

function givenAway(product: Product): Product {
  return { ...product, variants: product.variants.map((variant) => ({ ...variant, price: '0.01' })) };
}

function statesOf(ids: readonly string[], state: PlainState): Map<string, PlainState> {
  return new Map(ids.map((id) => [id, state]));
}

/** Lists everything, first with the faults of the plan, until the store keeps all it will ever keep. */
async function listAll(stage: Stage, { ids }: Products): Promise<void> {
  const { merchant, crew, plan, store } = stage;
  store.simulation.faults.add(...plan.early);
  await crew.work([await merchant.start(ids)], true);
  inPeace(stage);
  await crew.work([await merchant.start(ids)], true);
}

/**
 * Publishes the chosen products as stored, in trouble at first, until all that can be are published. Returns the runs.
 */
async function publish(
  stage: Stage,
  chosen: readonly string[],
  accepted: readonly string[],
  others: readonly string[],
): Promise<string[]> {
  const { merchant, crew, plan, clock } = stage;
  const runs: string[] = [];
  inTrouble(stage);
  for (let requests = 0; requests < requestsMax; requests += 1) {
    const request = await startPublishing(stage, chosen);
    if (request === null) {
      break;
    }
    runs.push(request.runId);
    const what = requests === 0 ? interruptions[plan.round % interruptions.length] : 'nothing';
    if (what === 'cancelled') {
      atMoment(stage, () => stop(stage, request, 'cancel'));
      await crew.work([request], false);
      crew.watch = () => undefined;
    }
    const beside = what === 'nothing' ? null : await merchant.start(others);
    await crew.work(beside ? [request, beside] : [request], true);
    inPeace(stage);
    // A person starts again what failed; until then nothing decides what it had begun.
    const isFailed = beside !== null && (await merchant.stateOf(beside)) !== 'complete';
    await crew.work(isFailed ? [request, await merchant.start(others)] : [request], true);
    await clock.sleep(30_000);
    const rows = (await merchant.rows()).filter(({ product_id }) => accepted.includes(product_id));
    if (rows.every(({ published }) => published)) {
      break;
    }
  }
  return runs;
}

async function startPublishing({ merchant }: Stage, ids: readonly string[]): Promise<JobRequest | null> {
  const { services, ownerId, shopId } = merchant;
  const rows = (await merchant.rows()).filter(({ product_id }) => ids.includes(product_id));
  const listingIds = rows.map(({ id }) => id);
  const runId = await createAsStoredRun(services, ownerId, 'publish-stored', {
    listingIds,
    createdBy: null,
  }).catch(nothingLeft);
  return runId === null ? null : { runId, ownerId, key: shopId };
}
