import type pg from 'pg';

interface Wire {
  query(text: string): void;
}

/** Runs `COPY ... TO STDOUT` and discards the output; returns the number of bytes received. */
export async function copyOut(client: pg.Client, text: string): Promise<number> {
  const copy = new CopyOut(text);
  client.query(copy);
  return await copy.bytes;
}

/** What the driver calls while a query is answered; only copied data matters here. */
class CopyOut {
  readonly #text: string;
  readonly #ended = Promise.withResolvers<number>();
  #count = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get bytes(): Promise<number> {
    return this.#ended.promise;
  }

  submit(wire: Wire): void {
    wire.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#count += chunk.length;
  }

  handleReadyForQuery(): void {
    this.#ended.resolve(this.#count);
  }

  handleError(error: Error): void {
    this.#ended.reject(error);
  }

  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
}
