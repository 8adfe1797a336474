import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Reads } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { z } from 'zod/mini';
import type { OpenPage } from '../open-page.ts';
import { productNumber, tabFetch } from './tab-fetch.ts';

/** For these platforms the page alone contains the product; further requests only complete it. */
const itsPageIsAll: ReadonlySet<string> = new Set(['aliexpress', 'alibaba', 'alibaba-1688']);

/** Result of reading a page: products, complete ones before partial ones; or why there are none. */
export interface Found {
  products: Product[];
  /** The product only consists of the page's machine-readable data: a title, an image, a price. */
  partial: boolean;
  failure: AppError | null;
}

/**
 * Reads the products of the open page, with the same readers as the server: from the responses that filled it, then
 * from its markup, then from its variables; the result is completed by what the shop itself responds in this tab.
 */
export async function readProducts(
  { id, collector }: Reads,
  page: OpenPage,
  context: Omit<PlatformContext, 'fetch'>,
): Promise<Found> {
  let held: { body: string; found: Found } | null = null;
  let failure: AppError | null = null;
  for (const body of bodiesOf(page)) {
    const found = readBody(await body());
    failure = found?.found.failure ?? failure;
    if (found !== null && found.found.products.length > 0 && (held === null || !found.found.partial)) {
      held = found;
    }
    if (held !== null && !held.found.partial) {
      break;
    }
  }
  const markup = page.markup();
  if (held === null && markup !== null && itsPageIsAll.has(id)) {
    return { products: [], partial: false, failure };
  }
  const requested = await call(held?.body ?? markup);
  const isWorse = requested.partial && held !== null && !held.found.partial;
  if (requested.products.length > 0 && !isWorse) {
    return requested;
  }
  return held?.found ?? { products: [], partial: false, failure: requested.failure ?? failure };

  function readBody(body: string | null): { body: string; found: Found } | null {
    if (body === null || collector.readPage === undefined) {
      return null;
    }
    try {
      return { body, found: foundOf(collector.readPage(body, page.url)) };
    } catch (thrown) {
      return { body, found: { products: [], partial: false, failure: AppError.from(thrown) } };
    }
  }

  /** Collects like the server does for a single address; robots.txt is for machines, and a person opened this page. */
  async function call(body: string | null): Promise<Found> {
    const products: Product[] = [];
    let why: AppError | null = null;
    try {
      const events = collector.collect(
        {
          scope: 'product',
          addresses: [page.url],
          checkpoint: null,
          alreadyGot: () => false,
          robots: false,
        },
        { ...context, fetch: tabFetch(page, body) },
      );
      for await (const event of events) {
        if (event.kind === 'batch') {
          products.push(...event.products);
          why = event.skipped[0]?.failure ?? why;
        }
      }
    } catch (thrown) {
      why = AppError.from(thrown);
    }
    return { ...foundOf(products), failure: why };
  }

  function foundOf(read: readonly Product[]): Found {
    const products = read.filter((product) => z.safeParse(Product, product).success);
    return { products, partial: products.some((product) => isPartial(product, id)), failure: null };
  }
}

/** Returns the possible sources of the page's product, best first; each is only created when needed. */
function bodiesOf(page: OpenPage): (() => Promise<string | null>)[] {
  const own = productNumber(page.url);
  const answers = page.answers('item').filter(({ address }) => {
    const number = numberRequestedFor(address);
    return own === null || number === null || number === own;
  });
  return [
    ...answers.map(
      ({ text }) =>
        async () =>
          text,
    ),
    async () => page.markup(),
    () => page.variables(),
  ];
}

/** Returns the product id that a call requested (mtop's `data`); null if it does not say. */
function numberRequestedFor(address: string): string | null {
  const data = URL.parse(address)?.searchParams.get('data') ?? '';
  return /"productId"\s*:\s*"?(\d{6,20})/.exec(data)?.[1] ?? null;
}

/** Reports whether our readers marked a product as partial. */
function isPartial({ extra }: Product, platform: string): boolean {
  const own = extra[platform];
  // A page of a known platform that may lack variants; other shops have no further source.
  const unknown = extra.page?.unknown;
  const isLeft = Array.isArray(unknown) && unknown.includes('variants') && platform !== 'unknown';
  return own?.partial === true || own?.way === 'part' || isLeft;
}
