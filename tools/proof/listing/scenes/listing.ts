import { repriced, secondEdition } from '../goods.ts';
import { edit, endInPeace, type Stage, setOut } from '../stage.ts';

/** A first listing, a second edition on top of one, or two runs of the same at once. */
export async function playListing(stage: Stage): Promise<string[]> {
  const { merchant, store, crew, plan } = stage;
  const { faults } = store.simulation;
  const goods = await setOut(stage);
  if (plan.scene === 'edition') {
    faults.add(...plan.early);
    await crew.work([await merchant.start(goods.ids)], false);
    for (const [at, [id, product]] of [...goods.wanted].entries()) {
      if (at % 3 !== 0) {
        await edit(stage, goods, id, at % 3 === 1 ? secondEdition(product) : repriced(product));
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
