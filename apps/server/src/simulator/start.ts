import { AppError } from '@bowerbird/contract/errors';
import type { PlayedAccess, Simulation } from '@bowerbird/platforms/simulation';
import { readFault } from '@bowerbird/platforms/simulation-faults';
import { simulators } from '@bowerbird/platforms/simulators';
import { type ServedSimulators, serveSimulators } from './serve.ts';

/** What `simulate PLATFORM ...` on the command line asks for. */
export interface SimulatorAsked {
  platforms: readonly [string, ...string[]];
  /** 0: any free one. */
  port: number;
  /** Practice goods in each shop. */
  products: number;
  /** As `readFault` reads them: `rate-limited=2/40`, `lost-after*3`. */
  faults: readonly string[];
}

/** A played store, and what a person types in to connect it. */
export interface StoreToConnect {
  platform: string;
  address: string;
  ways: PlayedAccess[];
}

export interface StartedSimulator extends ServedSimulators {
  /** Those of platforms that are listed to. */
  stores: StoreToConnect[];
}

/**
 * Starts practice shops on this machine: the first at every host name of its port, others at the name of their platform. An
 * unknown platform or fault is `request.invalid`.
 */
export async function startSimulator(asked: SimulatorAsked): Promise<StartedSimulator> {
  const [first, ...others] = asked.platforms;
  const shops: [Simulation, ...Simulation[]] = [
    shopOf(first, 'glade-home', asked),
    ...others.map((platform) => shopOf(platform, `glade-home-${platform}`, asked)),
  ];
  const served = await serveSimulators(shops, { port: asked.port, control: true });
  const stores = shops.flatMap(({ platform, name, access, otherAccess = [] }) =>
    access ? [{ platform, address: new URL(served.address(name)).host, ways: [access, ...otherAccess] }] : [],
  );
  return { ...served, stores };
}

function shopOf(platform: string, name: string, { products, faults }: SimulatorAsked): Simulation {
  const make = simulators.get(platform);
  if (!make) {
    const known = [...simulators.keys()].join(', ');
    throw new AppError('request.invalid', `No simulator for ${platform}; there are ${known}`, {
      params: { known },
    });
  }
  const shop = make({ name, goods: { count: products }, pagesKept: 240 });
  shop.faults.add(...faults.map(readFault));
  return shop;
}
