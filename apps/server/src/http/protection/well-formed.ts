import { AppError } from '@bowerbird/contract/errors';

type Path = readonly (string | number)[];

/**
 * Throws `request.invalid`, naming the place, if one of these texts contains half a character (an unpaired surrogate):
 * the database would store a different text, and JSON columns refuse it. Works at any depth.
 */
export function requireWellFormed(sent: Record<string, unknown>): void {
  const open: { value: unknown; path: Path }[] = [{ value: sent, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === 'string') {
      refuseHalf(value, path);
    } else if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) {
        open.push({ value: item, path: [...path, at] });
      }
    } else if (typeof value === 'object' && value !== null && !Buffer.isBuffer(value)) {
      for (const [key, item] of Object.entries(value)) {
        refuseHalf(key, path);
        open.push({ value: item, path: [...path, key] });
      }
    }
  }
}

function refuseHalf(text: string, [, ...path]: Path): void {
  if (!text.isWellFormed()) {
    throw new AppError('request.invalid', `half of a character at ${path.join('.')}`, {
      issues: [{ path: [...path], code: 'ill-formed', message: '' }],
    });
  }
}
