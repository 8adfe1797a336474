import { Product } from '@bowerbird/catalog/product';
import { AppError } from '@bowerbird/contract/errors';
import type { Reads } from '@bowerbird/platforms/collectors';
import type { PlatformContext } from '@bowerbird/platforms/context';
import { z } from 'zod/mini';
import type { OpenPage } from './open-page.ts';
import { productNumber, tabFetch } from './tab-fetch.ts';

/** These tell of a product by its page alone; what they are asked beside it only completes it. */
const itsPageIsAll: ReadonlySet<string> = new Set(['aliexpress', 'alibaba', 'alibaba-1688']);

/** What reading a page gave: products, the full ones before parts of one; or why there is none. */
export interface Found {
  products: Product[];
  /** What stands for a product is only what a page tells machines of it: a title, a picture, a price. */
  partial: boolean;
  failure: AppError | null;
}

/**
 * The products of the open page, by the same readers as the server's: from the answers that filled it, then from its
 * markup, then from its variables; what is read there is completed by what the shop itself answers in this tab.
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
  const asked = await ask(held?.body ?? markup);
  const isWorse = asked.partial && held !== null && !held.found.partial;
  if (asked.products.length > 0 && !isWorse) {
    return asked;
  }
  return held?.found ?? { products: [], partial: false, failure: asked.failure ?? failure };

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

  /** As the server collects a single address; robots.txt is for machines, and a person opened this page. */
  async function ask(body: string | null): Promise<Found> {
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

/** What may hold the page's product, best first; each is made only when it is its turn. */
function bodiesOf(page: OpenPage): (() => Promise<string | null>)[] {
  const own = productNumber(page.url);
  const answers = page.answers('item').filter(({ address }) => {
    const number = numberAskedFor(address);
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

/** The product that a call asked for (mtop's `data`); null where it does not say. */
function numberAskedFor(address: string): string | null {
  const data = URL.parse(address)?.searchParams.get('data') ?? '';
  return /"productId"\s*:\s*"?(\d{6,20})/.exec(data)?.[1] ?? null;
}

/** What our readers say of a product that is only a part of one. */
function isPartial({ extra }: Product, platform: string): boolean {
  const own = extra[platform];
  // A page of a known platform that may not tell all variants; of other shops there is nothing beside it to ask.
  const unknown = extra.page?.unknown;
  const isLeft = Array.isArray(unknown) && unknown.includes('variants') && platform !== 'unknown';
  return own?.partial === true || own?.way === 'part' || isLeft;
}
