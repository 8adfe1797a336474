import type { Language } from '@bowerbird/contract/account/account';
import type { BrowserRoute, Route } from '@bowerbird/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Db, OwnerDb } from '../db/database.ts';
import type { Services } from '../services/services.ts';
import type { SignedIn } from './signed-in.ts';

type Schema = z.core.$ZodType;
type Out<S> = S extends Schema ? z.output<S> : undefined;

/** The context of a call: who calls, for which owner, and the services of the server. */
export interface Call {
  services: Services;
  /** Throws `auth.required` on a guest's call. */
  user: SignedIn;
  /** The merchant whose data this is. Throws `permission.missing` for an administrator, who acts for no merchant. */
  ownerId: string;
  /** Runs the work in a transaction that sees only this owner's rows. */
  db<T>(work: (db: OwnerDb) => Promise<T>): Promise<T>;
  /**
   * Writes what this call does into the audit log, in the same transaction: both are committed, or neither. The event
   * is not written again when the response is sent. Throws `audit.unwritable`.
   */
  record(db: Db): Promise<void>;
  language: Language;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

/**
 * A call of the contract with the function that handles it. Sign-in, permission, shapes and errors are handled around
 * it, in `app.ts`.
 */
export interface Served {
  route: Route;
  answer(input: Input<unknown, unknown, unknown>, call: Call): Promise<unknown>;
  /** The body is passed as the bytes that were sent, whatever their type. */
  rawBody?: true;
  atMost?: AtMost;
}

/** The most that one token or machine may send: bytes of a body, and calls per minute. */
export interface AtMost {
  bytes?: number;
  perMinute: number;
}

export function serve<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(
  route: Route<Params, Query, Body, Answer>,
  answer: (input: Input<Out<Params>, Out<Query>, Out<Body>>, call: Call) => Promise<z.input<Answer>>,
): Served {
  // The framework has parsed the input with this very route's schemas before this call.
  return { route, answer } as unknown as Served;
}

/** Defines a call whose body is bytes: signed as such, or a part of a file. */
export function serveRaw<Params extends Schema, Answer extends Schema>(
  route: Route<Params, Schema, Schema, Answer>,
  answer: (body: Buffer, call: Call, params: Out<Params>) => Promise<z.input<Answer>>,
): Served {
  return {
    route,
    rawBody: true,
    answer: ({ body, params }, call) =>
      answer(Buffer.isBuffer(body) ? body : Buffer.alloc(0), call, params as Out<Params>),
  };
}

/** A route for the browser itself: its handler writes the reply. */
export interface BrowserServed {
  route: BrowserRoute;
  atMost?: AtMost;
  stream(input: Input<unknown, unknown, undefined>, call: Call): Promise<unknown>;
}

export function serveBrowser<Params extends Schema, Query extends Schema>(
  route: BrowserRoute<Params, Query>,
  stream: (input: Input<Out<Params>, Out<Query>, undefined>, call: Call) => Promise<unknown>,
): BrowserServed {
  return { route, stream } as unknown as BrowserServed;
}
