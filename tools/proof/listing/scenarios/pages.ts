import { repriced } from '../products.ts';
import { edit, endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';

/**
 * Uses more products than a page of any store list, or than most bulk files, contains: they are listed, some are
 * changed, and all are listed again while workers die and the store fails.
 */
export async function simulatePages(stage: Stage): Promise<string[]> {
  const { merchant, crew, plan } = stage;
  const products = await setOut(stage);
  // In-doubt products are looked for in all pages of the store; bound ones by id.
  if (plan.scenario === 'thousand' || plan.round % 2 === 1) {
    inTrouble(stage);
  }
  await crew.work([await merchant.start(products.ids)], true);
  for (const [at, [id, product]] of [...products.wanted].entries()) {
    if (at % 40 === 0) {
      await edit(stage, products, id, repriced(product));
    }
  }
  inTrouble(stage);
  const request = await merchant.start(products.ids);
  await crew.work([request], true);
  return await endInPeace(stage, [request], products);
}
