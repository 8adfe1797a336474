import { cpSync, rmSync } from 'node:fs';
import { readConfig } from '../../../../apps/server/src/config.ts';
import { listingKey } from '../../../../apps/server/src/listing/key.ts';
import { workOnLane } from '../../../../apps/server/src/listing/lane-work.ts';
import type { Services } from '../../../../apps/server/src/services.ts';
import { endInPeace, inTrouble, type Stage, setOut } from '../stage.ts';
import { declare } from './restore.ts';

/**
 * The folder with the keys is copied in the middle of a run, and a server is started on the copy, which nobody declared: it sends
 * nothing. Declared as a copy it goes on under an identity of its own, and each product is there once.
 */
export async function playCopied(stage: Stage): Promise<string[]> {
  const { merchant, crew, plan, services, keys } = stage;
  const goods = await setOut(stage);
  const ask = await merchant.start(goods.ids);
  const { point: at, nth } = plan.moment ?? { point: 'gate.after', nth: 1 };
  let left = nth;
  stage.isReached = false;
  crew.watch = (point) => {
    if (point === at && --left === 0) {
      stage.isReached = true;
      crew.cutShort();
    }
  };
  await crew.work([ask], false);
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
    const strike = (point: string) => {
      sent += point === 'gate.after' ? 1 : 0;
    };
    await workOnLane(there, strike, ask, new AbortController().signal);
    const state = await merchant.stateOf(ask);
    const isHeld = state === 'held' && sent === 0;
    const wrong =
      isHeld || !stage.isReached
        ? []
        : [`on a folder that was copied and not declared the run is ${state}, and sent ${sent} times`];
    const id = await declare(stage, 'copied', there);
    for (const productId of goods.ids) {
      keys.add({ ...merchant, installationId: id }, productId);
    }
    wrong.push(...(await underFormerKeys(stage, id)));
    inTrouble(stage);
    const moved = stage.onServices(there);
    await moved.work([ask], true);
    return [...wrong, ...(await endInPeace({ ...stage, crew: moved }, [ask], goods, () => true))];
  } finally {
    await declare(stage, 'restored', services);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was never begun and would be made under a key that the other installation makes it under too. */
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
