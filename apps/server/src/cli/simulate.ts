import { once } from 'node:events';
import { faultKinds } from '@bowerbird/platforms/simulation-faults';
import { type SimulatorAsked, startSimulator } from '../simulator/start.ts';
import { type Command, exitCodes, say, tell, WrongUse } from './command.ts';

export const simulate: Command = {
  name: 'simulate',
  summary: 'Serves a simulated shop and store on this machine until it is stopped.',
  usage: `simulate shopify --port N --products N [--fault NAME[=VALUE] ...]

  --port N      0 for any free one
  --products N  goods in the shop
  --fault F     may be repeated: ${faultKinds.join(', ')}

Its shop and store are at every host name of its port. It needs no database.`,
  options: {
    port: { type: 'string' },
    products: { type: 'string' },
    fault: { type: 'string', multiple: true },
  },

  run: async (given) => {
    const [platform] = given.words;
    if (platform === undefined) {
      throw new WrongUse('Say which platform: simulate shopify --port N --products N');
    }
    const served = await startOrSay({
      platform,
      port: given.whole('port') ?? 0,
      products: given.whole('products') ?? 500,
      faults: given.list('fault'),
    });
    say(
      given.flag('json')
        ? JSON.stringify({ port: served.port })
        : `The simulator is ready: http://127.0.0.1:${served.port}`,
    );
    await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
    tell('Stopping.');
    await served.close();
    return exitCodes.done;
  },
};

async function startOrSay(asked: SimulatorAsked) {
  try {
    return await startSimulator(asked);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EADDRINUSE') {
      throw new WrongUse(`Port ${asked.port} is taken. Choose another with --port, or 0 for any free one.`);
    }
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'request.invalid') {
      throw new WrongUse(thrown.message);
    }
    throw thrown;
  }
}
