import { structureIssues } from './invariants.ts';
import { type Joined, joinCells, joinLists, type Side } from './merge-lists.ts';
import type { Option, Product, ProductField } from './product.ts';
import { productFields } from './product.ts';
import { isSame } from './same.ts';

/** What a person chose for fields that both changed. */
export type Answers = Partial<Record<ProductField, Side>>;

/** The fields of a product that can be joined; one that is missing is not known any more. */
export type KnownFields = { [Field in ProductField]?: Product[Field] };

/** Fields that both changed, differently; one answer decides them together. */
export interface Conflict {
  key: ProductField;
  fields: ProductField[];
}

export interface Merged {
  product: Product;
  conflicts: Conflict[];
  /** Changed by the other; a list that both changed, each its own part, is among mine, too. */
  theirs: ProductField[];
  /** Changed by me. */
  mine: ProductField[];
}

/** These say something of each other: where they do not fit together, one side's are taken whole. */
export const tiedFields: readonly ProductField[] = ['options', 'variants', 'pictures'];

/**
 * Joins two states of a product that began as `base`: theirs where I changed nothing, mine where they did not. Where
 * both changed the same field it is a conflict, held by the answer, else by mine. Lists are joined by their items and
 * variants cell by cell; only what both changed there is a conflict. Of a field that `base` does not tell, every
 * difference is one.
 */
export function mergeProducts(
  base: KnownFields,
  mine: Product,
  theirs: Product,
  answers: Answers = {},
): Merged {
  const merged = fieldByField(base, mine, theirs, answers);
  // Whatever will be answered must fit together, else the question is asked for all that hangs together.
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
  const merged: Merged = { product: theirs, conflicts: [], theirs: [], mine: [] };
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

/** Joins a field that both changed, where it is one that can be. */
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
    case 'pictures':
      return joinLists(
        base.pictures ?? [],
        mine.pictures,
        theirs.pictures,
        side,
        ({ url }) => url,
        joinCells,
      );
    case 'variants':
      return joinLists(base.variants ?? [], mine.variants, theirs.variants, side, ({ id }) => id, joinCells);
    case 'options':
      return joinOptions(base.options ?? [], mine.options, theirs.options, side);
    default:
      return null;
  }
}

/** Options are the same ones by their place; what either added to or took from their values is joined. */
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

/** The same merge with these fields taken whole from one side, as one question under one key. */
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
