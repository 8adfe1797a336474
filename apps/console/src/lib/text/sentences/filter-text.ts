import type { ProductFilter } from '@bowerbird/contract/products/products';
import type { Condition } from '../../data/product-filter.ts';
import { useMarkChoices } from '../../data/use-mark-choices.ts';
import { usePlatforms } from '../../data/use-platforms.ts';
import { useShopNames } from '../../data/use-shop-names.ts';
import { useStores } from '../../data/use-stores.ts';
import type { Format } from '../format.ts';
import { useFormat } from '../format.ts';
import type { PlainTextKey, Text } from '../text.ts';
import { useText } from '../text.ts';

/** Names of what a filter refers to by its id. */
interface Names {
  platform(id: string): string;
  group(id: string): string;
  person(id: string): string;
  store(id: string): string;
  shop(key: string): string;
}

/**
 * Returns a function that describes a condition of this filter: "Tag: autumn-26", "Stock ≥ 1". What a condition names by
 * its id is loaded only for a filter with such a condition.
 */
export function useConditionText(filter: ProductFilter): (condition: Condition) => string {
  const text = useText();
  const format = useFormat();
  const platforms = usePlatforms();
  const choices = useMarkChoices(filter.groups !== undefined || filter.assignees !== undefined);
  const stores = useStores(filter.stores !== undefined);
  const shopName = useShopNames(filter.sources ?? []);
  const nameIn = (all: readonly { id: string; name: string }[] | undefined, id: string) =>
    all?.find((each) => each.id === id)?.name ?? '…';
  const names: Names = {
    platform: (id) => platforms.find((platform) => platform.id === id)?.name ?? id,
    group: (id) => (id === 'none' ? text('marks.group.none') : nameIn(choices?.groups, id)),
    person: (id) => (id === 'none' ? text('marks.assignee.none') : nameIn(choices?.people, id)),
    store: (id) => nameIn(stores, id),
    shop: shopName,
  };
  return (condition) => wordsOf(text, format, names, condition, filter);
}

function wordsOf(
  text: Text,
  format: Format,
  names: Names,
  condition: Condition,
  filter: ProductFilter,
): string {
  const named = (what: PlainTextKey, values: readonly string[] | undefined) => {
    const [first = '', ...more] = values ?? [];
    const shown = more.length === 0 ? first : text('products.filter.andMore', { first, n: more.length });
    return text('products.filter.is', { what: text(what), value: shown });
  };
  const range = (what: PlainTextKey, low: string | undefined, high: string | undefined) =>
    low !== undefined && high !== undefined
      ? text('products.filter.between', { what: text(what), low, high })
      : low !== undefined
        ? text('products.filter.from', { what: text(what), low })
        : text('products.filter.to', { what: text(what), high: high ?? '' });
  const count = (given: number | undefined) => (given === undefined ? undefined : format.number(given));
  const percent = (value: number | undefined) =>
    value === undefined ? undefined : format.percent(value / 100);
  const day = (instant: string | undefined) => (instant === undefined ? undefined : format.day(instant));
  // A range ends before the day after its last one.
  const lastDay = (instant: string | undefined) =>
    instant === undefined ? undefined : format.day(new Date(Date.parse(instant) - 1).toISOString());
  switch (condition) {
    case 'text':
      return text('products.filter.is', { what: text('products.filter.text'), value: filter.text ?? '' });
    case 'tags':
    case 'categories':
    case 'vendors':
    case 'productTypes':
      return named(`products.filter.${condition}`, filter[condition]);
    case 'sources':
      return named('products.filter.sources', filter.sources?.map(names.shop));
    case 'platforms':
      return named('products.filter.platforms', filter.platforms?.map(names.platform));
    case 'status':
      return named(
        'products.filter.status',
        filter.status?.map((status) => text(`products.status.${status}`)),
      );
    case 'price':
      return range('products.filter.price', filter.priceMin, filter.priceMax);
    case 'stock':
      return range('products.filter.stock', count(filter.stockMin), count(filter.stockMax));
    case 'compareAt':
      return range('products.filter.compareAt', filter.compareAtMin, filter.compareAtMax);
    case 'cost':
      return range('products.filter.cost', filter.costMin, filter.costMax);
    case 'margin':
      return range('products.filter.margin', percent(filter.marginMin), percent(filter.marginMax));
    case 'variants':
      return range('products.filter.variants', count(filter.variantsMin), count(filter.variantsMax));
    case 'images':
      return range('products.filter.images', count(filter.imagesMin), count(filter.imagesMax));
    case 'created':
      return range('products.filter.created', day(filter.createdFrom), lastDay(filter.createdTo));
    case 'updated':
      return range('products.filter.updated', day(filter.updatedFrom), lastDay(filter.updatedTo));
    case 'collected':
      return range('products.filter.collected', day(filter.collectedFrom), lastDay(filter.collectedTo));
    case 'groups':
      return named('products.filter.groups', filter.groups?.map(names.group));
    case 'assignees':
      return named('products.filter.assignees', filter.assignees?.map(names.person));
    case 'stores':
      return named('products.filter.stores', filter.stores?.map(names.store));
    case 'colours':
      return named(
        'products.filter.colours',
        filter.colours?.map((colour) => text(`marks.colour.${colour}`)),
      );
    case 'noted':
      return text(filter.noted === false ? 'products.filter.notNoted' : 'products.filter.noted');
    case 'withoutImages':
      return text(
        filter.withoutImages === false ? 'products.filter.withImages' : 'products.filter.withoutImages',
      );
    case 'listing':
      return text('products.filter.is', {
        what: text('products.filter.listing'),
        value: filter.listing === undefined ? '' : listingWord(text, filter.listing),
      });
    case 'queue':
      return filter.queue === undefined ? '' : text(`queue.${filter.queue}`);
    case 'collectRunId':
      return text('products.filter.collectRunId');
    case 'claimRunId':
      return text('products.filter.claimRunId');
  }
}

export const listingStates = [
  'none',
  'listed',
  'changed',
  'refused',
  'verifying',
  'waiting',
  'conflict',
  'gone',
] as const;

export function listingWord(text: Text, state: (typeof listingStates)[number]): string {
  return state === 'none' ? text('products.filter.notListed') : text(`state.${state}`);
}
