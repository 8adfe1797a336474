import { resolve } from 'node:path';
import * as contract from '@bowerbird/contract/collect/plugin';
import { AppError } from '@bowerbird/contract/errors';
import { consoleAddress } from '../http/console-address.ts';
import { type BrowserServed, type Call, type Served, serve, serveBrowser } from '../http/serve.ts';
import { takeDelivery } from './collect-delivery.ts';
import { findGaps } from './gaps.ts';
import { InTurn } from './in-turn.ts';
import { findKnown } from './known.ts';
import { Packages } from './packages.ts';
import { readSites } from './sites.ts';
import { keepUnread } from './unread.ts';

/** The plugin as this installation built it. */
const built = new Packages(resolve(import.meta.dirname, '../../../plugin/dist'));

/** What happens after a delivery that matched products collected before. */
export type Delivered = (call: Call, runId: string) => Promise<void>;

/** Returns what the browser plugin calls, and what the console reads about it. */
export function pluginRoutes(packages = built, delivered: Delivered = async () => undefined): Served[] {
  const inTurn = new InTurn();
  return [
    {
      ...serve(contract.getPluginInfo, async (_input, call) => infoOf(call, packages)),
      // Packing for one more address costs a moment of processor time.
      atMost: { perMinute: 60 },
    },

    {
      ...serve(contract.deliverCollected, ({ body }, call) =>
        inTurn.work(call.ownerId, async () => {
          const answer = await takeDelivery(call, body);
          if (answer.changed + answer.unchanged > 0) {
            await delivered(call, answer.runId);
          }
          return answer;
        }),
      ),
      atMost: { bytes: contract.deliveryBytesMax, perMinute: 240 },
    },

    {
      ...serve(contract.queryKnown, async ({ body }, call) => ({
        known: await call.db((db) => findKnown(db, call.ownerId, body.platform, body.urls)),
      })),
      atMost: { perMinute: 240 },
    },

    {
      ...serve(contract.reportUnread, ({ body }, call) =>
        inTurn.work(call.ownerId, () => keepUnread(call, body)),
      ),
      atMost: { bytes: 64 * 1024, perMinute: 240 },
    },

    serve(contract.listGaps, async ({ query }, call) =>
      call.db((db) => findGaps(db, call.ownerId, call.services.platforms, query.runId)),
    ),
  ];
}

export function pluginBrowserRoutes(packages = built): BrowserServed[] {
  return [
    {
      ...serveBrowser(contract.downloadPlugin, async (_input, call) => {
        const { name, zip } = packages.packageFor(consoleOf(call), call.language);
        return call.reply
          .header('content-type', 'application/zip')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(Buffer.from(zip));
      }),
      atMost: { perMinute: 30 },
    },
  ];
}

function infoOf(call: Call, from: Packages) {
  const { version, zip, sha256, builtAt } = from.packageFor(consoleOf(call), call.language);
  return {
    version,
    bytes: zip.byteLength,
    sha256,
    builtAt: builtAt.toISOString(),
    sites: readSites(call.services.platforms),
  };
}

function isHttpHost(address: string): boolean {
  return /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(address);
}

/** Returns the console that the plugin will deliver to. The host in a request is trusted only if it is a valid host. */
function consoleOf(call: Call): URL {
  const address = consoleAddress(call);
  const url = URL.parse(address);
  const isOwn = call.services.config.publicUrl !== undefined;
  // A user name before the host, or a path after it, would change the host that was read.
  if (url === null || !isHttpHost(url.origin) || !(isOwn || isHttpHost(address))) {
    throw new AppError('request.invalid', 'the request names no host');
  }
  return url;
}
