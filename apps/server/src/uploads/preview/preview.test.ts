import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileFormats } from '@bowerbird/files/formats/all';
import type { FileSource } from '@bowerbird/files/source/file-source';
import { textRows, workbookOf } from '@bowerbird/files/testing/workbook';
import { afterAll, describe, expect, it } from 'vitest';
import { openTable } from '../reading/open-table.ts';
import { type KnownSource, previewOf, sourcesThatFit } from './preview-upload.ts';
import { readHead } from './read-head.ts';

const folder = mkdtempSync(join(tmpdir(), 'bowerbird-preview-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();
const undecided = { dialect: null, table: null, mapping: null };

function fileOf(content: string | Uint8Array): string {
  const path = join(folder, crypto.randomUUID());
  writeFileSync(path, content);
  return path;
}

const gbk = Buffer.concat([
  // 货号,商品标题,售价,上架 / A17,连衣裙 in GB18030.
  Buffer.from('bbf5bac52cc9ccc6b7b1eacce22ccadbbcdb2cc9cfbcdc0d0a', 'hex'),
  Buffer.from('4131372cc1acd2c2c8b92c', 'hex'),
  Buffer.from('"12,50",31/01/2025\r\n'),
]);

describe('the preview of a file', () => {
  it('shows how it is read, with cells that prove it, and suggests a mapping', async () => {
    const preview = previewOf(await readHead(fileOf(gbk), undecided, signal), undecided, []);

    expect(preview).toMatchObject({
      kind: 'csv',
      encoding: { value: 'gb18030', examples: expect.arrayContaining(['连衣裙']) },
      separator: { value: ',', examples: ['货号', '商品标题', '售价', '上架'] },
      decimal: { value: ',', examples: ['12,50'] },
      dates: { value: 'dmy', examples: ['31/01/2025'] },
      header: ['货号', '商品标题', '售价', '上架'],
      rows: [{ row: 2, cells: ['A17', '连衣裙', '12,50', '31/01/2025'] }],
      mapping: { products: { by: 'columns' } },
      knownBy: null,
    });
  });

  it('knows a platform by its header, and says by what the format is known', async () => {
    const path = fileOf(
      'Handle,Title,Body (HTML),Vendor,Option1 Name,Option1 Value,Variant Price\nmug,Mug,,,,,12.50\n',
    );
    const preview = previewOf(await readHead(path, undecided, signal), undecided, []);

    expect(preview).toMatchObject({
      mapping: { products: { by: 'format', format: 'shopify' }, remedies: [] },
      knownBy: 'files',
      decimal: { value: '.' },
      dates: null,
    });
  });

  it('says of a format that only its header is known', async () => {
    const header = fileFormats.shopline.sheet({ attributes: 0 }).header.join(',');
    const preview = previewOf(await readHead(fileOf(`${header}\n`), undecided, signal), undecided, []);

    expect(preview).toMatchObject({
      mapping: { products: { by: 'format', format: 'shopline' } },
      knownBy: 'header',
    });
  });

  it('finds the header below a title, and in any row that a person names', async () => {
    const path = fileOf('Spring price list\n\nSKU,Title\n0017,Mug\n');
    const given = { ...undecided, table: { sheet: null, headerRow: 1 } };
    const named = await readHead(path, given, signal);
    const preview = previewOf(await readHead(path, undecided, signal), undecided, []);

    expect(named.header?.cells).toEqual(['Spring price list']);
    expect(preview).toMatchObject({ headerRow: 3, header: ['SKU', 'Title'], mapping: { headerRow: 3 } });
    expect(preview.rows).toEqual([{ row: 4, cells: ['0017', 'Mug'] }]);
  });

  it('reads the sheet with the products, not the notes before it', async () => {
    const book = await workbookOf({
      sheets: {
        Notes: textRows([['Prices without tax'], ['Ask for samples']]),
        Prices: textRows([
          ['SKU', 'Title', 'Price'],
          ['0017', 'Mug', '12.50'],
        ]),
      },
    });

    const preview = previewOf(await readHead(fileOf(book), undecided, signal), undecided, []);

    expect(preview).toMatchObject({
      mapping: { sheet: 'Prices', headerRow: 1 },
      sheets: ['Notes', 'Prices'],
    });
  });

  it("reads a supplier's next file by its own header, wherever that stands this week", async () => {
    const path = fileOf('Spring price list\n\nSKU,Title\n0017,Mug\n');
    const first = previewOf(await readHead(path, undecided, signal), undecided, []);
    const source = { id: 's', name: 'Acme', header: ['SKU', 'Title'], mapping: first.mapping };
    const next = await readHead(fileOf('SKU,Title\n0017,Mug\n'), undecided, signal);

    expect(previewOf(next, undecided, [source])).toMatchObject({
      sources: [{ name: 'Acme' }],
      mapping: { ...first.mapping, headerRow: 1 },
    });
  });

  it('reads a file as the dialect given says, whatever was detected', async () => {
    const given = { ...undecided, dialect: { encoding: 'windows-1252', separator: ';' } };
    const preview = previewOf(await readHead(fileOf('a;b,c\n1;2,5\n'), given, signal), given, []);

    expect(preview.header).toEqual(['a', 'b,c']);
    expect(preview.encoding?.value).toBe('windows-1252');
  });

  it('reads only the head of a file of 1 GB', async () => {
    const row = Buffer.from('mug,Mug,12.50\n'.repeat(8192));
    let bytesRead = 0;
    const source: FileSource = {
      size: 1024 ** 3,
      async read(position, length) {
        bytesRead += length;
        const start = position % row.length;
        return row.subarray(start, start + length);
      },
    };
    const table = await openTable(source, { dialect: null, sheet: null });
    let rows = 0;
    await table.rows((batch) => {
      rows += batch.length;
      return rows < 200;
    });

    expect(rows).toBeGreaterThanOrEqual(200);
    expect(bytesRead).toBeLessThan(1024 ** 2);
  });

  it('shows the head of a file of 1 GB that is on the disk', { tags: ['slow'] }, async () => {
    const path = fileOf('Handle,Title\n'.padEnd(600_000, 'mug,Mug\n'));
    truncateSync(path, 1024 ** 3);

    const head = await readHead(path, undecided, signal);

    expect(head.rows).toHaveLength(200);
    expect(head.header?.cells).toEqual(['Handle', 'Title']);
  });

  it('says of a date that may be read both ways nothing', async () => {
    const preview = previewOf(
      await readHead(fileOf('a,b\n03/04/2025,x\n'), undecided, signal),
      undecided,
      [],
    );

    expect(preview.dates).toBeNull();
  });
});

describe('a source', () => {
  const source = (id: string, ...header: string[]) => ({ id, name: id, header }) as unknown as KnownSource;
  const known = [
    source('other', 'Artikel', 'Preis'),
    source('near', 'SKU', 'Title', 'Price', 'Stock', 'Vendor'),
    source('same', ' sku', 'TITLE', 'Price', 'Stock', 'Vendor', 'Weight'),
  ];

  it('fits a file with its columns, whatever their order, case and padding; the nearest first', () => {
    const header = ['Title', 'SKU', 'Price', 'Stock', 'Vendor', 'Weight'];

    expect(sourcesThatFit(header, known).map(({ id }) => id)).toEqual(['same', 'near']);
    expect(sourcesThatFit(['Preis'], known)).toEqual([]);
    expect(sourcesThatFit([], known)).toEqual([]);
  });
});
