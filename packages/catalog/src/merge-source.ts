import { withAsRead } from './as-read.ts';
import { describeChange } from './change.ts';
import {
  type Answers,
  type Conflict,
  type KnownFields,
  type Merged,
  mergeProducts,
  tiedFields,
  withWhole,
} from './merge.ts';
import { type Product, type ProductField, productFields, type Variant } from './product.ts';
import { isSame } from './same.ts';
import { withKnownIds } from './same-variants.ts';
import { toldAgain, type Untold, withUntold } from './told-again.ts';
import { uploadedImageAt } from './uploaded-image.ts';

/** By field, whose value counts once and for all: the source's with the rules of the claim, or the merchant's own. */
export type SourceRules = Partial<Record<ProductField, 'source' | 'mine'>>;
/** By question: the source's value as it was read, what the rules of the claim make of it, or the merchant's own. */
export type SourceAnswers = Partial<Record<ProductField, 'source' | 'ruled' | 'mine'>>;

/** What the next merge must know of a reading beside itself. */
export interface KnownReading {
  /** Our ids of its variants, in its order. */
  variantIds: readonly string[];
  untold: Untold;
}

export interface SourceMerge {
  /** The reading the product was merged with last, at first the claimed one; null when it is not kept. Markup is safe. */
  before: Product | null;
  /** What is known of that reading beside itself; null: nothing, as of the one claimed. */
  known: KnownReading | null;
  /** The reading of now, its markup safe. */
  now: Product;
  /** The product as it stands. */
  mine: Product;
  /** What claiming made of a reading: markup cleaned, rules applied. */
  claimed(reading: Product): Product;
  /** Questions of an earlier merge that nobody has decided: what the fields were before; without a value nobody knows. */
  undecided?: { fields: readonly ProductField[]; before: KnownFields } | undefined;
  /** Decided by a person now, by a question's key. */
  answers?: SourceAnswers | undefined;
  /** Decided once and for all. */
  rules?: SourceRules | undefined;
}

export interface MergedSource {
  /** The very product given where nothing is to be changed. */
  product: Product;
  /** What nobody decided: the product keeps its own there. */
  open: Conflict[];
  /** Fields that now hold something of the source's that they did not. */
  followed: ProductField[];
  /** Fields that differ from the source because the merchant made them so, and need no decision. */
  kept: ProductField[];
  /** Of `now`, for the next merge. */
  known: KnownReading;
  /** Before and now as claiming makes them, and as they were read, under our ids. */
  base: KnownFields;
  theirs: Product;
  read: { before: Product | null; now: Product };
}

/** The merchant's own decisions, which no reading changes and nobody is asked about. */
const ownFields = ['handle', 'status'] as const satisfies readonly ProductField[];

/** An amount says nothing without its currency. */
const moneyFields: readonly ProductField[] = [...tiedFields, 'currency', 'priceTiers'];

/**
 * Brings a claimed product up to its source. The rules it was claimed with count as part of the source: what they made
 * of the last reading is the base, what they make of this one is theirs, so that a product nobody edited follows with
 * its price rule, and only what a person changed since can conflict.
 *
 * What a merchant expects beyond that:
 * - The handle and the status are theirs alone. A shop that renames or hides its page does not move the merchant's.
 * - Search texts follow until the merchant writes their own; then they stay, and nobody is asked.
 * - Variants, pictures and tags that the merchant took out stay out, whatever the source changes in them.
 * - Images that the merchant uploaded stay, also where the source's side is taken: no source knows them.
 * - The cost is the merchant's; a source that never told it cannot take it away.
 * - Categories are added and never taken away: in which one a product is met depends on what was collected.
 * - What this reading does not tell, because the source was read another way, is not thereby gone (`toldAgain`).
 * - Another currency than before is not followed silently: all amounts are one question, also where a
 *   rule lets the source decide.
 */
export function mergeSource(ask: SourceMerge): MergedSource {
  const { mine, rules = {}, answers = {} } = ask;
  const { untold, ...read } = readingsOf(ask);
  const theirs = ask.claimed(read.now);
  const base = baseOf(ask, read.before);
  const told = prepare(base, mine, theirs);
  const isMoneyApart = isOtherMoney(base, mine, theirs);
  // A rule was made for amounts of the money there was.
  const ruled = isMoneyApart && rules.variants === 'source' ? { ...rules, variants: undefined } : rules;
  const decided = (key: ProductField) => answers[key] ?? ruled[key];
  const sides: Answers = {};
  for (const field of productFields) {
    sides[field] = (decided(field) ?? 'mine') === 'mine' ? 'mine' : 'theirs';
  }
  const whole = { mine, theirs: told.whole };
  const mergeAs = (by: Answers): Merged => {
    const merged = mergeProducts(told.base, mine, told.theirs, by);
    const tied = merged.conflicts.some(({ key, fields }) => key === 'variants' && fields.length > 1);
    const fields = isMoneyApart ? moneyFields : tied ? tiedFields : [];
    return fields.length > 0 ? withWhole(merged, fields, 'variants', { ...whole, answers: by }) : merged;
  };
  const merged = mergeAs(sides);
  const asRead = merged.conflicts.filter(({ key }) => answers[key] === 'source');
  if (asRead.length > 0) {
    const [own, their] = [mergeAs({}).product, mergeAs(allTheirs).product];
    merged.product = withAsRead(merged.product, asRead, { mine: own, theirs: their, read: read.now });
  }
  const product = withOwnUploads(merged.product, mine);
  const joined = isSame(product, mine) ? mine : product;
  const open = merged.conflicts.filter(({ key }) => decided(key) === undefined);
  const openFields = new Set(open.flatMap(({ fields }) => fields));
  return {
    product: joined,
    open,
    followed: describeChange(mine, joined).map(({ field }) => field),
    kept: productFields.filter((field) => !openFields.has(field) && !isSame(joined[field], theirs[field])),
    known: { variantIds: read.now.variants.map(({ id }) => id), untold },
    base,
    theirs,
    read,
  };
}

/** Uploaded images that a choice of the source's side would have taken away, behind the others. */
function withOwnUploads(product: Product, { pictures }: Product): Product {
  const shown = new Set(product.pictures.map(({ url }) => url));
  const lost = pictures.filter(({ url }) => uploadedImageAt(url) !== null && !shown.has(url));
  return lost.length === 0 ? product : { ...product, pictures: [...product.pictures, ...lost] };
}

const allTheirs: Answers = Object.fromEntries(productFields.map((field) => [field, 'theirs']));

/** Both readings under our ids of their variants, with what they did not tell themselves. */
function readingsOf({ before, known, now, mine }: SourceMerge): MergedSource['read'] & { untold: Untold } {
  const taken = mine.variants.map(({ id }) => id);
  if (before === null) {
    return {
      before,
      now: { ...now, variants: withKnownIds(now.variants, mine.variants, taken) },
      untold: {},
    };
  }
  const numbered = before.variants.map((variant, at) => ({
    ...variant,
    id: known?.variantIds[at] ?? variant.id,
  }));
  const was = withUntold({ ...before, variants: numbered }, known?.untold ?? {});
  const variants = withKnownIds(now.variants, was.variants, taken);
  const { reading, untold } = toldAgain(was, { ...now, variants });
  return { before: was, now: reading, untold };
}

function baseOf({ claimed, undecided }: SourceMerge, before: Product | null): KnownFields {
  const base: KnownFields = before === null ? {} : { ...claimed(before) };
  for (const field of undecided?.fields ?? []) {
    delete base[field];
  }
  return { ...base, ...undecided?.before };
}

/** Takes out of the question what is the merchant's alone; `whole` is the source's side where it is taken whole. */
function prepare(
  base: KnownFields,
  mine: Product,
  theirs: Product,
): { base: KnownFields; theirs: Product; whole: Product } {
  const told: KnownFields = { ...base };
  const whole = {
    ...theirs,
    categories: base.categories ? addedTo(base.categories, theirs.categories) : theirs.categories,
  };
  for (const field of ownFields) {
    Object.assign(told, { [field]: mine[field] });
    Object.assign(whole, { [field]: mine[field] });
  }
  if (!isSame(mine.seo, base.seo)) {
    told.seo = mine.seo;
    whole.seo = mine.seo;
  }
  const costs = new Map(mine.variants.map(({ id, cost }) => [id, cost]));
  const before = new Map(base.variants?.map(({ id, cost }) => [id, cost]));
  const withCost = (variant: Variant): Variant => {
    const own = costs.get(variant.id);
    const told = theirs.variants.find(({ id }) => id === variant.id)?.cost ?? null;
    return own !== undefined && (told === null || told === before.get(variant.id))
      ? { ...variant, cost: own }
      : variant;
  };
  whole.variants = theirs.variants.map(withCost);
  if (base.variants) {
    told.variants = base.variants.map(withCost);
  }
  return { ...withoutTakenOut(told, mine, whole), whole };
}

function addedTo(before: Product['categories'], now: Product['categories']): Product['categories'] {
  const known = new Set(before.map((path) => JSON.stringify(path)));
  return [...before, ...now.filter((path) => !known.has(JSON.stringify(path)))];
}

/** Variants and pictures that the merchant took out are out on both sides: there is nothing to ask about them. */
function withoutTakenOut(
  base: KnownFields,
  mine: Product,
  theirs: Product,
): { base: KnownFields; theirs: Product } {
  const variants = missing(
    base.variants?.map(({ id }) => id),
    mine.variants.map(({ id }) => id),
  );
  const pictures = missing(
    base.pictures?.map(({ url }) => url),
    mine.pictures.map(({ url }) => url),
  );
  if (variants.size === 0 && pictures.size === 0) {
    return { base, theirs };
  }
  const cut = <Of extends KnownFields>(product: Of): Of => ({
    ...product,
    ...(product.pictures && { pictures: product.pictures.filter(({ url }) => !pictures.has(url)) }),
    ...(product.variants && {
      variants: product.variants
        .filter(({ id }) => !variants.has(id))
        .map((each) => (pictures.has(each.pictureUrl ?? '') ? { ...each, pictureUrl: null } : each)),
    }),
  });
  return { base: cut(base), theirs: cut(theirs) };
}

function missing(before: readonly string[] | undefined, now: readonly string[]): Set<string> {
  return new Set(before).difference(new Set(now));
}

/** Amounts of two currencies cannot be joined; where neither side's amounts moved, there is nothing to join. */
function isOtherMoney(base: KnownFields, mine: Product, theirs: Product): boolean {
  return (
    mine.currency !== null &&
    theirs.currency !== null &&
    mine.currency !== theirs.currency &&
    !isSame(amountsOf(base), amountsOf(theirs))
  );
}

function amountsOf({ currency, variants, priceTiers }: KnownFields) {
  const amounts = variants?.map(({ id, price, compareAtPrice }) => ({ id, price, compareAtPrice }));
  return { currency, amounts, priceTiers };
}
