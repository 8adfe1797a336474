import { once } from 'node:events';
import { faultKinds } from '@bowerbird/simulators/simulation-faults';
import { type SimulatorRequested, type StoreToConnect, startSimulator } from '../../simulator/start.ts';
import { type Command, exitCodes, inform, say, WrongUse } from '../command.ts';

export const simulate: Command = {
  usage: `simulate PLATFORM ... --port N --products N [--fault NAME[=VALUE] ...]

  --port N      0 for any free one
  --products N  products in each shop
  --fault F     may be repeated: ${faultKinds.join(', ')}

The first platform's shop and store are at every host name of the port, others at glade-home-PLATFORM.localhost. What to
type in to connect each store is printed. It needs no database.`,
  options: {
    port: { type: 'string' },
    products: { type: 'string' },
    fault: { type: 'string', multiple: true },
  },

  run: async (given) => {
    const [first, ...others] = given.words;
    if (first === undefined) {
      throw new WrongUse('Say which platform: simulate shopify --port N --products N');
    }
    const served = await startOrSay({
      platforms: [first, ...others],
      port: given.whole('port') ?? 0,
      products: given.whole('products') ?? 500,
      faults: given.list('fault'),
    });
    const { port, stores } = served;
    say(
      given.flag('json')
        ? JSON.stringify({ port, stores })
        : [`The simulator is ready: http://127.0.0.1:${port}`, ...connecting(stores)].join('\n'),
    );
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    inform('Stopping.');
    await served.close();
    return exitCodes.done;
  },
};

/** Returns what a person enters to connect each store, one method after another. */
function connecting(stores: readonly StoreToConnect[]): string[] {
  if (stores.length === 0) {
    return [];
  }
  return [
    ...stores.flatMap(({ platform, address, ways }) => [
      '',
      `To connect the ${platform} store, type in:`,
      `  address: ${address}`,
      ...ways.flatMap(({ connection, credentials }) => [
        `  by ${connection}:`,
        ...Object.entries(credentials).map(([name, value]) => `    ${name}: ${value}`),
      ]),
    ]),
    '',
    'Bowerbird reaches them when it was started with',
    `BOWERBIRD_ALLOWED_PRIVATE_HOSTS=${stores.map(({ address }) => address).join(',')}`,
  ];
}

async function startOrSay(requested: SimulatorRequested) {
  try {
    return await startSimulator(requested);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE') {
      throw new WrongUse(
        `Port ${requested.port} is taken. Choose another with --port, or 0 for any free one.`,
      );
    }
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'request.invalid') {
      throw new WrongUse(thrown.message);
    }
    throw thrown;
  }
}
