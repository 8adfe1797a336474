import { FileRefused } from '../source/refused.ts';
import { columnPlace } from './columns.ts';
import { type Attributes, XmlPart } from './xml.ts';

/** Where rows and cells stand in the sheet's text. */
export type SheetMark =
  | { kind: 'row'; number: number; start: number; end: number; isEmpty: boolean; prefix: string }
  | { kind: 'cell'; place: number; start: number; end: number; attributes: Attributes }
  | { kind: 'row-end'; start: number; end: number };

/** A tag, by its kind and where it ends. */
type Tag = { end: number } & (
  | { kind: 'row' | 'cell'; attributes: Attributes }
  | { kind: 'row-end' | 'cell-end' }
);

/** Reads where rows and cells stand, and keeps the text that was not given back yet. */
export class SheetMarks {
  readonly #part: string;
  readonly #xml: XmlPart;
  #found: SheetMark[] = [];
  /** Tags that are looked at once their text is there. */
  #waiting: Tag[] = [];
  #text = '';
  /** Where `#text` begins in the sheet. */
  #from = 0;
  #row: number | null = null;
  #number = 0;
  #place = -1;
  #cell: { start: number; attributes: Attributes } | null = null;

  constructor(part: string) {
    this.#part = part;
    this.#xml = new XmlPart(part, {
      open: (name, attributes) => {
        if (name === 'row') {
          this.#waiting.push({ kind: 'row', attributes, end: this.#xml.position });
        } else if (name === 'c') {
          this.#waiting.push({ kind: 'cell', attributes, end: this.#xml.position });
        }
      },
      close: (name) => {
        if (name === 'row' || name === 'c') {
          this.#waiting.push({ kind: name === 'row' ? 'row-end' : 'cell-end', end: this.#xml.position });
        }
      },
    });
  }

  /** Takes the next bytes, and returns what stands in them. */
  push(bytes: Uint8Array): SheetMark[] {
    this.#text += this.#xml.push(bytes);
    const tags = this.#waiting;
    this.#waiting = [];
    this.#found = [];
    for (const tag of tags) {
      this.#see(tag);
    }
    return this.#found;
  }

  end(): void {
    this.#xml.end();
  }

  /** Returns the text up to a position that was not returned before. */
  take(until: number): string {
    const text = this.#text.slice(0, until - this.#from);
    this.pass(until);
    return text;
  }

  /** Leaves out the text up to a position. */
  pass(until: number): void {
    this.#text = this.#text.slice(until - this.#from);
    this.#from = until;
  }

  /** Returns the text that no later mark can need: up to the cell that is open, or to the last tag. */
  takeSafe(): string {
    const last = this.#text.lastIndexOf('<');
    const until = last === -1 ? this.#from + this.#text.length : this.#from + last;
    return this.take(this.#cell === null ? until : Math.min(this.#cell.start, until));
  }

  takeAll(): string {
    return this.take(this.#from + this.#text.length);
  }

  #see(tag: Tag): void {
    switch (tag.kind) {
      case 'row': {
        const { r } = tag.attributes;
        this.#number = r === undefined ? this.#number + 1 : Number(r);
        this.#row = this.#number;
        this.#place = -1;
        const start = this.#startOf(tag.end);
        const prefix =
          /^<([^\s:/>]+:)?/.exec(this.#text.slice(start - this.#from, start - this.#from + 200))?.[1] ?? '';
        const isEmpty = this.#text.charAt(tag.end - this.#from - 2) === '/';
        this.#found.push({ kind: 'row', number: this.#number, start, end: tag.end, isEmpty, prefix });
        return;
      }
      case 'row-end':
        if (this.#row !== null && this.#text.startsWith('</', this.#startOf(tag.end) - this.#from)) {
          this.#found.push({ kind: 'row-end', start: this.#startOf(tag.end), end: tag.end });
        }
        this.#row = null;
        return;
      case 'cell':
        this.#place = this.#placeOf(tag.attributes.r);
        this.#cell = { start: this.#startOf(tag.end), attributes: tag.attributes };
        return;
      case 'cell-end':
        if (this.#cell !== null) {
          this.#found.push({ kind: 'cell', place: this.#place, end: tag.end, ...this.#cell });
          this.#cell = null;
        }
    }
  }

  #placeOf(reference: string | undefined): number {
    const place = reference === undefined ? this.#place + 1 : columnPlace(reference);
    if (place <= this.#place || this.#row === null) {
      throw new FileRefused('file.damaged', this.#part, this.#number);
    }
    return place;
  }

  /** Returns where the tag begins that ends here: no `<` stands inside a tag. */
  #startOf(end: number): number {
    return this.#from + this.#text.lastIndexOf('<', end - 1 - this.#from);
  }
}
