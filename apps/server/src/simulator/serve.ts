import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Simulation } from '@bowerbird/simulators/simulation';

export interface ServeOptions {
  /** Any free port by default. */
  port?: number;
  /** Also serves `/__simulator/...`, with which a test injects faults and reads the simulator state. Off by default. */
  control?: boolean;
}

/** A shop as it is served: a simulation, or one that is made when it is needed and cannot be controlled. */
export type ServedShop = Simulation | Pick<Simulation, 'name' | 'answer'>;

/** Simulated shops served over HTTP, all on one loopback port. */
export interface ServedSimulators {
  port: number;
  /** Returns the address of a shop: `http://glade-home.localhost:8901`. */
  address(name: string): string;
  /** Stops listening and cuts open connections. */
  close(): Promise<void>;
}

const bodyMaximum = 120 * 1024 * 1024;

/**
 * Serves simulated shops on 127.0.0.1. The host name selects the shop: `glade-home.localhost` is the shop of that name,
 * any other host (`127.0.0.1`) the first one given. Rejects when the port is taken.
 */
export async function serveSimulators(
  shops: readonly [ServedShop, ...ServedShop[]],
  options: ServeOptions = {},
): Promise<ServedSimulators> {
  const server = createServer((incoming, outgoing) => {
    const shop = shopOf(incoming.headers.host ?? '', shops);
    answer(incoming, outgoing, shop, options.control ?? false).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  // Listening on a host and port always gives an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    address: (name) => `http://${name}.localhost:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function shopOf(host: string, shops: readonly [ServedShop, ...ServedShop[]]): ServedShop {
  const name = /^(?<name>[^.:]+)\.localhost(?::\d+)?$/i.exec(host)?.groups?.name?.toLowerCase();
  return shops.find((shop) => shop.name === name) ?? shops[0];
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  shop: ServedShop,
  control: boolean,
): Promise<void> {
  const request = await requestOf(incoming);
  if (request === null) {
    outgoing.writeHead(413).end();
    return;
  }
  try {
    const controlled =
      control && 'faults' in shop ? await (await import('./control.ts')).answerControl(request, shop) : null;
    await send(controlled ?? (await shop.answer(request)), outgoing);
  } catch (thrown) {
    if ((thrown instanceof Error && thrown.name === 'ConnectionLost') || outgoing.headersSent) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('The simulator failed.');
  }
}

/** Converts the incoming request to a web `Request`; null when its body is too large. */
async function requestOf(incoming: IncomingMessage): Promise<Request | null> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    headers.set(name, Array.isArray(value) ? value.join(', ') : (value ?? ''));
  }
  const url = new URL(`http://${incoming.headers.host ?? '127.0.0.1'}${incoming.url ?? '/'}`);
  const method = incoming.method ?? 'GET';
  if (method === 'GET' || method === 'HEAD') {
    return new Request(url, { method, headers });
  }
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming) {
    size += part.length;
    if (size > bodyMaximum) {
      return null;
    }
    parts.push(part);
  }
  return new Request(url, { method, headers, body: Buffer.concat(parts) });
}

/** Sends an answer piece by piece; if its body breaks, the connection is broken, too. */
async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  outgoing.writeHead(response.status, cookies.length > 0 ? { ...headers, 'set-cookie': cookies } : headers);
  for await (const part of response.body ?? []) {
    if (!outgoing.write(part) && !(await drained(outgoing))) {
      return;
    }
  }
  outgoing.end();
}

/** Waits until more can be written; false when the other side disconnected. */
function drained(outgoing: ServerResponse): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (more: boolean) => {
      outgoing.off('drain', onDrain).off('close', onClose);
      resolve(more);
    };
    const onDrain = () => done(true);
    const onClose = () => done(false);
    outgoing.once('drain', onDrain).once('close', onClose);
    if (outgoing.destroyed) {
      done(false);
    }
  });
}
