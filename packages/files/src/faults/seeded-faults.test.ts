import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@bowerbird/contract/account/account';
import { type FileFault, faultCodes } from '@bowerbird/contract/files/fault-codes';
import { expect, it } from 'vitest';
import { suggestRemedies } from '../remedies/suggest.ts';
import { bytesSource } from '../source/file-source.ts';
import { openTable } from '../source/open-table.ts';
import { FileRefused } from '../source/refused.ts';
import { readStaged } from '../staging/staged-table.ts';
import { type CellFault, cellFaults } from '../testing/cell-faults.ts';
import { goodTables } from '../testing/good-tables.ts';
import { tableFaults } from '../testing/table-faults.ts';
import { type WholeFileFault, wholeFileFaults } from '../testing/whole-file-faults.ts';
import { groupFaults } from './groups.ts';

const root = join(import.meta.dirname, '../../../..');

function textsOf(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(root, `packages/contract/src/file-faults/${language}.json`), 'utf8'));
}

const inTables: readonly CellFault[] = [...cellFaults(), ...tableFaults()];

it.each(goodTables.map((table) => [table.name, table] as const))(
  'the good table of %s has no fault',
  (_, table) => {
    const { products, faults } = readStaged({ products: table.products, remedies: [] }, table.rows);

    expect(faults).toEqual([]);
    expect(products).toHaveLength(2);
  },
);

it('there are at least 200 faults, and they are not the same', () => {
  const all = inTables.map(({ table, fault }) => JSON.stringify([table.name, fault]));

  expect(all.length + wholeFileFaults.length).toBeGreaterThan(300);
  expect(all.filter((each, at) => all.indexOf(each) !== at)).toEqual([]);
});

it.each(
  inTables.map(
    (each) =>
      [each.table.name, each.fault.code, each.fault.column, each.fault.value.slice(0, 40), each] as const,
  ),
)('%s: %s in %s by %j is named by its row and column, with its remedy', (_, __, ___, ____, each) => {
  const { table, rows, fault, repair } = each;
  const { products, faults } = readStaged({ products: table.products, remedies: [] }, rows);
  const isHere = ({ row, column, code }: FileFault) =>
    row === fault.row &&
    (fault.column === '*' || column === fault.column) &&
    (code === fault.code || fault.column !== null);
  const found = faults.filter(isHere);
  const isHeader = fault.code.startsWith('header.');

  expect(found).toEqual([
    {
      ...fault,
      ...(fault.column === '*' && { column: expect.any(String) }),
      ...(isHeader && fault.code.endsWith('-missing') && { value: expect.any(String) }),
    },
  ]);
  // Nothing of these rows is taken until they are right.
  expect(
    products.filter((staged) => staged.faults.some(isHere)).every((staged) => staged.product === null),
  ).toBe(true);

  const [group] = groupFaults(found);
  const [steps = []] = group ? suggestRemedies(group) : [];
  if (repair.length > 0) {
    expect(steps.map(({ kind }) => kind)).toEqual(repair);
    expect(readStaged({ products: table.products, remedies: steps }, rows).faults.filter(isHere)).toEqual([]);
  }
});

async function refusalOf({ bytes, sheet = 0 }: WholeFileFault): Promise<FileFault | null> {
  try {
    const file = await openTable(bytesSource(await bytes()));
    return (await file.rows(sheet, () => {}))?.fault ?? null;
  } catch (thrown) {
    if (thrown instanceof FileRefused) {
      return thrown.fault;
    }
    throw thrown;
  }
}

it.each(wholeFileFaults.map((each) => [each.what, each.code, each] as const))(
  '%s is refused as %s',
  { tags: ['slow'] },
  async (_, code, each) => {
    expect((await refusalOf(each))?.code).toBe(code);
  },
);

it.each(languages)('every code has a reason and a remedy in %s', (language) => {
  const texts = textsOf(language);
  const wanted = faultCodes.flatMap((code) => [`fileFault.${code}`, `fileRemedy.${code}`]);

  expect(wanted.filter((key) => (texts[key] ?? '').trim() === '')).toEqual([]);
});

it('docs/import-faults.md is what these tests hold (npx vitest run -u seeded-faults writes it)', {
  tags: ['slow'],
}, async () => {
  const texts = textsOf('en-US');
  const cell = (text: string) =>
    text.replaceAll('|', '\\|').replaceAll('\0', '␀').replaceAll('\n', ' ').slice(0, 60);
  const codes = faultCodes.filter(
    (code) =>
      inTables.some(({ fault }) => fault.code === code) || wholeFileFaults.some((each) => each.code === code),
  );
  const rows = await Promise.all(
    wholeFileFaults.map(async (each) => ({ each, fault: await refusalOf(each) })),
  );
  const lines = codes.flatMap((code) => [
    `## ${code}`,
    '',
    `${texts[`fileFault.${code}`]} ${texts[`fileRemedy.${code}`]}`,
    '',
    '| File | Row | Column | Value | Repaired by |',
    '|---|---|---|---|---|',
    ...rows
      .filter(({ each }) => each.code === code)
      .map(({ each, fault }) => `| ${each.what} | ${fault?.row ?? 1} | | ${cell(fault?.value ?? '')} | |`),
    ...inTables
      .filter(({ fault }) => fault.code === code)
      .map(
        ({ table, fault, repair }) =>
          `| ${table.name} | ${fault.row} | ${cell(fault.column === '*' || fault.column === null ? '' : fault.column)} | ${fault.value === '' ? '' : `\`${cell(fault.value)}\``} | ${repair.join(', ')} |`,
      ),
    '',
  ]);
  const text = [
    '# Errors in product files',
    '',
    `Made by \`packages/files/src/faults/seeded-faults.test.ts\` from its own table: ${inTables.length + wholeFileFaults.length} files, each broken in one place, and the`,
    'answer that each must have. "Repaired by" are the kinds of the remedy that is offered first and that repairs the file; where it is blank, a person decides.',
    '',
    ...lines,
  ].join('\n');

  await expect(text).toMatchFileSnapshot(join(root, 'docs/import-faults.md'));
});
