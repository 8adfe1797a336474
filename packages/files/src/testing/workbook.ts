import { ZipFile } from 'yazl';

/** Returns a ZIP of these parts, in this order. */
export async function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    zip.addBuffer(Buffer.from(content as string), name, { mtime: new Date(2020, 0, 1) });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) {
    chunks.push(Buffer.from(chunk as Uint8Array));
  }
  return Buffer.concat(chunks);
}

/** What a workbook for tests holds. */
export interface TestWorkbook {
  /** The XML between `<sheetData>` and its end, by the name of the sheet. */
  sheets: Readonly<Record<string, string>>;
  /** Codes of number formats; the cells' style `s="1"` is the first of them. */
  formats?: readonly string[];
  shared?: readonly string[];
  date1904?: boolean;
  /** Further parts, or others in place of those made here. */
  parts?: Readonly<Record<string, string | Uint8Array>>;
  /** Names of sheets that are hidden. */
  hidden?: readonly string[];
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';

/** Returns the parts of a workbook. */
export function workbookParts({
  sheets,
  formats = [],
  shared = [],
  date1904 = false,
  parts = {},
  hidden = [],
}: TestWorkbook): Record<string, string | Uint8Array> {
  const names = Object.keys(sheets);
  const list = names.map(
    (name, at) =>
      `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  );
  const own = names.map(
    (_, at) =>
      `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  return {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${head}<Relationships xmlns="${relations}"><Relationship Id="r" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904 ? 1 : 0}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${relations}">${own.join('')}<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/><Relationship Id="t" Type="${office}/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `${head}<styleSheet xmlns="${main}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${xmlText(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${164 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    ...(shared.length > 0 && {
      'xl/sharedStrings.xml': `${head}<sst xmlns="${main}" count="${shared.length}">${shared.map((text) => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`).join('')}</sst>`,
    }),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `${head}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...parts,
  };
}

/** Returns a workbook's bytes. */
export async function workbookOf(given: TestWorkbook): Promise<Buffer> {
  return await zipOf(workbookParts(given));
}

/** Returns rows of text cells as the XML of a sheet. */
export function textRows(rows: readonly (readonly string[])[]): string {
  return rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells.map((cell) => `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`).join('')}</row>`,
    )
    .join('');
}

export function xmlText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');
}
