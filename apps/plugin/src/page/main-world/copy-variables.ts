import { answerLengthMax, goodsVariables } from '../between-worlds.ts';

/** The variables in which pages keep their goods, copied as JSON; what is not there, or is no data, is left out. */
export function copyVariables(page: object): Record<string, string> {
  const values: Record<string, string> = {};
  let left = answerLengthMax;
  for (const path of goodsVariables) {
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
