import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { feedShop } from '../../../../apps/server/testing/collect/feed-shop.ts';

const perPage = 250;

/** Replaces an answer; returns false to send the shop's own. */
export type Corrupt = (request: IncomingMessage, reply: ServerResponse) => Promise<boolean> | boolean;

/** A Shopify shop on this machine whose pages can be held back and corrupted. */
export class Shop {
  /** Pages of its list after this one wait; infinite: none. */
  holdsAfterPage = Number.POSITIVE_INFINITY;
  corrupt: Corrupt | null = null;
  readonly ids: string[];
  readonly #server: Server;
  readonly #products: Record<string, unknown>[];
  readonly #waiting: (() => void)[] = [];

  private constructor(server: Server, products: Record<string, unknown>[]) {
    this.#server = server;
    this.#products = products;
    this.ids = products.map(({ id }) => String(id)).sort();
  }

  static async open(pages: number): Promise<Shop> {
    const feed = feedShop(pages * perPage - 10);
    const server = createServer((request, reply) => {
      void answer(request, reply).catch(() => reply.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const shop = new Shop(server, feed.products);
    return shop;

    async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
      const url = new URL(`http://127.0.0.1${request.url}`);
      const page = url.pathname === '/products.json' ? Number(url.searchParams.get('page') ?? 1) : 0;
      if (page > shop.holdsAfterPage) {
        await new Promise<void>((resolve) => shop.#waiting.push(resolve));
      }
      if (await shop.corrupt?.(request, reply)) {
        return;
      }
      const own = await feed.fetch(url.href);
      const type = own.headers.get('content-type') ?? 'application/json';
      const theirs = own.headers.get('x-shopid');
      const body = Buffer.from(await own.arrayBuffer());
      reply.writeHead(own.status, { 'content-type': type, ...(theirs && { 'x-shopid': theirs }) }).end(body);
    }
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get address(): string {
    return `http://${this.host}/`;
  }

  /** Changes each of its products from now on. */
  change(by: (good: Record<string, unknown>) => Record<string, unknown>): void {
    for (const [index, good] of this.#products.entries()) {
      this.#products[index] = by(good);
    }
  }

  /** Number of requests held back now. */
  get held(): number {
    return this.#waiting.length;
  }

  /** Answers what was held back, and stops holding back. */
  release(): void {
    this.holdsAfterPage = Number.POSITIVE_INFINITY;
    for (const go of this.#waiting.splice(0)) {
      go();
    }
  }

  close(): void {
    this.release();
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
