import { repriced } from '../goods.ts';
import { edit, endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';

/**
 * More products than a page of any of a store's lists, or than most bulk files hold: they are listed, some are changed, and all are
 * listed once more while workers die and the store fails.
 */
export async function playPages(stage: Stage): Promise<string[]> {
  const { merchant, crew, plan } = stage;
  const goods = await setOut(stage);
  // What is in doubt is looked for in all pages of the store; what is bound, by its id.
  if (plan.scene === 'thousand' || plan.round % 2 === 1) {
    inTrouble(stage);
  }
  await crew.work([await merchant.start(goods.ids)], true);
  for (const [at, [id, product]] of [...goods.wanted].entries()) {
    if (at % 40 === 0) {
      await edit(stage, goods, id, repriced(product));
    }
  }
  inTrouble(stage);
  const ask = await merchant.start(goods.ids);
  await crew.work([ask], true);
  return await endInPeace(stage, [ask], goods);
}
