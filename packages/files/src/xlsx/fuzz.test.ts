import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesSource } from '../source/file-source.ts';
import { openTable } from '../source/open-table.ts';
import { FileRefused } from '../source/refused.ts';
import { textRows, workbookOf, workbookParts, zipOf } from '../testing/workbook.ts';

/** Returns the cells of the first sheet, or the code by which the file is refused. Anything else that is thrown fails the test. */
async function outcomeOf(bytes: Uint8Array): Promise<string[][] | string> {
  const rows: string[][] = [];
  try {
    const file = await openTable(bytesSource(bytes));
    const refused = await file.rows(0, (batch) => {
      rows.push(...batch.map(({ cells }) => [...cells]));
    });
    return refused?.code ?? rows;
  } catch (thrown) {
    if (thrown instanceof FileRefused) {
      return thrown.code;
    }
    throw thrown;
  }
}

const table = [
  ['Title', 'Price', 'SKU'],
  ['Lamp', '12.50', '0017'],
  ['Stuhl & Co <b>', '7', 'ü'],
];
const given = {
  sheets: {
    A: `${textRows(table)}<row><c t="s"><v>1</v></c><c s="1"><v>17</v></c></row>`,
    B: textRows([['x']]),
  },
  shared: ['zero', 'one'],
  formats: ['0000000'],
};
const right = [...table, ['one', '0000017']];

/** What is left of a right reading: the same cells, or as many of them as were read before the damage was found. */
function isRight(outcome: string[][] | string): boolean {
  return typeof outcome === 'string' || JSON.stringify(outcome) === JSON.stringify(right);
}

it('the file itself is read', async () => {
  expect(await outcomeOf(await workbookOf(given))).toEqual(right);
});

it('a workbook cut at any place is refused by name', async () => {
  const bytes = await workbookOf(given);
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), async (at) => {
      expect(await outcomeOf(bytes.subarray(0, at))).toSatisfy(
        // Less than four bytes are a text like any other.
        (outcome: unknown) => typeof outcome === 'string' || at < 4,
      );
    }),
    { numRuns: 300 },
  );
});

it('a workbook with bytes changed anywhere gives the same cells, or is refused by name: never other cells', {
  tags: ['slow'],
}, async () => {
  const bytes = await workbookOf(given);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      async (changes) => {
        const changed = Uint8Array.from(bytes);
        for (const [at, value] of changes) {
          changed[at] = value;
        }
        // The first four bytes say that it is a workbook at all.
        changed.set(bytes.subarray(0, 4));

        expect(await outcomeOf(changed)).toSatisfy(isRight);
      },
    ),
    { numRuns: 1_500 },
  );
});

it('a workbook whose parts are exchanged, missing, emptied or cut is refused by name, or read as what it says', {
  tags: ['slow'],
}, async () => {
  const parts = workbookParts(given);
  const names = Object.keys(parts);
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('swap' as const),
      a: fc.constantFrom(...names),
      b: fc.constantFrom(...names),
    }),
    fc.record({ kind: fc.constant('drop' as const), a: fc.constantFrom(...names) }),
    fc.record({ kind: fc.constant('cut' as const), a: fc.constantFrom(...names), at: fc.nat(400) }),
    fc.record({
      kind: fc.constant('insert' as const),
      a: fc.constantFrom(...names),
      at: fc.nat(400),
      text: fc.constantFrom(
        '<',
        '>',
        '&',
        '<row r="1">',
        '</row>',
        '<c t="s"><v>99</v></c>',
        '\0',
        '<!--',
        ']]>',
        '<v>1e999</v>',
        '<?x?>',
        's="-1"',
        '<mergeCell ref="A1:B2"/>',
      ),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      const changed: Record<string, string> = Object.fromEntries(
        Object.entries(parts).map(([name, content]) => [name, String(content)]),
      );
      for (const each of changes) {
        const own = changed[each.a] ?? '';
        if (each.kind === 'swap') {
          [changed[each.a], changed[each.b]] = [changed[each.b] ?? '', own];
        } else if (each.kind === 'drop') {
          delete changed[each.a];
        } else if (each.kind === 'cut') {
          changed[each.a] = own.slice(0, each.at);
        } else {
          changed[each.a] = own.slice(0, each.at) + each.text + own.slice(each.at);
        }
      }
      const outcome = await outcomeOf(await zipOf(changed));

      expect(
        typeof outcome === 'string' || outcome.every((row) => row.every((cell) => typeof cell === 'string')),
      ).toBe(true);
    }),
    { numRuns: 500 },
  );
});
