import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** How an app ends; times in milliseconds. */
export interface Ending {
  /**
   * For how long no call may arrive before connections on which nothing is sent are closed: a call may be on its way on
   * one of them. Each answer closes its connection, so the calls of a busy caller use up those it holds open.
   */
  quietMs: number;
  /** How long such a pause is waited for. */
  pauseWithinMs: number;
  /** How long calls that are under way may take after that. */
  finishMs: number;
}

export const usualEnding: Ending = { quietMs: 1000, pauseWithinMs: 6000, finishMs: 10_000 };

/** How often the connections are looked at while the program stops. */
const lookMs = 50;

/** Responses that go on until the reader leaves, such as event streams; they are ended when the program stops. */
export type Endless = Set<ServerResponse>;

/**
 * Makes `app.close()` lose no answer: new connections are refused at once, calls that were sent before or are sent on an
 * open connection soon after are answered, and endless responses are ended. What takes longer is cut off.
 */
export function endGently(app: FastifyInstance, endless: Endless, ending: Ending): void {
  let pause: Pause | null = null;
  app.addHook('onRequest', (_request, _reply, done) => {
    pause?.heard(performance.now());
    done();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (pause) {
      // So that the client sends nothing more on a connection that is about to close.
      reply.header('connection', 'close');
    }
  });
  app.addHook('preClose', async () => {
    pause = new Pause(ending, performance.now());
    for (const each of endless) {
      each.end();
    }
    const { server } = app;
    const late = setTimeout(() => server.closeAllConnections(), ending.pauseWithinMs + ending.finishMs);
    late.unref();
    // The HTTP server's own way of closing would also end every connection that is idle at this moment.
    Server.prototype.close.call(server);
    while (!pause.isOver(performance.now()) && (await countConnections(server)) > 0) {
      await sleep(lookMs);
    }
    const idle = setInterval(() => server.closeIdleConnections(), lookMs);
    // A server that never listened does not close.
    idle.unref();
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
  });
}

async function countConnections(server: Server): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.getConnections((failure, count) => (failure ? reject(failure) : resolve(count)));
  });
}

/** A pause in the calls that arrive at a program that is stopping; times in milliseconds. */
export class Pause {
  readonly #ending: Ending;
  readonly #began: number;
  #heard: number;

  constructor(ending: Ending, now: number) {
    this.#ending = ending;
    this.#began = now;
    this.#heard = now;
  }

  /** Notes that a call arrived. */
  heard(now: number): void {
    this.#heard = now;
  }

  /** Reports whether nothing has arrived for a while, or that has been waited for long enough. */
  isOver(now: number): boolean {
    return now - this.#heard >= this.#ending.quietMs || now - this.#began >= this.#ending.pauseWithinMs;
  }
}
