import { FileRefused } from '../source/refused.ts';
import type { Container } from './container.ts';
import { unescapedText } from './text.ts';
import type { TextStore } from './text-store.ts';
import { XmlPart } from './xml.ts';

/** The texts that cells of a workbook refer to by number; read only as far as they are asked for. */
export class SharedStrings {
  readonly #chunks: AsyncGenerator<Uint8Array, void> | null;
  readonly #xml: XmlPart;
  readonly #part: string;
  readonly #store: TextStore;
  #ended = false;
  #text = '';
  #inText = false;
  #phonetic = 0;

  /** `part` null for a workbook without shared strings. */
  constructor(container: Container, part: string | null, store: TextStore) {
    this.#part = part ?? '';
    this.#chunks = part === null ? null : container.chunks(part);
    this.#store = store;
    this.#xml = new XmlPart(this.#part, {
      open: (name) => {
        if (name === 'si') {
          this.#text = '';
        } else if (name === 'rPh') {
          this.#phonetic += 1;
        }
        this.#inText = name === 't' && this.#phonetic === 0;
      },
      close: (name) => {
        if (name === 'si') {
          this.#store.add(unescapedText(this.#text));
        } else if (name === 'rPh') {
          this.#phonetic -= 1;
        }
        this.#inText = false;
      },
      text: (text) => {
        if (this.#inText) {
          this.#text += text;
        }
      },
    });
  }

  /** Reads until the text of this number is known. Throws `FileRefused` where there is none. */
  async reach(index: number): Promise<void> {
    while (this.#store.count <= index) {
      const next = this.#ended ? undefined : await this.#chunks?.next();
      if (next === undefined || next.done) {
        if (!this.#ended && this.#chunks !== null) {
          this.#ended = true;
          this.#xml.end();
          continue;
        }
        throw new FileRefused('file.damaged', this.#part || 'sharedStrings');
      }
      this.#xml.push(next.value);
    }
  }

  /** Returns a text that was reached. */
  at(index: number): string {
    return this.#store.at(index);
  }

  async close(): Promise<void> {
    await this.#chunks?.return();
    this.#store.close();
  }
}
