import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import type { Route } from '@bowerbird/contract/route';
import type { FastifyRequest } from 'fastify';
import { asOwner, type Db } from '../db/database.ts';
import { requireOpenRun } from '../runs/open-runs.ts';
import type { Services } from '../services/services.ts';
import { Patience, type PatienceTimes } from './condition/patience.ts';
import { kindOf } from './crowding/call-kinds.ts';
import type { Places } from './crowding/places.ts';
import { languageOf } from './language.ts';
import { reportBodySize } from './protection/body-size.ts';
import type { WritePace } from './protection/write-pace.ts';
import type { Call } from './serve.ts';
import { may, type SignedIn } from './signed-in.ts';

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

/** The parts of a route that decide who may call it. */
export type Admitted = Pick<Route, 'method' | 'path' | 'needs' | 'programs' | 'status'>;

export interface AdmissionParts {
  services: Services;
  findSignedIn: FindSignedIn;
  audit?: Recorder | undefined;
  /** Without it, the rate of a signed-in person's calls is not limited. */
  pace?: WritePace | undefined;
  /** How many calls are worked on at once. */
  places: Places;
  /** How long a call waits for a database that does not respond; 35 s by default. */
  patience?: PatienceTimes | undefined;
}

/** Refusals of a signed-in person that indicate a wrong console, a role with too few permissions, or an attack. */
const ofRights: ReadonlySet<ErrorCode> = new Set([
  'permission.missing',
  'auth.session-needed',
  'auth.token-header-missing',
]);

/** Who calls, whether they may, and what became of each call. */
export class Admission {
  readonly #parts: AdmissionParts;
  readonly #patience: Patience;
  readonly #places: Places;
  /** Calls that were answered while their work went on: that work no longer commits anything. */
  readonly #givenUp = new WeakSet<FastifyRequest>();
  readonly #calls = new WeakMap<FastifyRequest, Call>();
  readonly #people = new WeakMap<FastifyRequest, SignedIn>();
  readonly #failures = new WeakMap<FastifyRequest, ErrorCode>();
  readonly #recorded = new WeakSet<FastifyRequest>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
    this.#patience = new Patience(() => parts.services.db, parts.patience);
    this.#places = parts.places;
  }

  /**
   * Admits a call before its body is read, so that a caller without permission learns nothing of its shape and costs
   * nothing. Throws `server.busy`, `auth.required`, `auth.token-header-missing`, `auth.session-needed`, `permission.missing`, or
   * why the call must wait: also `run.too-many`, for a call that starts a run.
   */
  async admit(request: FastifyRequest, reply: Call['reply'], route: Admitted): Promise<void> {
    this.#places.require(kindOf(route));
    this.#calls.set(request, await this.within(request, this.#open(request, reply, route)));
  }

  /** Returns an admitted call. */
  callOf(request: FastifyRequest): Call {
    const call = this.#calls.get(request);
    if (!call) {
      throw new AppError('auth.required', 'a call that was not admitted');
    }
    return call;
  }

  /** Does the work of an admitted call in its turn. Throws `server.busy`, and then nothing was done. */
  async inTurn<Result>(
    request: FastifyRequest,
    route: Admitted,
    work: (call: Call) => Promise<Result>,
  ): Promise<Result> {
    const call = this.callOf(request);
    const owner = this.#people.get(request)?.ownerId ?? undefined;
    return await this.#places.within(kindOf(route), owner, () => this.within(request, work(call)));
  }

  /** Waits for a call's work as long as the database responds; after that throws `database.unreachable`. */
  async within<Result>(request: FastifyRequest, work: Promise<Result>): Promise<Result> {
    try {
      return await this.#patience.within(work);
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'database.unreachable') {
        this.#givenUp.add(request);
      }
      throw thrown;
    }
  }

  /** Notes why a call was refused; refusals that concern rights are logged. */
  failed(request: FastifyRequest, thrown: AppError): void {
    this.#failures.set(request, thrown.code);
    const person = this.#people.get(request);
    if (person && ofRights.has(thrown.code)) {
      const { method, routeOptions, ip, id } = request;
      this.#parts.services.log.warn(
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

  /** Records a call that writes, unless its own transaction did so. */
  answered(request: FastifyRequest, reply: Call['reply'], route: Answered['route']): void {
    if (reply.statusCode >= 400 || !this.#recorded.has(request)) {
      this.#parts.audit?.answered({
        route,
        request,
        status: reply.statusCode,
        person: this.#people.get(request),
        failure: this.#failures.get(request),
        newToken: sessionIn(reply),
      });
    }
  }

  async #open(request: FastifyRequest, reply: Call['reply'], route: Admitted): Promise<Call> {
    const { services, findSignedIn, pace } = this.#parts;
    const writes = route.method !== 'GET';
    const header = request.headers['access-token'];
    // The cookie alone is enough for what a browser requests by itself; a write needs the header, which prevents forged
    // requests.
    const token = typeof header === 'string' && header !== '' ? header : request.cookies['Access-Token'];
    const user = token ? await findSignedIn(token) : undefined;
    if (user) {
      this.#people.set(request, user);
    }
    requireRights(route, user, !writes || Boolean(header));
    if (user && writes && pace) {
      await pace.take(user);
      reportBodySize(request, reply, (bytes) => pace.takeMore(user, bytes));
    }
    const ownerId = user?.ownerId;
    if (ownerId && writes && startsRuns(route)) {
      pace?.takeRun(user);
      await asOwner(services.db, ownerId, (db) => requireOpenRun(db, ownerId));
    }
    return this.#newCall(request, reply, route, user);
  }

  #newCall(request: FastifyRequest, reply: Call['reply'], route: Admitted, user: SignedIn | undefined): Call {
    const { services, audit } = this.#parts;
    const ownerOf = () => {
      if (!user?.ownerId) {
        throw new AppError('permission.missing', 'an administrator acts for nobody', {
          params: { permission: 'owner', action: 'get' },
        });
      }
      return user.ownerId;
    };
    const givenUp = this.#givenUp;
    const recorded = this.#recorded;
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

function requireRights(
  { needs, programs, method, path }: Admitted,
  user: SignedIn | undefined,
  isOwn: boolean,
): void {
  if (needs === 'guest') {
    return;
  }
  if (!user) {
    throw new AppError('auth.required', 'no session');
  }
  if (!isOwn) {
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

/** Reports whether a call starts long work: the contract says so by its status. */
function startsRuns({ status }: Admitted): boolean {
  return status === 202;
}

/** Returns the token of the session that this response gave the browser. */
function sessionIn(reply: Call['reply']): string | undefined {
  const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
  const given = cookies.map((each) => /^Access-Token=([^;]+)/.exec(each)?.[1]);
  return given.find((token) => token !== undefined);
}
