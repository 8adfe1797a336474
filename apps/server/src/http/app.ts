import { setTimeout as sleep } from 'node:timers/promises';
import { avatarBytesMax } from '@bowerbird/contract/account/profile';
import { AppError } from '@bowerbird/contract/errors';
import { apiBase } from '@bowerbird/contract/route';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { standingStill } from '../isolated/standing-still.ts';
import type { Services } from '../services/services.ts';
import { addBrowserRoutes, addRoutes } from './add-routes.ts';
import { Admission, type AdmissionParts } from './admission.ts';
import { machineOf } from './condition/machine.ts';
import { Places } from './crowding/places.ts';
import { refuseEarly } from './crowding/refuse-early.ts';
import { type Ending, type Endless, endGently, usualEnding } from './ending.ts';
import { answerFailure } from './failure.ts';
import { described } from './openapi.ts';
import { contentSecurity, ofNoRoute } from './protection/response-headers.ts';
import { requireHttpsLater } from './protection/transport-security.ts';
import { requireWellFormed } from './protection/well-formed.ts';
import type { BrowserServed, Served } from './serve.ts';

/** Milliseconds after which a database that has not responded counts as not ready. */
const readyWithinMs = 5000;

export interface AppParts extends Omit<AdmissionParts, 'places'> {
  /** How many calls are worked on at once; the usual numbers by default. */
  places?: Places | undefined;
  served: readonly Served[];
  browserServed: readonly BrowserServed[];
  /** Called before the routes are added: for hooks that must see all routes. */
  prepare?: ((app: FastifyInstance) => void) | undefined;
  /** How the app ends when it is closed; by default as usual. */
  ending?: Ending | undefined;
}

/** Builds the API as one Fastify instance that is not listening yet. */
export async function buildApp({
  served,
  browserServed,
  prepare,
  places: given,
  ending = usualEnding,
  ...parts
}: AppParts): Promise<FastifyInstance> {
  const { services } = parts;
  const app = newFramework(services);
  prepare?.(app);
  const endless: Endless = new Set();
  endGently(app, endless, ending);
  const places = given ?? new Places(services.clock);
  refuseEarly(app, places, (request, reply) => requireHttpsLater(services.config, request, reply));
  app.addHook('onRequest', (_request, reply, done) => {
    const call = standingStill.answers();
    reply.raw.once('close', call.end);
    call.within(done);
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    requireHttpsLater(services.config, request, reply);
    if (request.url.startsWith(apiBase)) {
      // On a shared machine, the next user must find nothing of these responses.
      reply.header('cache-control', 'no-store');
    }
  });
  app.addHook('preValidation', async ({ params, query, body }) => requireWellFormed({ params, query, body }));
  await addPlugins(app);
  const admission = new Admission({ ...parts, places });
  app.addHook('onError', async (request, _reply, thrown) => {
    if (thrown instanceof AppError) {
      admission.failed(request, thrown);
    }
  });
  await addRoutes(app, served, admission);
  addBrowserRoutes(app, browserServed, admission, endless);
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
  addHealth(app, services);
  return app;
}

function newFramework(services: Services): FastifyInstance {
  const app: FastifyInstance = fastify({
    // Connections are closed by `endGently`, and what was sent on an open one is still answered.
    forceCloseConnections: false,
    return503OnClosing: false,
    // Registering the console's files reads its folder: on a busy machine that can take longer than the framework's ten
    // seconds.
    pluginTimeout: 120_000,
    bodyLimit: 16 * 1024 * 1024,
    // Limits how long a client may take to send a request.
    requestTimeout: 300_000,
    trustProxy: services.config.trustedProxies.length > 0 ? services.config.trustedProxies : false,
    genReqId: () => crypto.randomUUID(),
    // Addresses that no route can have (an invalid %, an id that is too long) get a response of the same shape as all
    // others.
    frameworkErrors: (thrown, request, reply) => {
      // No hook runs for these.
      reply.headers({ ...ofNoRoute, 'x-request-id': request.id });
      requireHttpsLater(services.config, request, reply);
      answerFailure(thrown, request, reply, services.log);
    },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((thrown, request, reply) => answerFailure(thrown, request, reply, services.log));
  return app;
}

async function addPlugins(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: { directives: contentSecurity },
    crossOriginEmbedderPolicy: false,
    // By default the plugin sends this header over plain http too; see `requireHttpsLater`.
    strictTransportSecurity: false,
  });
  await app.register(rateLimit, { global: false, keyGenerator: ({ ip }) => machineOf(ip) });
  await app.register(multipart, {
    limits: { fileSize: avatarBytesMax, files: 1, fields: 4, headerPairs: 40 },
  });
  await app.register(swagger, described);
}

/** Adds what a supervisor asks: whether the process lives, and whether it can serve. */
function addHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', { schema: { hide: true } }, async () => ({ ok: true }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const requested = services.db
      .selectFrom('installation')
      .select('id')
      .executeTakeFirst()
      .catch(() => undefined);
    const answers = await Promise.race([requested, sleep(readyWithinMs, undefined, { ref: false })]);
    return reply.code(answers ? 200 : 503).send({ ok: answers !== undefined });
  });
}
