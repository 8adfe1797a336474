import { expect, it } from 'vitest';
import { z } from 'zod';
import { maximumOf } from '../../../testing/api/filled-input.ts';
import { hostileTexts } from '../../../testing/api/hostile-text.ts';
import { type InputPart, inputParts } from '../../../testing/api/inputs.ts';
import { timesLinear } from '../../../testing/clock/processor-time.ts';
import { servedRoutes, servedToBrowsers } from '../../program/served.ts';
import { realClock } from '../../time/clock.ts';

const parts = [...servedRoutes(realClock), ...servedToBrowsers].flatMap(({ route }) => inputParts(route));
/** Every text that a call takes, each schema once. */
const fields = [
  ...new Map(parts.flatMap((part) => (isText(part.schema) ? [[part.schema, part] as const] : []))).values(),
];

it('finds the texts of the API', () => {
  expect(fields.length).toBeGreaterThan(100);
});

it('bounds the length of every text field [asvs 1.3.3] [asvs 2.2.1]', () => {
  expect(fields.filter(({ schema }) => !isBounded(schema)).map(({ name }) => name)).toEqual([]);
});

it('reads every text field in time that grows with its length, also where it is longer than allowed [asvs 15.2.2]', {
  tags: ['slow'],
}, () => {
  const textsOf = new Map<number, string[]>();
  const slow = fields.flatMap(({ name, schema }) => {
    const lengths = [Math.min(longest, maximumOf(schema._zod.def.checks) ?? longest), longest];
    for (const length of lengths) {
      textsOf.set(length, textsOf.get(length) ?? hostileTexts(length));
    }
    const texts = lengths.flatMap((length) => textsOf.get(length) ?? []);
    const bad = texts.find(
      (text) => timesLinear(() => void z.safeParse(schema, text), text.length, tooSlow) > tooSlow,
    );
    return bad === undefined ? [] : [`${name} with ${JSON.stringify(bad.slice(0, 4))} x ${bad.length}`];
  });

  expect(slow).toEqual([]);
});

const longest = 10_000;
/** A backtracking pattern takes hundreds of times as long at this length. */
const tooSlow = 150;

function isText(schema: InputPart['schema']): boolean {
  return schema._zod.def.type === 'string';
}

/**
 * Reports whether a text is bounded: a greatest length is given, or the format implies one: an id, a day, or a pattern
 * without unlimited repetition.
 */
function isBounded(schema: z.core.$ZodType): boolean {
  const { def } = schema._zod;
  const formats = [
    def,
    ...(def.checks ?? []).map(({ _zod }) => _zod.def),
  ] as Partial<z.core.$ZodStringFormatDef>[];
  return (
    maximumOf(schema._zod.def.checks) !== undefined ||
    formats.some(
      ({ format, pattern }) =>
        format === 'uuid' ||
        format === 'date' ||
        (format === 'regex' && pattern !== undefined && endsAll(pattern)),
    )
  );
}

function endsAll({ source }: RegExp): boolean {
  const plain = source.replaceAll(/\\./g, 'a').replaceAll(/\[[^\]]*\]/g, 'a');
  return /^\^.*\$$/.test(plain) && !/[*+]|\{\d+,\}/.test(plain);
}
