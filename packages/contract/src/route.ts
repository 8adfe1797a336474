import type { z } from 'zod/mini';
import { exact } from './exact.ts';
import type { Action, Permission } from './permissions.ts';

type Schema = z.core.$ZodType;

/** Who may call: anyone, anyone who is signed in, or anyone with this action on this permission. */
export type Needs = 'guest' | 'signed-in' | { permission: Permission; action: Action };

/** One call of the API. The console, the plugin and the server all use this definition. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path relative to the base path; parameters as `:id`. */
  path: string;
  needs: Needs;
  params?: Params;
  query?: Query;
  body?: Body;
  /** Content of `data` in the response. */
  answer: Answer;
  /**
   * True: API tokens may also call it although no permission is needed. Otherwise only a signed-in person may call it.
   */
  programs?: true;
  /**
   * Unknown keys of query and body are ignored; without this setting they are rejected. Only for calls by third-party
   * programs in their own format (`docs/spec-coverage.md`).
   */
  unknownKeys?: 'ignored';
  /**
   * True: the response is compressed. Only for one that holds no secret, and nothing of the request beside which a
   * secret could stand: the length of a compressed response reveals what is repeated in it (BREACH).
   */
  compressed?: true;
  /** 202 for long work: the response then contains a run id. */
  status?: 200 | 201 | 202;
}

/** Keeps the precise types of a definition, and makes query and body reject unknown keys (`exact.ts`). */
export function route<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
>(definition: Route<Params, Query, Body, Answer>): Route<Params, Query, Body, Answer> {
  if (definition.unknownKeys === 'ignored') {
    return definition;
  }
  const { query, body } = definition;
  return { ...definition, ...(query && { query: exact(query) }), ...(body && { body: exact(body) }) };
}

/**
 * A GET that a browser makes by itself (download, image, event stream): the cookie alone authenticates it, and the
 * response is not a JSON envelope.
 */
export interface BrowserRoute<Params extends Schema = Schema, Query extends Schema = Schema> {
  method: 'GET';
  path: string;
  needs: Needs;
  params?: Params;
  query?: Query;
  programs?: true;
  streams: 'events' | 'file';
}

export function browserRoute<Params extends Schema, Query extends Schema>(
  definition: BrowserRoute<Params, Query>,
): BrowserRoute<Params, Query> {
  const { query } = definition;
  return { ...definition, ...(query && { query: exact(query) }) };
}

/** The prefix of every path. */
export const apiBase = '/shop-reptile/api';

export type ParamsOf<R> = R extends { params?: infer P extends Schema } ? z.input<P> : never;
export type QueryOf<R> = R extends { query?: infer Q extends Schema } ? z.input<Q> : never;
/** Returns the schema of the body that a route is sent, for a form that checks it before the server does. */
export function bodySchema<Body extends Schema>({ body }: { body?: Body }): Body {
  if (body === undefined) {
    throw new TypeError('the route is sent no body');
  }
  return body;
}

/** The body that a caller of this route sends. */
export type BodyOf<R> = R extends { body?: infer B extends Schema } ? z.input<B> : never;
/** The response that a caller of this route gets, without the envelope. */
export type AnswerOf<R> = R extends { answer: infer A extends Schema } ? z.output<A> : never;
