import { AppError } from '@bowerbird/contract/errors';
import { readFault } from '@bowerbird/platforms/simulation-faults';
import { simulators } from '@bowerbird/platforms/simulators';
import { type ServedSimulators, serveSimulators } from './serve.ts';

/** What `simulate PLATFORM` on the command line asks for. */
export interface SimulatorAsked {
  platform: string;
  /** 0: any free one. */
  port: number;
  /** Practice goods in the shop. */
  products: number;
  /** As `readFault` reads them: `rate-limited=2/40`, `lost-after*3`. */
  faults: readonly string[];
}

/** Starts a practice shop on this machine, at every host name of its port. An unknown platform or fault is `request.invalid`. */
export async function startSimulator(asked: SimulatorAsked): Promise<ServedSimulators> {
  const make = simulators.get(asked.platform);
  if (!make) {
    const known = [...simulators.keys()].join(', ');
    throw new AppError('request.invalid', `No simulator for ${asked.platform}; there are ${known}`, {
      params: { known },
    });
  }
  const shop = make({ name: 'glade-home', goods: { count: asked.products }, pagesKept: 240 });
  shop.faults.add(...asked.faults.map(readFault));
  return await serveSimulators([shop], { port: asked.port, control: true });
}
