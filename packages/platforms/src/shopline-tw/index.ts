import type { EvidenceMark } from '@bowerbird/contract/collect';
import { collectorOf } from '../collecting/collect.ts';
import { productAddress, readAddress } from '../collecting/handle-address.ts';
import { handlesInSitemap } from '../collecting/handle-sitemap.ts';
import { productLinks } from '../collecting/links.ts';
import type { Place, ShopDialect, ShopReader } from '../collecting/shop-reader.ts';
import { withoutLists } from '../collecting/without-lists.ts';
import { atOnce, startVisit, type Visit } from '../http.ts';
import type { Platform, RecognisedAs, Seen } from '../platform.ts';
import { productOnPage, readPage } from './page.ts';

const decisive = 100;
const strong = 50;

/** How a shop of the classic is read: page by page, found by its sitemap or its categories (platform notes 2.4). */
const dialect: ShopDialect = {
  place(url): Place {
    const address = readAddress(url);
    const category = /^\/categories\/([^/]+)/.exec(url.pathname)?.[1];
    return category === undefined ? address : { ...address, scope: 'category', key: category };
  },
  open: async (place, visit) => openShop(place, visit),
  async preview(place, context) {
    const visit = startVisit(context, atOnce);
    const reader = openShop(place, visit);
    if (place.scope === 'product' && place.key !== null) {
      return { products: [await reader.readOne(place.key)], promised: 1 };
    }
    const list = place.key === null ? `${place.root}/` : reader.categoryAddress(place.key);
    const [first] = productLinks((await visit.getText(new URL(list))).text);
    return { products: first === undefined ? [] : [await reader.readOne(first)], promised: null };
  },
};

function openShop({ root, shop }: Place, visit: Visit): ShopReader {
  const categoryAddress = (key: string) => `${root}/categories/${encodeURIComponent(key.toWellFormed())}`;
  return {
    visit,
    root,
    ...withoutLists,
    async readOne(handle) {
      const { text, url } = await visit.getText(new URL(productAddress(root, handle)));
      return productOnPage(text, url, shop);
    },
    productAddress: (handle) => productAddress(root, handle),
    categoryAddress,
    async categories() {
      const { text } = await visit.getText(new URL(`${root}/`));
      const links = text.matchAll(
        /href=["'][^"']*\/categories\/([^"'/?#]{1,200})["'][^>]*>\s*([^<]{1,200}?)\s*</g,
      );
      const named = new Map([...links].map(([, key = '', name = '']) => [key, name]));
      return [...named].map(([key, name]) => ({ id: key, key, name, path: [name], promised: null }));
    },
    async findCategory(key) {
      return { id: key, key, name: key, path: [key], promised: null };
    },
    sitemap: () => handlesInSitemap(visit, root),
    async keysOnPage({ key }, page) {
      const { text } = await visit.getText(new URL(`${categoryAddress(key)}?page=${page}`));
      return productLinks(text);
    },
  };
}

async function recognise({ url, body }: Seen): Promise<RecognisedAs> {
  const evidence: EvidenceMark[] = [];
  if (url.hostname.endsWith('.shoplineapp.com')) {
    evidence.push({ sign: 'host', seen: url.hostname, score: decisive });
  }
  if (/app\.value\(\s*'product'\s*,\s*JSON\.parse/.test(body)) {
    evidence.push({ sign: 'markup', seen: "app.value('product'", score: strong });
  }
  if (/\/\/(?:cdn|img)\.shoplineapp\.com|\/\/[\w.]*shoplineimg\.com/.test(body)) {
    evidence.push({ sign: 'markup', seen: 'shoplineapp.com', score: strong });
  }
  const total = evidence.reduce((sum, { score }) => sum + score, 0);
  return { confidence: Math.min(100, total), evidence, scope: dialect.place(url).scope };
}

export const shoplineTw: Platform = {
  id: 'shopline-tw',
  name: 'SHOPLINE Taiwan',
  letters: 'St',
  hue: '#7A3E9D',
  collector: collectorOf(dialect, { recognise, readPage }),
};
