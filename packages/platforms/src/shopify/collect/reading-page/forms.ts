import { openGraphProduct } from '../../../collecting/pages/page-forms.ts';
import { rowsOfPage } from '../../../collecting/pages/page-product.ts';
import { currencyOf } from '../../../collecting/pages/variant-rows.ts';
import type { HtmlFacts } from '../../../reading/html/html-facts.ts';
import { productInMicrodata } from '../../../reading/html/microdata.ts';
import { type PageProduct, productInLinkedData } from '../../../reading/json/linked-data.ts';
import { idOf, isObject, itemsOf, textOf, type UnreadObject } from '../../../reading/unread.ts';
import { feedFormOf, priceOfHundredths } from '../ajax.ts';
import {
  handleIn,
  type Identity,
  isWhole,
  metaProduct,
  pixelVariants,
  productObjects,
  variantLists,
} from './page-json.ts';
import type { PageForm, Stated } from './stated.ts';

/** Largest number of linked-data products that are examined. */
const linkedMax = 20;

/** Returns all that a page contains about its product, the most reliable form first. */
export function formsOn(page: HtmlFacts, identity: Identity): Stated[] {
  const objects = productObjects(page, identity);
  const whole = objects.filter(isWhole).map((sent) => fromTheme(sent, 'theme-json'));
  const parts = objects.filter((sent) => !isWhole(sent)).map((sent) => fromTheme(sent, 'app-json'));
  const meta = fromMeta(metaProduct(page.html));
  const pixel = fromPixel(pixelVariants(page.html, identity));
  const ids = new Set(
    [...meta, ...pixel, ...whole].flatMap(({ rows }) => rows.map(({ id }) => idOf(id) ?? '')),
  );
  const list = variantLists(page, ids);
  const sure = [
    ...whole,
    ...(list.length > 0 ? [fromTheme({ variants: list }, 'variants-json')] : []),
    ...meta,
    ...pixel,
  ];
  const linked = fromLinkedData(page, identity, ids);
  // Reading microdata takes another pass over the page, and adds nothing to these forms.
  const isStated = sure.length > 0 && (linked.length > 0 || list.length > 0);
  return [
    ...sure,
    ...linked,
    ...parts,
    ...(isStated || whole.length > 0 ? [] : fromGeneric('microdata', productInMicrodata(page.html))),
    ...fromGeneric('open-graph', openGraphProduct(page)),
  ];
}

function fromTheme(sent: UnreadObject, form: PageForm): Stated {
  const feed = feedFormOf(sent);
  const product = isObject(feed) ? feed : sent;
  const optionNames = itemsOf(sent.options).flatMap((option) => {
    const name = textOf(option) ?? (isObject(option) ? textOf(option.name) : null);
    return name === null ? [] : [name];
  });
  const { variants: _, ...rest } = product;
  // Apps write prices and texts in their own formats: only ids and options are taken from them.
  return {
    form,
    product: form === 'app-json' ? {} : rest,
    rows: itemsOf(product.variants)
      .filter(isObject)
      .map((row) =>
        form === 'app-json'
          ? { id: row.id, option1: row.option1, option2: row.option2, option3: row.option3 }
          : row,
      ),
    optionNames,
    currency: null,
  };
}

function fromMeta(meta: UnreadObject | null): Stated[] {
  const rows = itemsOf(meta?.variants).filter(isObject);
  if (meta === null) {
    return [];
  }
  const [first] = rows;
  const name = textOf(first?.name);
  const choice = textOf(first?.public_title);
  const title = choice !== null && name?.endsWith(` - ${choice}`) ? name.slice(0, -choice.length - 3) : name;
  return [
    {
      form: 'var-meta',
      product: { id: meta.id, title, vendor: meta.vendor, product_type: meta.type },
      rows: rows.map(({ id, price, sku, public_title }) => ({
        id,
        sku: sku ?? null,
        price: priceOfHundredths(price),
        title: public_title ?? null,
      })),
      optionNames: [],
      currency: null,
    },
  ];
}

function fromPixel(sent: readonly UnreadObject[]): Stated[] {
  const product = isObject(sent[0]?.product) ? sent[0].product : {};
  const money = sent.map(({ price }) => (isObject(price) ? price : {}));
  const rows = sent.map(({ id, sku, title, image }, at) => ({
    id,
    sku: sku ?? null,
    price: money[at]?.amount,
    title: title === 'Default Title' ? null : (title ?? null),
    featured_image: isObject(image) && textOf(image.src) !== null ? { src: image.src } : null,
  }));
  return rows.length === 0
    ? []
    : [
        {
          form: 'web-pixel',
          product: { title: product.title, vendor: product.vendor, product_type: product.type },
          rows,
          optionNames: [],
          currency: currencyOf(money[0]?.currencyCode),
        },
      ];
}

/**
 * Returns the linked-data products that belong to this page; one that names another product's address or variants does
 * not.
 */
function fromLinkedData({ linkedData }: HtmlFacts, identity: Identity, ids: ReadonlySet<string>): Stated[] {
  const found: { stated: Stated; own: boolean }[] = [];
  for (const block of linkedData) {
    const product = isObject(block) ? productInLinkedData([block]) : null;
    if (product === null || product.variants.length === 0 || !isObject(block) || found.length === linkedMax) {
      continue;
    }
    const known = product.variants.filter(({ id }) => id !== null);
    const isOwn =
      known.some(({ id }) => ids.has(id ?? '')) ||
      identity.handles.has(handleIn(block.url) ?? '') ||
      identity.handles.has(handleIn(block['@id']) ?? '');
    const isOther = !isOwn && ((ids.size > 0 && known.length > 0) || handleIn(block.url) !== null);
    if (!isOther) {
      for (const stated of fromGeneric('linked-data', product)) {
        const described = typeof block.description === 'string' ? product.description : undefined;
        found.push({
          stated: {
            ...stated,
            product: { ...stated.product, body_html: described },
            rows: withTitles(stated.rows, block, product.name),
          },
          own: isOwn,
        });
      }
    }
  }
  const own = found.filter((one) => one.own);
  const chosen = (own.length > 0 ? own : found.slice(0, 1)).map(({ stated }) => stated);
  return chosen.toSorted((one, other) => other.rows.length - one.rows.length);
}

/**
 * Returns the rows with the names that linked data gives the variants or their offers: "Mug - Red / L" or "Red / L".
 */
function withTitles(rows: readonly UnreadObject[], block: UnreadObject, name: string): UnreadObject[] {
  const inner = isObject(block.offers) ? block.offers.offers : block.offers;
  const stated = itemsOf(block.hasVariant ?? inner).filter(isObject);
  const titles = stated.map((one) => {
    const title = textOf(one.name);
    return title?.startsWith(`${name} - `) ? title.slice(name.length + 3) : title;
  });
  const areApart = new Set(titles).size === rows.length && !titles.includes(null) && !titles.includes(name);
  return rows.map((row, at) =>
    rows.length > 1 && rows.length === stated.length && areApart ? { ...row, title: titles[at] } : row,
  );
}

/** Variants that a form does not distinguish have no values here; none are invented. */
function fromGeneric(form: PageForm, found: PageProduct | null): Stated[] {
  if (found === null) {
    return [];
  }
  const { variants, options: _, ...product } = rowsOfPage(found);
  const isNamed = found.optionNames.length > 0;
  const rows = itemsOf(variants)
    .filter(isObject)
    .map((row) => (isNamed ? row : { ...row, option1: null, option2: null, option3: null }));
  return [
    {
      form,
      product,
      rows,
      optionNames: found.optionNames,
      currency: currencyOf(found.variants[0]?.currency),
    },
  ];
}
