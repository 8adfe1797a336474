import { AppError, type Issue } from '@bowerbird/contract/errors';

/** What a schema says of one bad place, of which a key that it does not know and the ways of a union are looked at. */
export interface ShapeIssue {
  path: readonly PropertyKey[];
  code?: string | undefined;
  message: string;
  /** With `unrecognized_keys`. */
  keys?: unknown;
  /** With `invalid_union`: for each of its ways what is wrong with it. */
  errors?: unknown;
}

/**
 * The error of a request that does not have its shape: `request.unknown-key` where nothing but keys is wrong that it does
 * not know, with the first of them; else `request.invalid`. Each bad place is an issue, an unknown key under its own path.
 */
export function refusedShape(found: readonly ShapeIssue[]): AppError {
  const issues = found.flatMap((each) => issuesOf(each, []));
  const [first] = issues;
  return first && issues.every(({ code }) => code === unknownKey)
    ? new AppError('request.unknown-key', 'the request has a key that it does not know', {
        issues,
        params: { key: first.path.join('.').slice(0, shownMax) },
      })
    : new AppError('request.invalid', 'the request does not have its shape', { issues });
}

const unknownKey = 'unrecognized_keys';
/** As much of a key as is shown, and as many unknown keys as are named. */
const shownMax = 100;
const keysMax = 50;

function issuesOf(found: ShapeIssue, above: Issue['path']): Issue[] {
  const path = [...above, ...found.path.map(partOf)];
  const { code = '', message } = found;
  if (code === unknownKey && Array.isArray(found.keys)) {
    return found.keys.slice(0, keysMax).map((key) => ({ path: [...path, partOf(key)], code, message }));
  }
  // Where a union has a way that is right but for a key, that one was meant.
  const meant = code === 'invalid_union' ? waysOf(found.errors).find(lacksOnlyKeys) : undefined;
  return meant ? meant.flatMap((each) => issuesOf(each, path)) : [{ path, code, message }];
}

function waysOf(errors: unknown): ShapeIssue[][] {
  // The schema library's own words: a list of issues for each way.
  return Array.isArray(errors) ? errors : [];
}

function lacksOnlyKeys(way: readonly ShapeIssue[]): boolean {
  return (
    way.length > 0 &&
    way.every(({ code, errors }) => code === unknownKey || waysOf(errors).some(lacksOnlyKeys))
  );
}

function partOf(part: unknown): string | number {
  const text = String(part);
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
