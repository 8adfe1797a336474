import { setTimeout as sleep } from 'node:timers/promises';
import { avatarBytesMax } from '@bowerbird/contract/account/profile';
import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { apiBase, type Route } from '@bowerbird/contract/route';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { asOwner, type Db } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import { machineOf } from './condition/machine.ts';
import { Patience, type PatienceTimes } from './condition/patience.ts';
import { answerFailure } from './failure.ts';
import { languageOf } from './language.ts';
import { described, securityOf } from './openapi.ts';
import { reportBodySize } from './protection/body-size.ts';
import { requireHttpsLater } from './protection/transport-security.ts';
import { requireWellFormed } from './protection/well-formed.ts';
import type { WritePace } from './protection/write-pace.ts';
import type { AtMost, BrowserServed, Call, Served } from './serve.ts';
import { may, type SignedIn } from './signed-in.ts';

/** Milliseconds after which a database that has not responded counts as not ready. */
const readyWithinMs = 5000;

/** Finds the person who holds a session's token; undefined for an unknown or ended session. */
export type FindSignedIn = (token: string) => Promise<SignedIn | undefined>;

/** A call that writes, once its result is known; the client may have disconnected. */
export interface Answered {
  route: Pick<Route, 'method' | 'path' | 'needs'>;
  request: FastifyRequest;
  status: number;
  /** The caller; undefined for a guest. */
  person: SignedIn | undefined;
  /** Why it was refused. */
  failure: ErrorCode | undefined;
  /** The token of the session that the call began. */
  newToken: string | undefined;
}

/** Records calls that write. */
export interface Recorder {
  /** Called for every call that writes, including refused ones; must neither throw nor take long. */
  answered(answered: Answered): void;
  /** Records a call inside the transaction that does what it requests. Throws `audit.unwritable`. */
  record(db: Db, answered: Answered): Promise<void>;
}

export interface AppParts {
  services: Services;
  findSignedIn: FindSignedIn;
  served: readonly Served[];
  browserServed: readonly BrowserServed[];
  /** Called before the routes are added: for hooks that must see all routes. */
  prepare?: ((app: FastifyInstance) => void) | undefined;
  audit?: Recorder | undefined;
  /** Without it, the rate of a signed-in person's calls is not limited. */
  pace?: WritePace | undefined;
  /** How long a call waits for a database that does not respond; 35 s by default. */
  patience?: PatienceTimes | undefined;
}

/** The parts of a route that decide who may call it. */
type Admitted = Pick<Route, 'method' | 'path' | 'needs' | 'programs' | 'status'>;

/** Builds the API as one Fastify instance that is not listening yet. */
export async function buildApp({
  services,
  findSignedIn,
  served,
  browserServed,
  prepare,
  audit,
  pace,
  patience: patienceTimes,
}: AppParts): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    forceCloseConnections: true,
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
  prepare?.(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    requireHttpsLater(services.config, request, reply);
    if (request.url.startsWith(apiBase)) {
      // On a shared machine, the next user must find nothing of these responses.
      reply.header('cache-control', 'no-store');
    }
  });
  app.addHook('preValidation', async ({ params, query, body }) => requireWellFormed({ params, query, body }));
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

  const patience = new Patience(() => services.db, patienceTimes);
  /** Calls that were answered while their work went on: that work no longer commits anything. */
  const givenUp = new WeakSet<FastifyRequest>();
  const within = <Result>(request: FastifyRequest, work: Promise<Result>): Promise<Result> =>
    patience.within(work).catch((thrown: unknown) => {
      if (thrown instanceof AppError && thrown.code === 'database.unreachable') {
        givenUp.add(request);
      }
      throw thrown;
    });
  const calls = new WeakMap<FastifyRequest, Call>();
  const people = new WeakMap<FastifyRequest, SignedIn>();
  const failures = new WeakMap<FastifyRequest, ErrorCode>();
  const recorded = new WeakSet<FastifyRequest>();
  app.addHook('onError', async (request, _reply, thrown) => {
    if (thrown instanceof AppError) {
      failures.set(request, thrown.code);
      const person = people.get(request);
      if (person && ofRights.has(thrown.code)) {
        const { method, routeOptions, ip, id } = request;
        services.log.warn(
          {
            code: thrown.code,
            call: `${method} ${routeOptions.url}`,
            user: person.id,
            token: person.tokenId,
            ip,
            request: id,
          },
          'A call was refused',
        );
      }
    }
  });
  /** Runs before a body is read: a caller without permission learns nothing of its shape and costs nothing. */
  const admit =
    (route: Admitted, writes: boolean) => async (request: FastifyRequest, reply: Call['reply']) => {
      calls.set(request, await within(request, open(request, reply, route, writes)));
    };
  const callOf = (request: FastifyRequest): Call => {
    const call = calls.get(request);
    if (!call) {
      throw new AppError('auth.required', 'a call that was not admitted');
    }
    return call;
  };

  const add = (scope: FastifyInstance, { route, answer, rawBody, atMost }: Served) => {
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
      // A machine that guesses or has mail sent is slowed down, whatever it requests. Signed calls can't be guessed,
      // and their sender reports many events from one address.
      ...(route.needs === 'guest' &&
        route.method !== 'GET' && {
          config: { rateLimit: { max: rawBody ? 1200 : 20, timeWindow: 60_000 } },
        }),
      // The body of an unknown caller is limited to a small size.
      ...(route.needs === 'guest' && { bodyLimit: (rawBody ? 1024 : 64) * 1024 }),
      ...(atMost && { config: paceOf(atMost) }),
      ...(atMost?.bytes !== undefined && { bodyLimit: atMost.bytes }),
      onRequest: admit(route, route.method !== 'GET'),
      ...(audit &&
        route.method !== 'GET' && {
          // Not once the response was sent: it is never sent if the client disconnects, and then what the client did
          // would be recorded nowhere.
          onSend: async (request: FastifyRequest, reply: Call['reply']) => {
            if (reply.statusCode >= 400 || !recorded.has(request)) {
              audit.answered({
                route,
                request,
                status: reply.statusCode,
                person: people.get(request),
                failure: failures.get(request),
                newToken: sessionIn(reply),
              });
            }
          },
        }),
      handler: async (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body };
        const data = await within(request, answer(input, callOf(request)));
        return reply.code(route.status ?? 200).send({ data });
      },
    });
  };
  for (const each of served.filter(({ rawBody }) => !rawBody)) {
    add(app, each);
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const each of served.filter(({ rawBody }) => rawBody)) {
      add(scope, each);
    }
  });
  for (const { route, stream, atMost } of browserServed) {
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
      ...(atMost && { config: paceOf(atMost) }),
      onRequest: admit(route, false),
      handler: async (request) => {
        const input = { params: request.params, query: request.query, body: undefined };
        return await within(request, stream(input, callOf(request)));
      },
    });
  }
  app.get(`${apiBase}/openapi.json`, { schema: { hide: true } }, async () => app.swagger());
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
  return app;

  async function open(
    request: FastifyRequest,
    reply: Call['reply'],
    route: Admitted,
    writes: boolean,
  ): Promise<Call> {
    const { needs, programs, method, path } = route;
    const header = request.headers['access-token'];
    // The cookie alone is enough for what a browser requests by itself; a write needs the header, which prevents forged
    // requests.
    const token = typeof header === 'string' && header !== '' ? header : request.cookies['Access-Token'];
    const user = token ? await findSignedIn(token) : undefined;
    if (user) {
      people.set(request, user);
    }
    if (needs !== 'guest') {
      if (!user) {
        throw new AppError('auth.required', 'no session');
      }
      if (writes && !header) {
        throw new AppError('auth.token-header-missing', 'a write came with the cookie alone');
      }
      if (needs === 'signed-in' && user.tokenId !== null && !programs) {
        throw new AppError('auth.session-needed', 'an API token called for its person');
      }
      const narrow = user.calls !== null && !user.calls.has(`${method} ${path}`);
      if (narrow && needs === 'signed-in') {
        throw new AppError('auth.session-needed', 'a paired browser called for its person');
      }
      if (needs !== 'signed-in' && (narrow || !may(user, needs.permission, needs.action))) {
        throw new AppError('permission.missing', `${needs.permission}.${needs.action}`, {
          params: { permission: needs.permission, action: needs.action },
        });
      }
    }
    if (user && method !== 'GET' && pace) {
      await pace.take(user);
      reportBodySize(request, reply, (bytes) => pace.takeMore(user, bytes));
    }
    return newCall(request, reply, route, user);
  }

  function newCall(
    request: FastifyRequest,
    reply: Call['reply'],
    route: Admitted,
    user: SignedIn | undefined,
  ): Call {
    const ownerOf = () => {
      if (!user?.ownerId) {
        throw new AppError('permission.missing', 'an administrator acts for nobody', {
          params: { permission: 'owner', action: 'get' },
        });
      }
      return user.ownerId;
    };
    return {
      services,
      request,
      reply,
      language: languageOf(request.cookies.lang, request.headers['accept-language']),
      get user() {
        if (!user) {
          throw new AppError('auth.required', 'a guest call asked for its user');
        }
        return user;
      },
      get ownerId() {
        return ownerOf();
      },
      db: (work) =>
        asOwner(services.db, ownerOf(), async (db) => {
          const result = await work(db);
          if (givenUp.has(request)) {
            throw new AppError('database.unreachable', 'the caller was answered that nothing was done');
          }
          return result;
        }),
      async record(db) {
        const status = route.status ?? 200;
        await audit?.record(db, {
          route,
          request,
          status,
          person: user,
          failure: undefined,
          newToken: undefined,
        });
        recorded.add(request);
      },
    };
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

/** Returns the token of the session that this response gave the browser. */
function sessionIn(reply: Call['reply']): string | undefined {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const given = cookies.map((each) => /^Access-Token=([^;]+)/.exec(each)?.[1]);
  return given.find((token) => token !== undefined);
}

/** Refusals of a signed-in person that indicate a wrong console, a role with too few permissions, or an attack. */
const ofRights: ReadonlySet<ErrorCode> = new Set([
  'permission.missing',
  'auth.session-needed',
  'auth.token-header-missing',
]);

/** Headers that all other responses get from hooks. */
const ofNoRoute = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Only our own scripts; styles are written by the interface library; images come from the shops in which they were
 * seen.
 */
const contentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
  connectSrc: ["'self'"],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};
