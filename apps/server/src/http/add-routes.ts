import { apiBase, type Route } from '@bowerbird/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Admission } from './admission.ts';
import { compressed } from './compressed.ts';
import { machineOf } from './condition/machine.ts';
import { kindOf } from './crowding/call-kinds.ts';
import type { Endless } from './ending.ts';
import { securityOf } from './openapi.ts';
import type { AtMost, BrowserServed, Served } from './serve.ts';

/** Adds the calls of the API; those with a raw body in a scope of their own, where nothing parses it. */
export async function addRoutes(
  app: FastifyInstance,
  served: readonly Served[],
  admission: Admission,
): Promise<void> {
  for (const each of served.filter(({ rawBody }) => !rawBody)) {
    addRoute(app, each, admission);
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const each of served.filter(({ rawBody }) => rawBody)) {
      addRoute(scope, each, admission);
    }
  });
}

function addRoute(
  scope: FastifyInstance,
  { route, answer, rawBody, atMost }: Served,
  admission: Admission,
): void {
  scope.route({
    method: route.method,
    url: apiBase + route.path,
    schema: {
      ...securityOf(route.needs),
      ...(route.params && { params: route.params }),
      ...queryOf(route),
      ...(route.body && { body: route.body }),
      response: { [route.status ?? 200]: z.object({ data: route.answer }) },
    },
    config: {
      callKind: kindOf(route),
      // A machine that guesses or has mail sent is slowed down, whatever it requests. Signed calls can't be guessed,
      // and their sender reports many events from one address.
      ...(route.needs === 'guest' &&
        route.method !== 'GET' && { rateLimit: { max: rawBody ? 1200 : 20, timeWindow: 60_000 } }),
      ...(atMost && paceOf(atMost)),
    },
    // The body of an unknown caller is limited to a small size.
    ...(route.needs === 'guest' && { bodyLimit: (rawBody ? 1024 : 64) * 1024 }),
    ...(atMost?.bytes !== undefined && { bodyLimit: atMost.bytes }),
    onRequest: (request, reply) => admission.admit(request, reply, route),
    ...(route.compressed && { onSend: compressed }),
    ...(route.method !== 'GET' && {
      // Not once the response was sent: it is never sent if the client disconnects, and then what the client did
      // would be recorded nowhere.
      onSend: async (request, reply) => admission.answered(request, reply, route),
    }),
    handler: async (request, reply) => {
      const input = { params: request.params, query: request.query, body: request.body };
      const data = await admission.inTurn(request, route, (call) => answer(input, call));
      return reply.code(route.status ?? 200).send({ data });
    },
  });
}

/** Adds the calls that a browser makes by itself. */
export function addBrowserRoutes(
  app: FastifyInstance,
  served: readonly BrowserServed[],
  admission: Admission,
  endless: Endless,
): void {
  /** Called when the response of a request begins to be sent. */
  const begins = new WeakMap<FastifyRequest, () => void>();
  for (const { route, stream, atMost } of served) {
    app.route({
      method: 'GET',
      // A HEAD would open a stream that nobody reads.
      exposeHeadRoute: false,
      url: apiBase + route.path,
      schema: {
        ...securityOf(route.needs),
        ...(route.params && { params: route.params }),
        ...(route.query && { querystring: route.query }),
      },
      config: {
        callKind: kindOf(route),
        ...(atMost && (route.needs === 'guest' ? paceOfGuest(atMost) : paceOf(atMost))),
      },
      onRequest: (request, reply) => admission.admit(request, reply, route),
      onSend: async (request) => begins.get(request)?.(),
      handler: async (request, reply) => {
        if (route.streams === 'events') {
          endless.add(reply.raw);
          reply.raw.once('close', () => endless.delete(reply.raw));
        }
        const input = { params: request.params, query: request.query, body: undefined };
        let whole: Promise<unknown> = Promise.resolve();
        await admission.inTurn(request, route, async (call) => {
          const begun = new Promise<void>((resolve) => begins.set(request, resolve));
          whole = stream(input, call);
          // Whoever reads slowly takes no place of others.
          await Promise.race([whole, begun]);
        });
        return await whole;
      },
    });
  }
}

/** Returns the query schema of a route; a call without a query schema refuses any query, like any unknown key. */
function queryOf({ query, unknownKeys }: Route): { querystring?: z.core.$ZodType } {
  return query ? { querystring: query } : unknownKeys ? {} : { querystring: noQuery };
}
const noQuery = z.strictObject({});

/** Counts calls by token, so that the people of one office do not slow each other down. */
function paceOf({ perMinute }: AtMost) {
  const keyGenerator = ({ headers, cookies, ip }: FastifyRequest) =>
    String(headers['access-token'] ?? cookies['Access-Token'] ?? machineOf(ip));
  return { rateLimit: { max: perMinute, timeWindow: 60_000, keyGenerator } };
}

/** Counts calls by machine: a guest can make up as many tokens as they like. */
function paceOfGuest({ perMinute }: AtMost) {
  return { rateLimit: { max: perMinute, timeWindow: 60_000 } };
}
