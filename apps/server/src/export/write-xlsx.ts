import { PassThrough, type Readable } from 'node:stream';
import { columnLetters } from '@bowerbird/files/xlsx/columns';
import { cellMax, escapedText } from '@bowerbird/files/xlsx/text';
import { ZipFile } from 'yazl';

/**
 * Writes a spreadsheet of one sheet as a stream. Every cell is text, so that a code keeps its zeros and nothing is a
 * formula or a date. Memory: what the reader of `output` has not taken yet.
 */
export class XlsxWriter {
  readonly #zip = new ZipFile();
  readonly #sheet = new PassThrough({ highWaterMark: 1 << 20 });
  // yazl's stream is Node's own kind, though its type says less.
  readonly #output = this.#zip.outputStream as Readable;
  #row = 0;
  #full = false;

  constructor(sheetName: string) {
    // The same content gives the same bytes.
    const options = { mtime: new Date(2020, 0, 1), compressionLevel: 6 };
    const add = (name: string, text: string) => this.#zip.addBuffer(Buffer.from(text), name, options);
    add('[Content_Types].xml', contentTypes);
    add('_rels/.rels', rootRelations);
    add('xl/workbook.xml', workbook(sheetName));
    add('xl/_rels/workbook.xml.rels', bookRelations);
    add('xl/styles.xml', styles);
    this.#zip.addReadStream(this.#sheet, 'xl/worksheets/sheet1.xml', options);
    this.#zip.end();
    this.#sheet.write(sheetStart);
  }

  /** The file's bytes. */
  get output(): Readable {
    return this.#output;
  }

  /** Takes the next row. Throws `RangeError` if a cell is longer than `cellMax`. */
  add(cells: readonly string[]): void {
    this.#row += 1;
    let xml = `<row r="${this.#row}">`;
    for (const [place, cell] of cells.entries()) {
      if (cell !== '') {
        xml += `<c r="${columnLetters(place)}${this.#row}" s="1" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
      }
    }
    this.#full = !this.#sheet.write(`${xml}</row>`);
  }

  /** True if so much was added that it should be drained now. */
  get isFull(): boolean {
    return this.#full;
  }

  /** Waits until what was added has been taken. */
  async drain(): Promise<void> {
    if (this.#full) {
      await new Promise<void>((resolve) => this.#sheet.once('drain', resolve));
      this.#full = false;
    }
  }

  /** Ends the sheet; the output ends when all of it has been taken. */
  end(): void {
    this.#sheet.end('</sheetData></worksheet>');
  }

  /** Ends the output at once, with an error for its reader. */
  abandon(): void {
    this.#sheet.destroy();
    this.#output.destroy(new Error('The spreadsheet was abandoned'));
  }
}

function escaped(text: string): string {
  if (text.length > cellMax) {
    throw new RangeError(`A cell of ${text.length} characters does not fit into a spreadsheet`);
  }
  return escapedText(text);
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const contentTypes = `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`;
const rootRelations = `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const bookRelations = `${xml}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;
// Style 1 is the number format "text": a code typed into such a cell stays as it is.
const styles = `${xml}<styleSheet xmlns="${main}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;
const sheetStart = `${xml}<worksheet xmlns="${main}"><sheetData>`;

function workbook(sheetName: string): string {
  return `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
}
