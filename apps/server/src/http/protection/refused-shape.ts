import { AppError, type Issue } from '@bowerbird/contract/errors';

/** A schema's finding about one invalid place; used for unknown keys and the alternatives of a union. */
export interface ShapeIssue {
  path: readonly PropertyKey[];
  code?: string | undefined;
  message: string;
  /** With `unrecognized_keys`. */
  keys?: unknown;
  /** With `invalid_union`: the issues of each alternative. */
  errors?: unknown;
}

/**
 * Returns the error of a request with a wrong shape: `request.unknown-key` with the first unknown key if unknown keys
 * are the only problem; else `request.invalid`. Each invalid place is an issue, and an unknown key has its own path.
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
/** Longest part of a key that is shown, and most unknown keys that are named. */
const shownMax = 100;
const keysMax = 50;

function issuesOf(found: ShapeIssue, above: Issue['path']): Issue[] {
  const path = [...above, ...found.path.map(partOf)];
  const { code = '', message } = found;
  if (code === unknownKey && Array.isArray(found.keys)) {
    return found.keys.slice(0, keysMax).map((key) => ({ path: [...path, partOf(key)], code, message }));
  }
  // If one alternative of a union is right except for a key, that alternative was meant.
  const meant = code === 'invalid_union' ? waysOf(found.errors).find(lacksOnlyKeys) : undefined;
  return meant ? meant.flatMap((each) => issuesOf(each, path)) : [{ path, code, message }];
}

function waysOf(errors: unknown): ShapeIssue[][] {
  // The schema library's own format: a list of issues for each alternative.
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
