import { structureIssues } from '../invariants/invariants.ts';
import { mergeOwnValues } from '../own-values/own-cells.ts';
import type { Image, Option, Product, ProductField } from '../product.ts';
import { productFields } from '../product.ts';
import { imageIdentity } from '../stored/image-identity.ts';
import { type Joined, joinCells, joinLists, type Side } from './merge-lists.ts';
import { isSame } from './same.ts';

/** A person's decisions for fields that both sides changed. */
export type Answers = Partial<Record<ProductField, Side>>;

/** The fields of a product that can be merged; a missing one is no longer known. */
export type KnownFields = { [Field in ProductField]?: Product[Field] } & Pick<Product, 'inStores'>;

/** Fields that both sides changed differently; one decision resolves them together. */
export interface Conflict {
  key: ProductField;
  fields: ProductField[];
}

export interface Merged {
  product: Product;
  conflicts: Conflict[];
  /**
   * Fields changed by the other side. A list that both sides changed in different parts is in `theirs` and in `mine`.
   */
  theirs: ProductField[];
  /** Fields changed by my side. */
  mine: ProductField[];
}

/** Fields that refer to each other: where the merged values are inconsistent, all of them are taken from one side. */
export const tiedFields: readonly ProductField[] = ['options', 'variants', 'images'];

/**
 * Merges two states of a product that have the common state `base`: `theirs` where `mine` changed nothing, `mine` where
 * `theirs` changed nothing. A field that both sides changed differently is a conflict; the decision in `answers`
 * applies, otherwise `mine`. Lists are merged item by item and variants field by field; only what both sides changed
 * there is a conflict. For a field that `base` does not have, every difference is a conflict. Own values in stores are no
 * conflict: each is mine where I changed it, and theirs otherwise.
 */
export function mergeProducts(
  base: KnownFields,
  mine: Product,
  theirs: Product,
  answers: Answers = {},
): Merged {
  const merged = fieldByField(base, mine, theirs, answers);
  // The result must be consistent for every possible decision; otherwise the tied fields become one conflict.
  const outcomes = [answers, everyTied('mine'), everyTied('theirs')].map(
    (each) => fieldByField(base, mine, theirs, each).product,
  );
  return outcomes.every((product) => fits(product, mine, theirs))
    ? merged
    : withWhole(merged, tiedFields, 'variants', { mine, theirs, answers });
}

function everyTied(side: Side): Answers {
  return Object.fromEntries(tiedFields.map((field) => [field, side]));
}

function fieldByField(base: KnownFields, mine: Product, theirs: Product, answers: Answers): Merged {
  const merged: Merged = { product: mergeOwnValues(base, mine, theirs), conflicts: [], theirs: [], mine: [] };
  for (const field of productFields) {
    const { value, kind } = mergeField(base, mine, theirs, field, answers[field] ?? 'mine');
    merged.product = { ...merged.product, [field]: value };
    if (kind === 'both') {
      merged.conflicts.push({ key: field, fields: [field] });
    }
    if (kind === 'theirs' || kind === 'joined') {
      merged.theirs.push(field);
    }
    if (kind === 'mine' || kind === 'joined') {
      merged.mine.push(field);
    }
  }
  return merged;
}

function mergeField(base: KnownFields, mine: Product, theirs: Product, field: ProductField, side: Side) {
  if (isSame(mine[field], theirs[field])) {
    return { value: theirs[field], kind: 'same' as const };
  }
  if (base[field] !== undefined) {
    if (isSame(mine[field], base[field])) {
      return { value: theirs[field], kind: 'theirs' as const };
    }
    if (isSame(theirs[field], base[field])) {
      return { value: mine[field], kind: 'mine' as const };
    }
    const joined = joinField(base, mine, theirs, field, side);
    if (joined) {
      return { value: joined.value, kind: joined.clashes ? ('both' as const) : ('joined' as const) };
    }
  }
  return { value: (side === 'mine' ? mine : theirs)[field], kind: 'both' as const };
}

/** Merges a field that both sides changed, where that field can be merged. */
function joinField(
  base: KnownFields,
  mine: Product,
  theirs: Product,
  field: ProductField,
  side: Side,
): Joined<unknown> | null {
  switch (field) {
    case 'tags':
      return joinLists(base.tags ?? [], mine.tags, theirs.tags, side, String);
    case 'categories':
      return joinLists(base.categories ?? [], mine.categories, theirs.categories, side, (path) =>
        JSON.stringify(path),
      );
    case 'attributes':
      return joinLists(base.attributes ?? [], mine.attributes, theirs.attributes, side, ({ name }) => name);
    case 'images':
      return joinLists(base.images ?? [], mine.images, theirs.images, side, imageIdentity, joinImages);
    case 'variants':
      return joinLists(base.variants ?? [], mine.variants, theirs.variants, side, ({ id }) => id, joinCells);
    case 'options':
      return joinOptions(base.options ?? [], mine.options, theirs.options, side);
    default:
      return null;
  }
}

/**
 * Merges two copies of an image. The address, the size and the origin of a changed copy belong together: a source that
 * still has the original did not change them.
 */
function joinImages(base: Image, mine: Image, theirs: Image, side: Side): Joined<Image> {
  const { value, clashes } = joinCells({ alt: base.alt }, { alt: mine.alt }, { alt: theirs.alt }, side);
  const shown = joinShown(base, mine, theirs, side);
  return { value: { ...shown.value, ...value }, clashes: clashes || shown.clashes };
}

function joinShown(base: Image, mine: Image, theirs: Image, side: Side): Joined<Image> {
  const isCopied = [base, mine, theirs].some(({ origin }) => origin !== undefined);
  if (!isCopied) {
    return joinCells(base, mine, theirs, side);
  }
  const shownBy = ({ url, origin }: Image) => ({ url, origin });
  const [was, own, their] = [base, mine, theirs].map(shownBy);
  if (isSame(own, was) || isSame(own, their)) {
    return { value: theirs, clashes: false };
  }
  return isSame(their, was)
    ? { value: mine, clashes: false }
    : { value: side === 'mine' ? mine : theirs, clashes: true };
}

/** Merges options, which are matched by position; values that either side added or removed are merged. */
function joinOptions(
  base: readonly Option[],
  mine: readonly Option[],
  theirs: readonly Option[],
  side: Side,
): Joined<Option[]> | null {
  if (base.length !== mine.length || base.length !== theirs.length) {
    return null;
  }
  const value: Option[] = [];
  let clashes = false;
  for (const [at, was] of base.entries()) {
    const [own, their] = [mine[at] ?? was, theirs[at] ?? was];
    const renamed = was.values.some((each) => !own.values.includes(each) && !their.values.includes(each));
    const values = joinLists(was.values, own.values, their.values, side, String);
    if (values === null || (renamed && !isSame(own.values, their.values))) {
      return null;
    }
    const name = joinCells({ name: was.name }, { name: own.name }, { name: their.name }, side);
    clashes ||= values.clashes || name.clashes;
    value.push({ ...their, ...name.value, values: values.value });
  }
  return { value, clashes };
}

function fits(product: Product, mine: Product, theirs: Product): boolean {
  const allowed = Math.max(structureIssues(mine).length, structureIssues(theirs).length);
  return structureIssues(product).length <= allowed;
}

/** Returns the same merge with these fields taken entirely from one side, as one conflict with one key. */
export function withWhole(
  merged: Merged,
  fields: readonly ProductField[],
  key: ProductField,
  { mine, theirs, answers }: { mine: Product; theirs: Product; answers: Answers },
): Merged {
  const from = (answers[key] ?? 'mine') === 'mine' ? mine : theirs;
  const others = (of: ProductField[]) => of.filter((field) => !fields.includes(field));
  return {
    product: {
      ...merged.product,
      ...Object.fromEntries(fields.map((field) => [field, from[field]])),
    },
    conflicts: [
      ...merged.conflicts.filter((conflict) => !fields.includes(conflict.key)),
      { key, fields: fields.filter((field) => !isSame(mine[field], theirs[field])) },
    ],
    theirs: others(merged.theirs),
    mine: others(merged.mine),
  };
}
