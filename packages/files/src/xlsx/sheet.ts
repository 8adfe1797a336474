import { FileRefused } from '../source/refused.ts';
import type { CellNote, NotedRow } from '../text/table-row.ts';
import { columnPlace } from './columns.ts';
import { readsOtherFile } from './external-links.ts';
import { type NumberFormat, shownNumber } from './number-format.ts';
import type { SharedStrings } from './shared-strings.ts';
import { formatOf } from './styles.ts';
import { unescapedText } from './text.ts';
import { type Attributes, XmlPart } from './xml.ts';

/** What a sheet's cells refer to. */
export interface SheetContext {
  formats: readonly NumberFormat[];
  date1904: boolean;
  strings: SharedStrings;
}

/** Last row and column of a spreadsheet (XFD). */
const rowMax = 1_048_576;
const columnMax = 16_384;
const none: readonly CellNote[] = [];
/** The longest formula that a spreadsheet has, in characters. */
const formulaMax = 8_192;

interface OpenRow {
  number: number;
  cells: string[];
  notes: CellNote[];
}

/** Reads the rows of one sheet chunk by chunk. Rows without a value are passed over. */
export class SheetReader {
  readonly #xml: XmlPart;
  readonly #part: string;
  readonly #context: SheetContext;
  #rows: OpenRow[] = [];
  /** Cells whose text is a shared string that may not have been read yet. */
  #wanted: { cells: string[]; place: number; index: number }[] = [];
  #reach = -1;
  #row: OpenRow | null = null;
  #number = 0;
  #place = -1;
  #type = '';
  #style: string | undefined;
  #value = '';
  #takes = false;
  #hasFormula = false;
  /** The text of a formula; shared formulas have it in one cell only. */
  #formula = '';
  #takesFormula = false;
  #shared: string | undefined;
  /** Shared formulas that read another file. */
  readonly #sharedLinks = new Set<string>();
  #phonetic = 0;

  constructor(part: string, context: SheetContext) {
    this.#part = part;
    this.#context = context;
    this.#xml = new XmlPart(part, {
      open: (name, attributes) => this.#open(name, attributes),
      close: (name) => this.#close(name),
      text: (text) => {
        if (this.#takes) {
          this.#value += text;
        } else if (this.#takesFormula && this.#formula.length < formulaMax) {
          this.#formula += text;
        }
      },
    });
  }

  /** The row that was begun last. */
  get number(): number {
    return this.#number;
  }

  /** Takes the next bytes, and returns the rows that they complete. */
  async push(bytes: Uint8Array): Promise<NotedRow[]> {
    this.#xml.push(bytes);
    return await this.#taken();
  }

  /** Ends the sheet. */
  async end(): Promise<NotedRow[]> {
    this.#xml.end();
    return await this.#taken();
  }

  async #taken(): Promise<NotedRow[]> {
    if (this.#reach >= 0) {
      await this.#context.strings.reach(this.#reach);
      for (const { cells, place, index } of this.#wanted) {
        cells[place] = this.#context.strings.at(index);
      }
      this.#wanted = [];
      this.#reach = -1;
    }
    const rows = this.#rows;
    this.#rows = [];
    return rows.filter(({ cells, notes }) => notes.length > 0 || cells.some((cell) => cell !== ''));
  }

  #open(name: string, attributes: Attributes): void {
    switch (name) {
      case 'row':
        this.#openRow(attributes.r);
        return;
      case 'c':
        this.#place = this.#placeOf(attributes.r);
        this.#type = attributes.t ?? 'n';
        this.#style = attributes.s;
        this.#value = '';
        this.#hasFormula = false;
        this.#formula = '';
        this.#shared = undefined;
        return;
      case 'v':
        this.#takes = true;
        return;
      case 'f':
        this.#hasFormula = true;
        this.#takesFormula = true;
        this.#shared = attributes.t === 'shared' ? attributes.si : undefined;
        return;
      case 'rPh':
        this.#phonetic += 1;
        return;
      case 't':
        this.#takes = this.#type === 'inlineStr' && this.#phonetic === 0;
    }
  }

  #close(name: string): void {
    if (name === 'v' || name === 't') {
      this.#takes = false;
    } else if (name === 'f') {
      this.#takesFormula = false;
    } else if (name === 'c') {
      this.#closeCell();
    } else if (name === 'rPh') {
      this.#phonetic -= 1;
    } else if (name === 'row' && this.#row) {
      this.#rows.push({ ...this.#row, notes: this.#row.notes });
      this.#row = null;
    }
  }

  #openRow(given: string | undefined): void {
    const number = given === undefined ? this.#number + 1 : Number(given);
    if (!Number.isInteger(number) || number <= this.#number || number > rowMax) {
      throw new FileRefused('file.damaged', this.#part, this.#number);
    }
    this.#number = number;
    this.#row = { number, cells: [], notes: none as CellNote[] };
    this.#place = -1;
  }

  #placeOf(reference: string | undefined): number {
    const place = reference === undefined ? this.#place + 1 : columnPlace(reference);
    if (place <= this.#place || place >= columnMax || this.#row === null) {
      throw new FileRefused('file.damaged', this.#part, this.#number);
    }
    return place;
  }

  #closeCell(): void {
    const row = this.#row;
    if (!row) {
      return;
    }
    const value = this.#value;
    if (this.#type === 's' && value !== '') {
      const index = Number(value);
      if (!Number.isSafeInteger(index) || index < 0) {
        throw new FileRefused('file.damaged', this.#part, this.#number);
      }
      this.#fill(row, '');
      this.#wanted.push({ cells: row.cells, place: this.#place, index });
      this.#reach = Math.max(this.#reach, index);
    } else if (value !== '') {
      this.#fill(row, this.#textOf(row, value));
    }
    if (this.#hasFormula) {
      this.#note(row, value === '' && this.#type !== 'str' ? 'formula-without-value' : 'formula');
      if (value !== '' && this.#readsOtherFile()) {
        this.#note(row, 'external-link');
      }
    }
  }

  #readsOtherFile(): boolean {
    const reads = readsOtherFile(this.#formula);
    if (reads && this.#shared !== undefined) {
      this.#sharedLinks.add(this.#shared);
    }
    return reads || (this.#shared !== undefined && this.#sharedLinks.has(this.#shared));
  }

  #textOf(row: OpenRow, value: string): string {
    switch (this.#type) {
      case 'n': {
        const format = formatOf(this.#context.formats, this.#style);
        const { text, kind } = shownNumber(value.trim(), format, this.#context.date1904);
        if (kind !== 'number') {
          this.#note(row, kind);
        }
        return text;
      }
      case 'b':
        return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
      case 'd':
        this.#note(row, 'date');
        return value.replace(/T00:00:00(?:\.0+)?Z?$/, '').replace('T', ' ');
      case 'e':
        this.#note(row, 'formula-error');
        return value;
      default:
        return unescapedText(value);
    }
  }

  #fill(row: OpenRow, text: string): void {
    while (row.cells.length < this.#place) {
      row.cells.push('');
    }
    row.cells[this.#place] = text;
  }

  #note(row: OpenRow, kind: CellNote['kind']): void {
    if (row.notes === none) {
      row.notes = [];
    }
    row.notes.push({ place: this.#place, kind });
  }
}
