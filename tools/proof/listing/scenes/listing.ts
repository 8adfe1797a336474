import { allChanges, type Change, edition } from '../goods.ts';
import { edit, endInPeace, type Stage, setOut } from '../stage.ts';

/** What the edition of the product at this place changes: everything, one kind of things alone, or, for null, nothing. */
function changesAt(round: number, at: number): Change[] | null {
  const place = (round + at) % (allChanges.length + 2);
  const one = allChanges[place];
  return one ? [one] : place === allChanges.length ? [] : null;
}

/** A first listing, a second edition on top of one, or two runs of the same at once. */
export async function playListing(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan } = stage;
  const { faults } = store.simulation;
  const goods = await setOut(stage);
  if (plan.scene === 'edition') {
    faults.add(...plan.early);
    await crew.work([await merchant.start(goods.ids)], false);
    for (const [at, [id, product]] of [...goods.wanted].entries()) {
      const which = changesAt(plan.round, at);
      if (which !== null) {
        await edit(stage, goods, id, edition(product, ...which));
      }
    }
  }
  faults.add(...plan.faults);
  crew.expect(plan.blows);
  const asks = [await merchant.start(goods.ids)];
  if (plan.scene === 'two-runs') {
    asks.push(await merchant.start(goods.ids));
  }
  await crew.work(asks, true);
  return await endInPeace(stage, asks, goods);
}
