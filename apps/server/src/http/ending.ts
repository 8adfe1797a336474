import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How an app ends; times in milliseconds. */
export interface Ending {
  /** How long connections on which nothing is sent are kept open, as a call may be on its way on one of them. */
  idleMs: number;
  /** How long calls that are under way may take. */
  finishMs: number;
}

export const usualEnding: Ending = { idleMs: 1000, finishMs: 10_000 };

/** How often the connections are looked at while the program stops. */
const lookMs = 50;

/** Responses that go on until the reader leaves, such as event streams; they are ended when the program stops. */
export type Endless = Set<ServerResponse>;

/**
 * Makes `app.close()` lose no answer: new connections are refused at once, calls that were sent before or are sent on an
 * open connection soon after are answered, and endless responses are ended. What takes longer is cut off.
 */
export function endGently(app: FastifyInstance, endless: Endless, { idleMs, finishMs }: Ending): void {
  let isEnding = false;
  app.addHook('onSend', async (_request, reply) => {
    if (isEnding) {
      // So that the client sends nothing more on a connection that is about to close.
      reply.header('connection', 'close');
    }
  });
  app.addHook('preClose', async () => {
    isEnding = true;
    for (const each of endless) {
      each.end();
    }
    const { server } = app;
    const late = setTimeout(() => server.closeAllConnections(), idleMs + finishMs);
    late.unref();
    // The HTTP server's own way of closing would also end every connection that is idle at this moment.
    Server.prototype.close.call(server);
    await untilUnused(server, idleMs);
    const idle = setInterval(() => server.closeIdleConnections(), lookMs);
    // A server that never listened does not close.
    idle.unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
  });
}

/** Waits until no connection is open, at most this long. */
async function untilUnused(server: Server, withinMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < withinMs && (await countConnections(server)) > 0; waitedMs += lookMs) {
    await sleep(lookMs);
  }
}

async function countConnections(server: Server): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.getConnections((failure, count) => (failure ? reject(failure) : resolve(count)));
  });
}
