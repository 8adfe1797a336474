import { allChanges, type Change, edition } from '../products.ts';
import { edit, endInPeace, type Stage, setOut } from '../stage.ts';

/**
 * Returns what the edition of the product at this position changes: everything, one kind of change, or, for null,
 * nothing.
 */
function changesAt(round: number, at: number): Change[] | null {
  const place = (round + at) % (allChanges.length + 2);
  const one = allChanges[place];
  return one ? [one] : place === allChanges.length ? [] : null;
}

/** Runs a first listing, a second edition on top of one, or two runs of the same products at once. */
export async function runListing(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan } = stage;
  const { faults } = store.simulation;
  const products = await setOut(stage);
  if (plan.scenario === 'edition') {
    faults.add(...plan.early);
    await crew.work([await merchant.start(products.ids)], false);
    for (const [at, [id, product]] of [...products.wanted].entries()) {
      const which = changesAt(plan.round, at);
      if (which !== null) {
        await edit(stage, products, id, edition(product, ...which));
      }
    }
  }
  faults.add(...plan.faults);
  crew.expect(plan.plannedFaults);
  const requests = [await merchant.start(products.ids)];
  if (plan.scenario === 'two-runs') {
    requests.push(await merchant.start(products.ids));
  }
  await crew.work(requests, true);
  return await endInPeace(stage, requests, products);
}
