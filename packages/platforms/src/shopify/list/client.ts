import { AppError, type ErrorCode } from '@bowerbird/contract/errors';
import { z } from 'zod';
import type { ListerContext, StoreAccess } from '../../listing/store/access.ts';
import { jsonOf, originOf, requestOnce, shorten } from '../../listing/store/client.ts';
import { isObject } from '../../reading/unread.ts';
import { adminVersion } from './operations.ts';

/**
 * Milliseconds after which we give up on one request; the store may continue (`docs/listing-protocol.md`, Rules of
 * time).
 */
export const timeoutMs = 30_000;
const readTriesMax = 4;
/** Largest number of throttled answers to one read before it is given up. */
const throttledMax = 30;
/** Failures of a read that may not occur again a moment later. */
const timeRepairs: ReadonlySet<ErrorCode> = new Set([
  'store.unreachable',
  'store.unwell',
  'store.rate-limited',
  'address.unreachable',
]);

/** Result of one document: in an answer's body, and in each line of a bulk operation's results. */
export const WriteAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .union([
      z.string(),
      z.array(
        z.object({
          message: z.string(),
          extensions: z
            .looseObject({ code: z.string().optional(), requiredAccess: z.string().optional() })
            .optional(),
        }),
      ),
    ])
    .optional(),
});

const Envelope = WriteAnswer.extend({
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          actualQueryCost: z.number().nullish(),
          throttleStatus: z.object({
            maximumAvailable: z.number(),
            currentlyAvailable: z.number(),
            restoreRate: z.number(),
          }),
        })
        .optional(),
    })
    .optional(),
});

/** Result of one request. For a write, anything but the known answers is an unknown outcome; see `write.ts`. */
export type Answer =
  | { kind: 'data'; data: Record<string, unknown> }
  /**
   * `isSure` where the store's own figures show that the request exceeded the limit: then it was definitely not
   * executed.
   */
  | { kind: 'throttled'; waitMs: number; isSure: boolean }
  /** The document was not executed: it, or the token, was rejected first. */
  | { kind: 'turned-away'; failure: AppError }
  | { kind: 'unclear'; because: string; failure: AppError };

/** Sends one request, once. Never throws for what the store or the network does; only when we stop. */
export async function call(
  document: string,
  variables: Record<string, unknown>,
  estimate: number,
  store: StoreAccess,
  context: ListerContext,
  options: { gated: boolean },
): Promise<Answer> {
  const answer = await requestOnce(
    {
      method: 'POST',
      url: `${originOf(store.domain)}/admin/api/${adminVersion}/graphql.json`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'x-shopify-access-token': store.credentials.token ?? '',
      },
      body: JSON.stringify({ query: document, variables }),
    },
    store,
    context,
    { ...options, timeoutMs },
  );
  if (answer.kind === 'silent') {
    return { kind: 'unclear', because: answer.because, failure: answer.failure };
  }
  return read(answer.status, answer.text, estimate, context);
}

/** Sends a read and returns its data, retrying errors that may pass with time. Throws a named error for others. */
export async function readData(
  document: string,
  variables: Record<string, unknown>,
  estimate: number,
  store: StoreAccess,
  context: ListerContext,
): Promise<Record<string, unknown>> {
  let throttled = 0;
  for (let tries = 1; ; tries += 1) {
    await context.pace(estimate);
    const answer = await call(document, variables, estimate, store, context, { gated: false });
    switch (answer.kind) {
      case 'data':
        return answer.data;
      case 'turned-away':
        throw answer.failure;
      case 'throttled':
        throttled += 1;
        if (throttled > throttledMax) {
          throw new AppError('store.rate-limited', `throttled ${throttled} times`, { waitMs: answer.waitMs });
        }
        await context.sleep(answer.waitMs, context.signal);
        continue;
      case 'unclear':
        if (tries >= readTriesMax || !timeRepairs.has(answer.failure.code)) {
          throw answer.failure;
        }
        await context.sleep(250 * 2 ** tries, context.signal);
    }
  }
}

function read(status: number, text: string, estimate: number, context: ListerContext): Answer {
  if (status !== 200) {
    return refusedBy(status, text);
  }
  const parsed = Envelope.safeParse(jsonOf(text));
  if (!parsed.success) {
    return unclear('the answer was not understood', 'store.unwell');
  }
  const cost = parsed.data.extensions?.cost;
  if (cost) {
    context.throttled(cost.throttleStatus, estimate, cost.actualQueryCost ?? 0);
  }
  return answerOf(parsed.data, cost);
}

/** Returns the answer that this result means for its document. */
export function answerOf(
  { data, errors }: z.infer<typeof WriteAnswer>,
  cost?: NonNullable<z.infer<typeof Envelope>['extensions']>['cost'],
): Answer {
  if (errors !== undefined) {
    const list = typeof errors === 'string' ? [{ message: errors, extensions: undefined }] : errors;
    const codes = list.map((error) => error.extensions?.code);
    const said = shorten(list.map(({ message }) => message).join('; '));
    if (codes.includes('THROTTLED')) {
      const { requestedQueryCost = 0, throttleStatus } = cost ?? {};
      const missing = requestedQueryCost - (throttleStatus?.currentlyAvailable ?? 0);
      const waitMs = throttleStatus ? (Math.max(missing, 1) / throttleStatus.restoreRate) * 1000 : 1000;
      const isSure =
        throttleStatus !== undefined && missing > 0 && !hasContent(data) && !cost?.actualQueryCost;
      return { kind: 'throttled', waitMs: Math.min(Math.ceil(waitMs) + 20, 60_000), isSure };
    }
    const denied = list.find((error) => error.extensions?.code === 'ACCESS_DENIED');
    if (denied && !hasContent(data)) {
      const scope = /`([a-z_]+)`/.exec(`${denied.extensions?.requiredAccess ?? ''} ${denied.message}`)?.[1];
      return turnedAway('store.scope-missing', said, scope ? { scope } : {});
    }
    if (!hasContent(data) && codes.includes('VARIANT_THROTTLE_EXCEEDED')) {
      return turnedAway('store.daily-cap', said, {});
    }
    // Our own documents are proven against the schema; what fails to validate was definitely not executed.
    if (!hasContent(data) && codes.some((code) => code !== undefined && neverExecuted.has(code))) {
      return turnedAway('store.rejected-product', said, { message: said });
    }
    return unclear(said, 'store.unwell');
  }
  return data ? { kind: 'data', data } : unclear('an answer without data', 'store.unwell');
}

/** Codes of documents and variables that were rejected before anything ran (`readme.md`, Errors). */
const neverExecuted = new Set([
  'MAX_COST_EXCEEDED',
  'undefinedField',
  'argumentNotAccepted',
  'INVALID_VARIABLE',
  'variableMismatch',
  'missingRequiredArguments',
  'parseError',
]);

function refusedBy(status: number, text: string): Answer {
  const because = `HTTP ${status}`;
  switch (status) {
    case 401:
      return unclear(because, 'store.access-denied');
    case 402:
    case 423:
      return unclear(because, 'store.frozen');
    case 403:
      // A page comes from what stands before the store.
      return unclear(because, isObject(jsonOf(text)) ? 'store.access-denied' : 'store.blocked-us');
    case 404:
      return unclear(because, 'store.not-found');
    case 429:
      return unclear(because, 'store.rate-limited');
    default:
      return unclear(`${because} ${shorten(text.replace(/<[^<>]*>/g, ' '))}`, 'store.unwell');
  }
}

function hasContent(data: Record<string, unknown> | null | undefined): boolean {
  return Object.values(data ?? {}).some((value) => value !== null);
}

function turnedAway(
  code: 'store.scope-missing' | 'store.rejected-product' | 'store.daily-cap',
  said: string,
  params: Record<string, string>,
): Answer {
  return { kind: 'turned-away', failure: new AppError(code, said, { params }) };
}

function unclear(
  because: string,
  code:
    | 'store.unwell'
    | 'store.access-denied'
    | 'store.blocked-us'
    | 'store.frozen'
    | 'store.not-found'
    | 'store.rate-limited',
): Answer {
  return { kind: 'unclear', because, failure: new AppError(code, because) };
}
