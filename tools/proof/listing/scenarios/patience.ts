import { endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';

/** How long the store takes no write, in milliseconds: longer than all pauses after sends that count. */
const outageMs = 150_000;

/**
 * The store answers no write for minutes, though it answers reads: no product is given up for that, and the run lists
 * all of them.
 */
export async function runOutage(stage: Stage): Promise<string[]> {
  const { merchant, crew, clock, store } = stage;
  const products = await setOut(stage);
  inTrouble(stage);
  const request = await merchant.start(products.ids);
  const ends = clock.sleep(outageMs).then(() => store.simulation.faults.clear());
  // Two workers would take products from each other, and each count again.
  await crew.alone(request);
  await ends;
  const { counts } = await merchant.view(request);
  const wrong =
    counts.listed === products.ids.length
      ? []
      : [
          `of ${products.ids.length} products ${counts.listed} are listed after an outage, and ${counts.refused} refused`,
        ];
  return [...wrong, ...(await endInPeace(stage, [request], products))];
}

/**
 * Creates are applied late, and one worker waits for them alone: no other finds meanwhile what it must look for when it
 * has waited.
 */
export async function runLateAlone(stage: Stage): Promise<string[]> {
  const { merchant, crew } = stage;
  const products = await setOut(stage);
  inTrouble(stage);
  const request = await merchant.start(products.ids);
  await crew.alone(request);
  return await endInPeace(stage, [request], products);
}
