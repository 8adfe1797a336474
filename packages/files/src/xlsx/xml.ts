import { type SaxesAttributePlain, SaxesParser } from 'saxes';
import { FileRefused } from '../source/refused.ts';

/** The attributes of an element, by their names as written. */
export type Attributes = Readonly<Record<string, string>>;

export interface XmlHandlers {
  /** Begins an element; the name is without its prefix. */
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  /** Text between two tags, whole, with its character references resolved. */
  text?(text: string): void;
}

const depthMax = 64;
/** Longest text or tag, in characters: 250 times what a cell of Excel holds. */
const unitMax = 8 * 1024 * 1024;

/** Reads one XML part chunk by chunk. Refuses document types and entities, deep nesting, and texts without end. */
export class XmlPart {
  readonly #part: string;
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  #decoder: TextDecoder | null = null;
  #depth = 0;
  #since = 0;

  constructor(part: string, { open, close, text }: XmlHandlers) {
    this.#part = part;
    const parser = this.#parser;
    parser.on('opentag', (tag) => {
      this.#since = 0;
      this.#depth += 1;
      if (this.#depth > depthMax) {
        throw new FileRefused('file.too-deep', part);
      }
      open(localName(tag.name), tag.attributes);
    });
    parser.on('closetag', (tag) => {
      this.#since = 0;
      this.#depth -= 1;
      close?.(localName(tag.name));
    });
    if (text) {
      parser.on('text', text);
      parser.on('cdata', text);
    }
    parser.on('doctype', () => {
      throw new FileRefused('file.entities', part);
    });
    parser.on('error', (error) => {
      throw new FileRefused(/entity/i.test(error.message) ? 'file.entities' : 'file.damaged', part);
    });
  }

  /** Where the parser stands, in characters from the beginning of the part: inside `open` and `close`, after the tag. */
  get position(): number {
    return this.#parser.position;
  }

  /** Takes the next bytes; returns them as text, with a byte order mark where there is one. */
  push(bytes: Uint8Array): string {
    this.#decoder ??= decoderFor(bytes);
    const chunk = this.#decoded(bytes);
    this.#since += chunk.length;
    if (this.#since > unitMax) {
      throw new FileRefused('file.cell-too-large', this.#part);
    }
    this.#parser.write(chunk);
    return chunk;
  }

  /** Ends the part; throws if it is not complete. */
  end(): void {
    this.#parser.write(this.#decoded());
    this.#parser.close();
  }

  #decoded(bytes?: Uint8Array): string {
    try {
      return bytes === undefined
        ? (this.#decoder?.decode() ?? '')
        : (this.#decoder?.decode(bytes, { stream: true }) ?? '');
    } catch {
      throw new FileRefused('file.damaged', this.#part);
    }
  }
}

/** Reads a small part to its end. */
export async function readXml(
  part: string,
  chunks: AsyncIterable<Uint8Array>,
  handlers: XmlHandlers,
): Promise<void> {
  const xml = new XmlPart(part, handlers);
  for await (const chunk of chunks) {
    xml.push(chunk);
  }
  xml.end();
}

/** Returns an attribute that may have a prefix: `r:id`. */
export function prefixed(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((each) => each === name || each.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

function localName(name: SaxesAttributePlain['name']): string {
  const colon = name.indexOf(':');
  return colon === -1 ? name : name.slice(colon + 1);
}

/** Returns what decodes a part that begins with these bytes. */
export function decoderFor([first, second]: Uint8Array): TextDecoder {
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const encoding = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  // The mark is part of the text: positions count it, and the parser passes over it.
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
}
