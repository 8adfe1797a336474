import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** How long calls that are under way when the program stops may take, in milliseconds. */
export const finishWithinMs = 10_000;
/** How often connections that have become idle are closed while the program stops. */
const lookMs = 50;

/** Responses that go on until the reader leaves, such as event streams; they are ended when the program stops. */
export type Endless = Set<ServerResponse>;

/**
 * Makes `app.close()` lose no answer: new connections are refused at once, calls that were sent before are answered, and
 * endless responses are ended. What takes longer than `withinMs` is cut off.
 */
export function endGently(app: FastifyInstance, endless: Endless, withinMs: number): void {
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
    const idle = setInterval(() => server.closeIdleConnections(), lookMs);
    const late = setTimeout(() => server.closeAllConnections(), withinMs);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
    // A server that never listened does not close.
    idle.unref();
    late.unref();
  });
}
