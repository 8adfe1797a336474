import { answerLengthMax, pageVariables } from '../between-worlds.ts';

/**
 * Copies the variables in which pages keep their products, as JSON; missing ones and those that are not data are left
 * out.
 */
export function copyVariables(page: object): Record<string, string> {
  const values: Record<string, string> = {};
  let left = answerLengthMax;
  for (const path of pageVariables) {
    const copy = jsonOf(path.split('.').reduce<unknown>(inside, page));
    if (copy !== null && copy.length <= left) {
      values[path] = copy;
      left -= copy.length;
    }
  }
  return values;
}

function inside(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function jsonOf(value: unknown): string | null {
  try {
    const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : '{}';
    return text === '{}' ? null : text;
  } catch {
    return null;
  }
}
