import type { z } from 'zod';
import { safeParse } from 'zod';

type Schema = z.core.$ZodType;

/** Strings with a fixed format: each pattern of the API is met by one of these. */
const inForm = [
  '01900000-0000-7000-8000-000000000000',
  '1',
  '1.00',
  'EUR',
  'integer',
  '0.99',
  '123456',
  '+15551234567',
  '2036-01-01',
  '2036-01-01T09:00',
  '2036-01-01T09:00:00Z',
  '09:00',
  'UTC',
  'ann@shop.example',
  'https://shop.example/a',
  '/dashboard/workplace',
  'ann',
];

/** How many characters the lists of one input take together. */
const listBytes = 300_000;

/** Fills one text: repeats the row, after what makes a URL of it where only URLs are accepted. */
export type Filling = (length: number) => string;

/**
 * Returns an input that this schema accepts, with every free text in it as long as allowed and of this filling, and
 * every list of texts as long as allowed. Of a union it takes the option with the number `way`, counted from 0 and
 * wrapping around.
 */
export function filledInput(schema: Schema, filling: Filling, way = 0): unknown {
  // Every schema of the library is one of these.
  const known = schema as z.core.$ZodTypes;
  const { def } = known._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, value]) => [key, filledInput(value, filling, way)]),
      );
    case 'array':
      return list(def, filling, way);
    case 'union':
      return filledInput(def.options[way % def.options.length] ?? schema, filling, way);
    case 'intersection':
      return {
        ...object(filledInput(def.left, filling, way)),
        ...object(filledInput(def.right, filling, way)),
      };
    case 'record':
      return Object.fromEntries([
        [String(filledInput(def.keyType, filling, way)), filledInput(def.valueType, filling, way)],
      ]);
    case 'pipe':
      return filledInput(def.in, filling, way);
    case 'optional':
    case 'nullable':
    case 'default':
      return filledInput(def.innerType, filling, way);
    case 'string':
      return text(schema, filling);
    case 'number':
      return [1, 2, 24, 9, 0].find((one) => safeParse(schema, one).success);
    case 'boolean':
      return true;
    case 'enum':
      return Object.values(def.entries)[0];
    case 'literal':
      return def.values[0];
    default:
      return null;
  }
}

/** Returns the greatest length that these checks of a text or list allow; undefined without one. */
export function maximumOf(checks: z.core.$ZodTypeDef['checks'] = []): number | undefined {
  const maxima = checks.flatMap((check) => {
    const def = check._zod.def as z.core.$ZodCheckMaxLengthDef;
    return def.check === 'max_length' ? [def.maximum] : [];
  });
  return maxima.length > 0 ? Math.min(...maxima) : undefined;
}

function text(schema: Schema, filling: Filling): string {
  const max = maximumOf(schema._zod.def.checks) ?? 0;
  const candidates = [filling(max), `https://shop.example/${filling(Math.max(0, max - 40))}`, ...inForm];
  return candidates.find((each) => each !== '' && safeParse(schema, each).success) ?? filling(max);
}

function list({ element, checks }: z.core.$ZodArrayDef, filling: Filling, way: number): unknown[] {
  const max = maximumOf(checks) ?? 50;
  const one = filledInput(element, filling, way);
  const count = typeof one === 'string' ? Math.max(1, Math.min(max, Math.floor(listBytes / one.length))) : 1;
  return Array.from({ length: count }, () => one);
}

function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
