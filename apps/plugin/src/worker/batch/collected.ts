import { Product } from '@bowerbird/catalog/product';
import {
  type deliverCollected,
  deliveryBytesMax,
  deliveryProductsMax,
  type reportUnread,
} from '@bowerbird/contract/collect/plugin';
import type { BodyOf } from '@bowerbird/contract/route';
import { safeParse } from 'zod/mini';
import type { Handed } from '../../messages.ts';
import { holdingPairing, ownerOf } from '../pairing.ts';
import { deliverWaiting } from './deliver.ts';
import { bytesOf, enqueue, readQueue, type ToDeliver } from './queue.ts';

/** Maximum number of title characters kept in the list of waiting records. */
const titleMax = 200;
/** Space reserved for the rest of a delivery, apart from its products. */
const envelopeBytes = 4_000;

interface Read {
  platform: string;
  url: string;
  /** As sent by the page script, which is not trusted to decide what leaves the browser. */
  products: readonly unknown[];
}

/**
 * Queues what was read and tries to deliver it. Every product is parsed again by its schema, which only lets through a
 * product's own fields; invalid products are left out. Never throws: `code` says why nothing was kept.
 */
export async function takeCollected(read: Read): Promise<{ handed: Handed } | { code: string }> {
  const pairing = await holdingPairing();
  if (pairing === null) {
    return { code: 'plugin.not-paired' };
  }
  const products = read.products.flatMap((each) => {
    const parsed = safeParse(Product, each);
    return parsed.success ? [parsed.data] : [];
  });
  if (products.length === 0) {
    return { code: 'source.product-unreadable' };
  }
  const records = partsOf(products).map((part) => recordOf(part, read, ownerOf(pairing)));
  if (records.some(({ body }) => bytesOf(body) > deliveryBytesMax)) {
    return { code: 'request.too-large' };
  }
  if ((await enqueue(records)) === 'full') {
    return { code: 'plugin.queue-full' };
  }
  await deliverWaiting();
  return { handed: await whatBecameOf(records, products.length) };
}

/** Reports a page that could not be read to the console. */
export async function takeUnread(unread: { platform: string; url: string; code: string }): Promise<void> {
  const pairing = await holdingPairing();
  if (pairing === null) {
    return;
  }
  const id = crypto.randomUUID();
  const body: BodyOf<typeof reportUnread> = { id, ...unread, pluginVersion: pluginVersion() };
  const record: ToDeliver = {
    id,
    kind: 'unread',
    url: unread.url,
    title: '',
    owner: ownerOf(pairing),
    body,
  };
  // With a full queue, only this report is lost: the page can still be read at the shop.
  if ((await enqueue([record])) === 'kept') {
    await deliverWaiting();
  }
}

/** Splits products into groups that fit a delivery, in order. */
function partsOf(products: readonly Product[]): Product[][] {
  const parts: Product[][] = [];
  let bytes = 0;
  for (const product of products) {
    const own = bytesOf(product) + 1;
    const last = parts.at(-1);
    if (
      last === undefined ||
      last.length >= deliveryProductsMax ||
      bytes + own > deliveryBytesMax - envelopeBytes
    ) {
      parts.push([product]);
      bytes = own;
    } else {
      last.push(product);
      bytes += own;
    }
  }
  return parts;
}

function recordOf(products: Product[], { platform, url }: Read, owner: string): ToDeliver {
  const id = crypto.randomUUID();
  const body: BodyOf<typeof deliverCollected> = {
    id,
    platform,
    url,
    capturedAt: new Date().toISOString(),
    pluginVersion: pluginVersion(),
    products,
  };
  return { id, kind: 'products', url, title: (products[0]?.title ?? '').slice(0, titleMax), owner, body };
}

async function whatBecameOf(records: readonly ToDeliver[], count: number): Promise<Handed> {
  const left = (await readQueue()).filter(({ id }) => records.some((record) => record.id === id));
  const rejected = left.find(({ state }) => state === 'rejected');
  if (rejected !== undefined) {
    return { count, state: 'rejected', code: rejected.code };
  }
  return { count, state: left.length === 0 ? 'sent' : 'waiting', code: null };
}

export function pluginVersion(): string {
  return chrome.runtime.getManifest().version;
}
