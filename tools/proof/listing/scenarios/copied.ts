import { cpSync, rmSync } from 'node:fs';
import { readConfig } from '../../../../apps/server/src/config/config.ts';
import { workOnStoreJob } from '../../../../apps/server/src/listing/job/store-job-work.ts';
import { listingKey } from '../../../../apps/server/src/listing/ledger/key.ts';
import type { Services } from '../../../../apps/server/src/services/services.ts';
import { endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';
import { declare } from './restore.ts';

/**
 * Copies the folder with the keys in the middle of a run, and starts a server on the copy without declaring it: it
 * sends nothing. Declared as a copy, it continues under its own identity, and each product exists once.
 */
export async function runCopied(stage: Stage): Promise<string[]> {
  const { merchant, crew, plan, services, keys } = stage;
  const products = await setOut(stage);
  const request = await merchant.start(products.ids);
  const { point: at, nth } = plan.moment ?? { point: 'gate.after', nth: 1 };
  let left = nth;
  stage.isReached = false;
  crew.watch = (point) => {
    if (point === at && --left === 0) {
      stage.isReached = true;
      crew.cutShort();
    }
  };
  await crew.work([request], false);
  crew.cutShort();
  crew.watch = () => undefined;

  const { dataFolder } = services.config;
  const folder = `${dataFolder}-copy-${plan.platform}-${plan.round}`;
  cpSync(dataFolder, folder, { recursive: true });
  try {
    const there: Services = {
      ...services,
      config: readConfig({ LOG_LEVEL: 'silent', BOWERBIRD_DATA: folder }),
    };
    let sent = 0;
    const injectFault = (point: string) => {
      sent += point === 'gate.after' ? 1 : 0;
    };
    await workOnStoreJob(there, injectFault, request, new AbortController().signal);
    const state = await merchant.stateOf(request);
    const isHeld = state === 'held' && sent === 0;
    const wrong =
      isHeld || !stage.isReached
        ? []
        : [`on a folder that was copied and not declared the run is ${state}, and sent ${sent} times`];
    const id = await declare(stage, 'copied', there);
    for (const productId of products.ids) {
      keys.add({ ...merchant, installationId: id }, productId);
    }
    wrong.push(...(await underFormerKeys(stage, id)));
    inTrouble(stage);
    const moved = stage.onServices(there);
    await moved.work([request], true);
    return [...wrong, ...(await endInPeace({ ...stage, crew: moved }, [request], products, () => true))];
  } finally {
    await declare(stage, 'restored', services);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns rows that were never started and would be created under a key that the other installation also uses. */
async function underFormerKeys({ merchant }: Stage, installationId: string): Promise<string[]> {
  return (await merchant.rows()).flatMap(
    ({ product_id, shop_id, generation, key, store_product_id, open_attempt }) =>
      store_product_id === null &&
      open_attempt === null &&
      key !== listingKey(installationId, product_id, shop_id, generation)
        ? [`a copy would make product ${product_id} under a key of the installation that it was copied from`]
        : [],
  );
}
