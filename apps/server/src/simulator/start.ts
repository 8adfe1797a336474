import { AppError } from '@bowerbird/contract/errors';
import { simulators } from '@bowerbird/simulators/all';
import type { SimulatedAccess, Simulation } from '@bowerbird/simulators/simulation';
import { readFault } from '@bowerbird/simulators/simulation-faults';
import { type ServedSimulators, serveSimulators } from './serve.ts';

/** Options of `simulate PLATFORM ...` on the command line. */
export interface SimulatorRequested {
  platforms: readonly [string, ...string[]];
  /** 0: any free port. */
  port: number;
  /** Number of practice products in each shop. */
  products: number;
  /** Faults in the form of `readFault`: `rate-limited=2/40`, `lost-after*3`. */
  faults: readonly string[];
}

/** A simulated store, and what a person enters to connect it. */
export interface StoreToConnect {
  platform: string;
  address: string;
  ways: SimulatedAccess[];
}

export interface StartedSimulator extends ServedSimulators {
  /** Stores of the platforms that support listing. */
  stores: StoreToConnect[];
}

/**
 * Starts practice shops on this machine: the first at every host name of its port, others at the name of their
 * platform. An unknown platform or fault throws `request.invalid`.
 */
export async function startSimulator(requested: SimulatorRequested): Promise<StartedSimulator> {
  const [first, ...others] = requested.platforms;
  const shops: [Simulation, ...Simulation[]] = [
    shopOf(first, 'glade-home', requested),
    ...others.map((platform) => shopOf(platform, `glade-home-${platform}`, requested)),
  ];
  const served = await serveSimulators(shops, { port: requested.port, control: true });
  const stores = shops.flatMap(({ platform, name, access, otherAccess = [] }) =>
    access ? [{ platform, address: new URL(served.address(name)).host, ways: [access, ...otherAccess] }] : [],
  );
  return { ...served, stores };
}

function shopOf(platform: string, name: string, { products, faults }: SimulatorRequested): Simulation {
  const make = simulators.get(platform);
  if (!make) {
    const known = [...simulators.keys()].join(', ');
    throw new AppError('request.invalid', `No simulator for ${platform}; there are ${known}`, {
      params: { known },
    });
  }
  const shop = make({ name, products: { count: products }, pagesKept: 240 });
  shop.faults.add(...faults.map(readFault));
  return shop;
}
