import { AppError, errorCodes } from '@bowerbird/contract/errors';
import { sentenceFor } from '@bowerbird/contract/texts/sentences';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import pg from 'pg';
import { databaseFailure } from '../db/database-failure.ts';
import type { Log } from '../log/log.ts';
import { languageIn } from './language.ts';
import { refusedShape } from './protection/refused-shape.ts';

/** Responds to any failure in the API's one error shape; logs an unforeseen failure and returns only its number. */
export function answerFailure(
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Log,
): FastifyReply {
  const failure = named(thrown);
  const { status } = errorCodes[failure.code];
  if (status >= 500 && (failure.code === 'unexpected' || failure.code.startsWith('seal.'))) {
    log.error(
      { error: failure.message, stack: failure.stack, request: request.id, url: request.routeOptions.url },
      'A call failed unexpectedly',
    );
  }
  if (ofControls.has(failure.code)) {
    const { method, routeOptions, ip, id } = request;
    log.info(
      { code: failure.code, call: `${method} ${routeOptions.url ?? 'other'}`, ip, request: id },
      'A call was refused for its form or its pace',
    );
  }
  if (failure.waitMs !== undefined) {
    reply.header('retry-after', Math.ceil(failure.waitMs / 1000));
  }
  return reply.code(status).send(failureBody(failure, request));
}

/** Builds the body of every failure of the API: its code, the sentence in the caller's language, and the call's number. */
export function failureBody(
  failure: Pick<AppError, 'code' | 'params'> & Partial<Pick<AppError, 'issues'>>,
  request: FastifyRequest,
) {
  const { code, params, issues = [] } = failure;
  return {
    code,
    message: sentenceFor(languageIn(request), code, params),
    params,
    ...(issues.length > 0 && { issues }),
    requestId: request.id,
    result: { isLogin: ofSigningIn.has(code) },
  };
}

/** Refusals that say nothing about an existing session: the console keeps the session. */
const ofSigningIn: ReadonlySet<string> = new Set([
  'auth.wrong-credentials',
  'auth.not-activated',
  'auth.second-step-needed',
  'auth.second-step-wrong',
]);

/** Refusals that a person meets who looks for ways around the checks. */
const ofControls: ReadonlySet<string> = new Set([
  'request.invalid',
  'request.too-large',
  'rate.too-many-calls',
  'rate.too-many-tries',
]);

function named(thrown: unknown): AppError {
  if (thrown instanceof AppError) {
    return thrown;
  }
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    return refusedShape(
      thrown.validation.map((each) => ({
        path: each.instancePath.split('/').filter((part) => part !== ''),
        code: each.keyword,
        message: each.message ?? '',
        ...each.params,
      })),
    );
  }
  const status = thrown instanceof Error && 'statusCode' in thrown ? thrown.statusCode : undefined;
  switch (status) {
    case 413:
      return new AppError('request.too-large', 'body too large');
    case 429:
      return new AppError('rate.too-many-tries', 'rate limit', { params: { seconds: 60 }, waitMs: 60_000 });
    case 400:
    case 415:
      return new AppError('request.invalid', String(thrown));
    case 414:
      // An address longer than any of ours.
      return new AppError('route.not-found', 'the address is too long');
    default:
      if (isRefusedValue(thrown)) {
        return new AppError('request.invalid', String(thrown));
      }
      return databaseFailure(thrown) ?? AppError.from(thrown);
  }
}

/**
 * Reports whether the database could not accept a value: a zero character in a text, a number too large for its column
 * (SQLSTATE class 22). In a call such values come only from the caller.
 */
function isRefusedValue(thrown: unknown): boolean {
  return thrown instanceof pg.DatabaseError && thrown.code?.startsWith('22') === true;
}
