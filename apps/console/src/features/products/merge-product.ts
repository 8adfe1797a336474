import { structureIssues } from '@bowerbird/catalog/invariants';
import type { Product, ProductField, Variant } from '@bowerbird/catalog/product';
import { productFields } from '@bowerbird/catalog/product';
import { isSame } from '@bowerbird/catalog/same';

export type Side = 'mine' | 'theirs';
/** What a person chose for fields that both changed. */
export type Answers = Partial<Record<ProductField, Side>>;

/** Fields that both changed, differently; one answer decides them together. */
export interface Conflict {
  key: ProductField;
  fields: ProductField[];
}

export interface Merged {
  product: Product;
  conflicts: Conflict[];
  /** Changed by the other alone. */
  theirs: ProductField[];
  /** Changed by me alone. */
  mine: ProductField[];
}

/** These say something of each other: where they do not fit together, one side's are taken whole. */
const tied: readonly ProductField[] = ['options', 'variants', 'pictures'];

/**
 * Joins two states of a product that began as `base`: theirs where I changed nothing, mine where they did not. Where
 * both changed the same field it is a conflict, held by the answer, else by mine. Variants that are the same ones on
 * both sides are joined cell by cell.
 */
export function mergeProducts(base: Product, mine: Product, theirs: Product, answers: Answers = {}): Merged {
  const merged = fieldByField(base, mine, theirs, answers);
  // Whatever will be answered must fit together, else the question is asked for all that hangs together.
  const outcomes = [answers, everyTied('mine'), everyTied('theirs')].map(
    (each) => fieldByField(base, mine, theirs, each).product,
  );
  return outcomes.every((product) => fits(product, mine, theirs))
    ? merged
    : withTiedWhole(merged, mine, theirs, answers);
}

function everyTied(side: Side): Answers {
  return Object.fromEntries(tied.map((field) => [field, side]));
}

function fieldByField(base: Product, mine: Product, theirs: Product, answers: Answers): Merged {
  const merged: Merged = { product: theirs, conflicts: [], theirs: [], mine: [] };
  for (const field of productFields) {
    const { value, kind } = mergeField(base, mine, theirs, field, answers[field] ?? 'mine');
    merged.product = { ...merged.product, [field]: value };
    if (kind === 'both') {
      merged.conflicts.push({ key: field, fields: [field] });
    } else if (kind !== 'same') {
      merged[kind].push(field);
    }
  }
  return merged;
}

function mergeField(base: Product, mine: Product, theirs: Product, field: ProductField, side: Side) {
  if (isSame(mine[field], theirs[field])) {
    return { value: theirs[field], kind: 'same' as const };
  }
  if (isSame(mine[field], base[field])) {
    return { value: theirs[field], kind: 'theirs' as const };
  }
  if (isSame(theirs[field], base[field])) {
    return { value: mine[field], kind: 'mine' as const };
  }
  if (field === 'variants' && sameOnes(base, mine) && sameOnes(base, theirs)) {
    const { variants, clashes } = mergeCells(base.variants, mine.variants, theirs.variants, side);
    return { value: variants, kind: clashes ? ('both' as const) : ('mine' as const) };
  }
  return { value: (side === 'mine' ? mine : theirs)[field], kind: 'both' as const };
}

function sameOnes(left: Product, right: Product): boolean {
  const names = ({ variants }: Product) => variants.map(({ id, optionValues }) => [id, optionValues]);
  return isSame(names(left), names(right));
}

function mergeCells(base: Variant[], mine: Variant[], theirs: Variant[], side: Side) {
  let clashes = false;
  const variants = theirs.map((their, index) => {
    const [was, own] = [base[index], mine[index]];
    if (was === undefined || own === undefined) {
      return their;
    }
    const changed = Object.entries(own).filter(([key, value]) => !isSame(value, was[key as keyof Variant]));
    const taken = changed.filter(([key, value]) => {
      const clash =
        !isSame(their[key as keyof Variant], was[key as keyof Variant]) &&
        !isSame(their[key as keyof Variant], value);
      clashes ||= clash;
      return !clash || side === 'mine';
    });
    return { ...their, ...Object.fromEntries(taken) };
  });
  return { variants, clashes };
}

function fits(product: Product, mine: Product, theirs: Product): boolean {
  const allowed = Math.max(structureIssues(mine).length, structureIssues(theirs).length);
  return structureIssues(product).length <= allowed;
}

function withTiedWhole(merged: Merged, mine: Product, theirs: Product, answers: Answers): Merged {
  const from = (answers.variants ?? 'mine') === 'mine' ? mine : theirs;
  const { options, variants, pictures } = from;
  const others = (fields: ProductField[]) => fields.filter((field) => !tied.includes(field));
  const fields = tied.filter((field) => !isSame(mine[field], theirs[field]));
  return {
    product: { ...merged.product, options, variants, pictures },
    conflicts: [
      ...merged.conflicts.filter(({ key }) => !tied.includes(key)),
      { key: 'variants', fields: [...fields] },
    ],
    theirs: others(merged.theirs),
    mine: others(merged.mine),
  };
}
