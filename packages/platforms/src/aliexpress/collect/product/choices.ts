import type { Option } from '@bowerbird/catalog/product';
import type { Choice, Picked, Sku } from './item.ts';

/**
 * "Ships From": a choice of warehouse; not an option of the product when there is only one (`readme.md`, Product
 * pages).
 */
const shipsFrom = '200007763';

export interface Chosen {
  options: Option[];
  valuesOf(sku: Sku): string[];
  /** Returns the image of a variant's value; null when no value has one. */
  imageOf(sku: Sku): string | null;
}

interface Named {
  id: string;
  names: Map<string, string>;
  images: Map<string, string>;
  option: Option;
}

/**
 * Reads "14:193#Seller Grey;5:100014064". A seller's name may contain any character; some answers separate by commas.
 */
export function picksIn(text: string | null): Picked[] {
  if (text === null) {
    return [];
  }
  return text.split(/[;,](?=\d{1,20}:-?\d)/).flatMap((part) => {
    const found = /^(\d{1,20}):(-?\d{1,20})(?:#(.*))?$/s.exec(part.trim());
    const [, choice, value, own] = found ?? [];
    return choice === undefined || value === undefined ? [] : [{ choice, value, own: own?.trim() || null }];
  });
}

/** Reads value numbers alone, in the order of the choices: "691,100014064". */
export function picksByOrder(text: string | null, choices: readonly Choice[]): Picked[] {
  const values = text?.split(/[,;]/).map((value) => value.trim()) ?? [];
  const left = [...choices];
  return values.flatMap((value) => {
    const at = left.findIndex((choice) => choice.values.some(({ id }) => id === value));
    const [found] = at === -1 ? [] : left.splice(at, 1);
    return found ? [{ choice: found.id, value, own: null }] : [];
  });
}

/**
 * Returns the options used by these variants, in the displayed order, each value under one name: the seller's own name,
 * unless it is a bare number where the page shows text; otherwise the displayed name; the platform's generic name last.
 */
export function chosenIn(choices: readonly Choice[], skus: readonly Sku[]): Chosen {
  const listed = new Map(choices.map((choice) => [choice.id, choice]));
  const order = new Set([
    ...listed.keys(),
    ...skus.flatMap(({ picks }) => picks.map(({ choice }) => choice)),
  ]);
  const owns = new Map<string, string>();
  const used = new Map<string, Set<string>>();
  for (const { choice, value, own } of skus.flatMap(({ picks }) => picks)) {
    used.set(choice, (used.get(choice) ?? new Set()).add(value));
    const place = `${choice}:${value}`;
    if (own !== null && !owns.has(place)) {
      owns.set(place, own);
    }
  }
  const named = [...order].flatMap((id, place): Named[] => {
    const taken = used.get(id) ?? new Set<string>();
    if (taken.size === 0 || (id === shipsFrom && taken.size === 1)) {
      return [];
    }
    const choice = listed.get(id) ?? { id, name: null, values: [] };
    return [nameValues(choice, taken, owns, place)];
  });
  const pickOf = (sku: Sku, id: string) => sku.picks.find(({ choice }) => choice === id)?.value ?? '';
  return {
    options: named.map(({ option }) => option),
    valuesOf: (sku) => named.map(({ id, names }) => names.get(pickOf(sku, id)) ?? ''),
    imageOf: (sku) =>
      named.map(({ id, images }) => images.get(pickOf(sku, id))).find((url) => url !== undefined) ?? null,
  };
}

function nameValues(
  choice: Choice,
  taken: ReadonlySet<string>,
  owns: ReadonlyMap<string, string>,
  place: number,
): Named {
  const known = new Map(choice.values.map((value) => [value.id, value]));
  const ids = [...known.keys(), ...[...taken].filter((id) => !known.has(id))].filter((id) => taken.has(id));
  const names = new Map<string, string>();
  const given = new Set<string>();
  for (const id of ids) {
    const value = known.get(id);
    const own = owns.get(`${choice.id}:${id}`) ?? null;
    const isWord = own !== null && !/^[\d\s#.:-]+$/.test(own);
    const candidates = [isWord ? own : null, value?.shown, value?.generic, own, id].filter(
      (name): name is string => typeof name === 'string' && name !== '',
    );
    const free = candidates.find((name) => !given.has(name.toLowerCase()));
    // Two values with the same name would look like one to a shopper.
    const name = free ?? `${candidates[0] ?? id} (${id})`;
    given.add(name.toLowerCase());
    names.set(id, name);
  }
  const images = new Map(
    choice.values.flatMap(({ id, image }) => (image === null ? [] : [[id, image] as const])),
  );
  const option = { name: choice.name ?? `Option ${place + 1}`, values: [...names.values()] };
  return { id: choice.id, names, images, option };
}
