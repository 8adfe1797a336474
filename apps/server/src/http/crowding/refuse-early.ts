import { errorCodes } from '@bowerbird/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { failureBody } from '../failure.ts';
import { ofNoRoute } from '../protection/response-headers.ts';
import type { CallKind } from './call-kinds.ts';
import type { Places } from './places.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How urgent the calls of a route are; none for what is always answered, such as the health of the program. */
    callKind?: CallKind;
  }
}

/**
 * Adds the hook that answers `server.busy` to a call that could not be answered soon, before anything else is done for it:
 * while far more calls arrive than can be answered, refusing them is most of the work. To be added before all other hooks.
 * Calls that reach a program that is stopping are left to the framework, which ends their connections.
 */
export function refuseEarly(
  app: FastifyInstance,
  places: Places,
  secure: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { callKind } = request.routeOptions.config;
    const seconds = callKind && app.server.listening ? places.secondsUntilFree(callKind) : null;
    if (seconds === null) {
      done();
      return;
    }
    reply.hijack();
    secure(request, reply);
    const body = JSON.stringify(failureBody({ code: 'server.busy', params: { seconds } }, request));
    const { status } = errorCodes['server.busy'];
    reply.raw.writeHead(status, {
      ...ofNoRoute,
      'x-request-id': request.id,
      'retry-after': String(seconds),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    });
    reply.raw.end(body);
  });
}
