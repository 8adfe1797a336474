import type { z } from 'zod/mini';
import { exact } from './exact.ts';
import type { Action, Permission } from './permissions.ts';

type Schema = z.core.$ZodType;

/** Who may call: anybody, anybody signed in, or who holds this action on this permission. */
export type Needs = 'guest' | 'signed-in' | { permission: Permission; action: Action };

/** One call of the API: the console, the plugin and the server all read it from here. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base path; parameters as `:id`. */
  path: string;
  needs: Needs;
  params?: Params;
  query?: Query;
  body?: Body;
  /** What stands under `data` in the answer. */
  answer: Answer;
  /** True: API tokens may call it too, though no permission guards it. Else only a person who signed in may. */
  programs?: true;
  /**
   * Keys of query and body that the schemas do not name are left out; without it they are refused. Only for calls that
   * programs of others make, in their own form (`docs/spec-coverage.md`).
   */
  unknownKeys?: 'ignored';
  /** 202 for long work: the answer then holds a run id. */
  status?: 200 | 201 | 202;
}

/** Keeps the precise types of a definition, and makes query and body refuse keys that they do not name (`exact.ts`). */
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
 * A GET that a browser makes by itself (download, picture, event stream): the cookie alone serves it, and what
 * comes back is no JSON envelope.
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

/** The part before every path. */
export const apiBase = '/shop-reptile/api';

export type ParamsOf<R> = R extends { params?: infer P extends Schema } ? z.input<P> : never;
export type QueryOf<R> = R extends { query?: infer Q extends Schema } ? z.input<Q> : never;
/** What a caller of this route sends. */
export type BodyOf<R> = R extends { body?: infer B extends Schema } ? z.input<B> : never;
/** What a caller of this route gets, already taken out of the envelope. */
export type AnswerOf<R> = R extends { answer: infer A extends Schema } ? z.output<A> : never;
