import { type SectionHead, SectionHead as SectionHeadShape } from './format.ts';

/** Content is cut into frames of at most this many bytes, so that neither side holds more at once. */
const frameMax = 1 << 20;
const headMax = 1 << 20;
const lengthBytes = 4;

/** A section: its head, and its content in order. */
export interface Section {
  head: SectionHead;
  content: AsyncIterable<Buffer>;
}

/**
 * Writes sections as bytes. A frame is its length (32 bits, highest byte first) and its bytes. The head of a section is
 * one frame of JSON, its content the frames that follow; an empty frame ends the content. An empty head ends the file.
 */
export async function* encodeSections(sections: AsyncIterable<Section>): AsyncGenerator<Buffer> {
  for await (const { head, content } of sections) {
    yield frame(Buffer.from(JSON.stringify(head)));
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; at += frameMax) {
        const part = chunk.subarray(at, at + frameMax);
        yield lengthOf(part);
        yield part;
      }
    }
    yield lengthOf(Buffer.alloc(0));
  }
  yield lengthOf(Buffer.alloc(0));
}

function frame(bytes: Buffer): Buffer {
  return Buffer.concat([lengthOf(bytes), bytes]);
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(lengthBytes);
  bytes.writeUInt32BE(length);
  return bytes;
}

/**
 * Reads what `encodeSections` wrote. A section's content must be read before the next section is requested; any unread
 * content is skipped. Throws if the bytes are not such sections, or end too early.
 */
export async function* decodeSections(bytes: AsyncIterable<Buffer>): AsyncGenerator<Section> {
  const source = new ByteSource(bytes);
  for (;;) {
    const head = await readFrame(source, headMax);
    if (head.length === 0) {
      return;
    }
    const content = readContent(source);
    yield { head: SectionHeadShape.parse(JSON.parse(head.toString('utf8'))), content };
    for await (const _ of content) {
      // Skips the rest of the content.
    }
  }
}

async function* readContent(source: ByteSource): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await readFrame(source, frameMax);
    if (bytes.length === 0) {
      return;
    }
    yield bytes;
  }
}

async function readFrame(source: ByteSource, max: number): Promise<Buffer> {
  const length = (await source.take(lengthBytes)).readUInt32BE();
  if (length > max) {
    throw new Error(`a frame of ${length} bytes is longer than any that is written`);
  }
  return await source.take(length);
}

/** Returns the bytes of a stream in the requested lengths. */
class ByteSource {
  readonly #bytes: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#bytes = bytes[Symbol.asyncIterator]();
  }

  async take(length: number): Promise<Buffer> {
    if (this.#held.length < length) {
      const parts = [this.#held];
      let there = this.#held.length;
      while (there < length) {
        const next = await this.#bytes.next();
        if (next.done) {
          throw new Error('the content ends before its last section does');
        }
        parts.push(next.value);
        there += next.value.length;
      }
      this.#held = Buffer.concat(parts);
    }
    const taken = this.#held.subarray(0, length);
    this.#held = this.#held.subarray(length);
    return taken;
  }
}
