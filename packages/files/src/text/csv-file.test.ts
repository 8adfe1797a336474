import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { hostileText } from '@bowerbird/catalog/testing/arbitrary-product';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CsvFile, openCsvFile } from './csv-file.ts';
import type { CsvRow } from './csv-reader.ts';
import { fileBytes } from './detect-dialect.ts';
import { type Dialect, lineEnds, quotings, separators, withCell, writtenRow } from './dialect.ts';
import { carried, encodings } from './encoding.ts';

async function* inChunks(bytes: Uint8Array, size: number) {
  for (let from = 0; from < bytes.length; from += size) {
    yield bytes.subarray(from, from + size);
  }
}

async function read(bytes: Uint8Array, given: Partial<Dialect> = {}, size = 64 * 1024) {
  const file: CsvFile = await openCsvFile(inChunks(bytes, size), given);
  const rows: CsvRow[] = [];
  const cutOff = await file.rows((batch) => {
    rows.push(...batch);
  });
  return { dialect: file.dialect, certain: file.certain, rows, cutOff };
}

const folder = join(import.meta.dirname, '../../../../../shared/fixtures');
const recorded = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.csv(\.gz)?$/.test(file))
  : [];

it.runIf(recorded.length > 0)(
  'every recorded file comes back byte for byte, and its rows hold its dialect',
  async () => {
    for (const name of recorded) {
      const content = readFileSync(join(folder, name));
      const bytes = name.endsWith('.gz') ? gunzipSync(content) : content;

      const { rows, dialect, cutOff } = await read(bytes, {}, 1000);

      expect([name, cutOff, dialect.separator, dialect.encoding]).toEqual([name, null, ',', 'utf-8']);
      expect(
        fileBytes(
          rows.map(({ text }) => text),
          dialect,
        ).equals(bytes),
        name,
      ).toBe(true);
    }
  },
);

it.runIf(recorded.length > 0)(
  'one edited cell of a recorded file changes that cell and nothing else',
  async () => {
    for (const name of recorded.filter((file) => file.endsWith('.csv'))) {
      const bytes = readFileSync(join(folder, name));
      const { rows, dialect } = await read(bytes);
      const at = Math.min(1, rows.length - 1);
      const before = rows[at];
      const texts = rows.map(({ text }) => text);
      texts[at] = withCell(before?.text ?? '', 1, 'A, "new" value', dialect) ?? '';

      const again = await read(fileBytes(texts, dialect), dialect);

      expect(again.rows.map(({ cells }) => cells)).toEqual(
        rows.map(({ cells }, index) => (index === at ? cells.with(1, 'A, "new" value') : cells)),
      );
      expect(again.rows.filter(({ text }, index) => text !== rows[index]?.text)).toHaveLength(1);
    }
  },
);

const dialect: fc.Arbitrary<Dialect> = fc.record({
  encoding: fc.constantFrom(...encodings),
  mark: fc.constant(false),
  separator: fc.constantFrom(...separators.slice(0, 3)),
  lineEnd: fc.constantFrom(...lineEnds),
  quoting: fc.constantFrom(...quotings),
});

it('a file in any dialect comes back byte for byte, and its values as they were, or a value is refused', async () => {
  const cell = fc.oneof(hostileText, fc.constantFrom('保温杯 350 ml', 'ＡＢ', 'ação', 'コップ'));
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(rows, dialect, fc.integer({ min: 1, max: 40 }), async (cells, how, size) => {
      const texts = cells.map((row) => writtenRow(row, how));
      if (texts.includes(null)) {
        expect(cells.flat().some((value) => carried(value, how.encoding) === null)).toBe(true);
        return;
      }
      const bytes = fileBytes(texts as string[], how);
      const again = await read(bytes, how, size);

      expect(again.rows.map((row) => row.cells)).toEqual(cells);
      expect(
        fileBytes(
          again.rows.map(({ text }) => text),
          how,
        ).equals(bytes),
      ).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

it('bytes of any kind come back as they are, or the file is refused with its row', async () => {
  const bytes = fc.uint8Array({ maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.constantFrom(...encodings), async (content, encoding) => {
      const { rows, dialect: found, cutOff } = await read(content, { encoding }, 7);

      const again = fileBytes(
        rows.map(({ text }) => text),
        found,
      );
      expect(cutOff !== null || again.equals(content)).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

const sample = 'Handle;标题;价格\nmug;保温杯，大号;12,50\ncup;茶杯和杯垫的套装;8,00\n';
it.each([
  ['gb18030', sample],
  ['big5', 'Handle;標題;價格\nmug;保溫杯，大號;12,50\ncup;茶杯和杯墊的套裝;8,00\n'],
  [
    'shift_jis',
    'Handle;タイトル;価格\nmug;ステンレスのマグカップ（大）;12,50\ncup;湯のみと茶たくのセット;8,00\n',
  ],
  [
    'windows-1252',
    'Handle;Título;Preço\nmug;Caneca de aço inoxidável;12,50\ncup;Xícara de chá – série “Café”;8,00\n',
  ],
  ['utf-16le', sample],
  ['utf-16be', sample],
  ['utf-8', sample],
] as const)('%s is detected by its bytes, with its separator', async (encoding, text) => {
  const how: Dialect = { encoding, mark: false, separator: ';', lineEnd: '\n', quoting: 'needed' };
  const bytes = fileBytes([carried(text, encoding) ?? ''], how);

  const found = await read(bytes);

  expect(found.dialect).toEqual(how);
  expect(found.rows[1]?.cells).toEqual(text.split('\n')[1]?.split(';'));
});

it('a byte that is no character of the encoding is named by its cell, and kept', async () => {
  const bytes = Buffer.concat([Buffer.from('Title,Vendor\n保温杯'), Buffer.of(0xff), Buffer.from(',A\n')]);

  const { rows, dialect: found } = await read(bytes, { encoding: 'utf-8' });

  expect(rows[1]?.notes).toEqual([{ place: 0, kind: 'not-in-encoding' }]);
  expect(
    fileBytes(
      rows.map(({ text }) => text),
      found,
    ).equals(bytes),
  ).toBe(true);
});
