import { type Product, type ProductField, productFields, type Variant } from '../product.ts';
import { imageIdentity } from '../stored/image-identity.ts';
import { uploadedImageAt } from '../stored/uploaded-image.ts';
import { withAsRead } from './as-read.ts';
import { carryUnstated, type Unstated, withUnstated } from './carry-unstated.ts';
import {
  type Answers,
  type Conflict,
  type KnownFields,
  type Merged,
  mergeProducts,
  tiedFields,
  withWhole,
} from './merge.ts';
import { isSame } from './same.ts';
import { withKnownIds } from './same-variants.ts';

/**
 * Permanent decisions by field: use the source's value with the claim rules applied (`source`), or keep the merchant's
 * own (`mine`).
 */
export type SourceRules = Partial<Record<ProductField, 'source' | 'mine'>>;
/**
 * Decisions by conflict: the source's value as it was read, the source's value with the claim rules applied, or the
 * merchant's own.
 */
export type SourceAnswers = Partial<Record<ProductField, 'source' | 'ruled' | 'mine'>>;

/** What the next merge must know about a snapshot in addition to the snapshot itself. */
export interface KnownSnapshot {
  /** Our ids of the snapshot's variants, in its order. */
  variantIds: readonly string[];
  unstated: Unstated;
}

export interface SourceMerge {
  /**
   * The snapshot that the product was last merged with, at first the claimed one; null when it is not kept. Its HTML is
   * sanitised.
   */
  before: Product | null;
  /** What is known about that snapshot in addition to its own content; null: nothing, as for the claimed snapshot. */
  known: KnownSnapshot | null;
  /** The current snapshot, with sanitised HTML. */
  now: Product;
  /** The merchant's current product. */
  mine: Product;
  /** Returns what claiming would make of a snapshot: sanitised HTML, claim rules applied. */
  claimed(snapshot: Product): Product;
  /**
   * Unresolved conflicts of an earlier merge: the base values of their fields. A field without a value has an unknown
   * base.
   */
  undecided?: { fields: readonly ProductField[]; before: KnownFields } | undefined;
  /** Decisions that a person makes now, by conflict key. */
  answers?: SourceAnswers | undefined;
  /** Permanent decisions. */
  rules?: SourceRules | undefined;
}

export interface MergedSource {
  /** The merged product; the same object where nothing changes. */
  product: Product;
  /** Unresolved conflicts: the product keeps the merchant's values there. */
  open: Conflict[];
  /** Fields that now have a value from the source that they did not have before. */
  followed: ProductField[];
  /** Fields that differ from the source because the merchant changed them, and that need no decision. */
  kept: ProductField[];
  /** What is known about `now`, for the next merge. */
  known: KnownSnapshot;
  /**
   * The previous and the current snapshot, with claim rules applied and as they were read, both with our variant ids.
   */
  base: KnownFields;
  theirs: Product;
  read: { before: Product | null; now: Product };
}

/** Fields that only the merchant decides: no snapshot changes them, and they never conflict. */
const ownFields = ['handle', 'status'] as const satisfies readonly ProductField[];

/** Fields that change together with the currency: an amount means nothing without its currency. */
const moneyFields: readonly ProductField[] = [...tiedFields, 'currency', 'priceTiers'];

/**
 * Updates a claimed product from its source. The claim rules count as part of the source: the last snapshot with the
 * rules applied is the base, and the current snapshot with the rules applied is `theirs`. So a product that was not
 * edited follows the source with its price rule, and only what a person changed since can conflict.
 *
 * What merchants expect beyond that:
 * - The handle and the status belong to the merchant. A shop that renames or hides its page does not change them.
 * - SEO texts follow the source until the merchant writes their own; then they are kept without a conflict.
 * - Variants, images and tags that the merchant removed stay removed, whatever the source changes in them.
 * - Images that the merchant uploaded are kept, even where the source's side is used, because no source has them.
 * - The cost belongs to the merchant; a source that never gave a cost cannot remove it.
 * - Categories are added and never removed: the categories in which a product is found depend on what was collected.
 * - A value that this snapshot lacks because the source was read in another way does not count as removed
 *   (`carryUnstated`).
 * - A changed currency is not followed silently: all amounts form one conflict, even where a rule lets the source
 *   decide.
 */
export function mergeSource(request: SourceMerge): MergedSource {
  const { mine, rules = {}, answers = {} } = request;
  const { unstated, ...read } = snapshotsOf(request);
  const theirs = request.claimed(read.now);
  const base = baseOf(request, read.before);
  const stated = prepare(base, mine, theirs);
  const isMoneyApart = isOtherMoney(base, mine, theirs);
  // The rule was made for amounts in the previous currency.
  const ruled = isMoneyApart && rules.variants === 'source' ? { ...rules, variants: undefined } : rules;
  const decided = (key: ProductField) => answers[key] ?? ruled[key];
  const sides: Answers = {};
  for (const field of productFields) {
    sides[field] = (decided(field) ?? 'mine') === 'mine' ? 'mine' : 'theirs';
  }
  const whole = { mine, theirs: stated.whole };
  const mergeAs = (by: Answers): Merged => {
    const merged = mergeProducts(stated.base, mine, stated.theirs, by);
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
    followed: productFields.filter((field) => !isSame(mine[field], joined[field])),
    kept: productFields.filter((field) => !openFields.has(field) && !isSame(joined[field], theirs[field])),
    known: { variantIds: read.now.variants.map(({ id }) => id), unstated },
    base,
    theirs,
    read,
  };
}

/** Appends the uploaded images that using the source's side would have removed, after the other images. */
function withOwnUploads(product: Product, { images }: Product): Product {
  const shown = new Set(product.images.map(imageIdentity));
  const lost = images.filter(
    (image) => uploadedImageAt(imageIdentity(image)) !== null && !shown.has(imageIdentity(image)),
  );
  return lost.length === 0 ? product : { ...product, images: [...product.images, ...lost] };
}

const allTheirs: Answers = Object.fromEntries(productFields.map((field) => [field, 'theirs']));

/** Returns both snapshots with our variant ids, and with the values that they lack filled in from earlier snapshots. */
function snapshotsOf({
  before,
  known,
  now,
  mine,
}: SourceMerge): MergedSource['read'] & { unstated: Unstated } {
  const taken = mine.variants.map(({ id }) => id);
  if (before === null) {
    return {
      before,
      now: { ...now, variants: withKnownIds(now.variants, mine.variants, taken) },
      unstated: {},
    };
  }
  const was = numberedSnapshot(before, known);
  const variants = withKnownIds(now.variants, was.variants, taken);
  const { snapshot, unstated } = carryUnstated(was, { ...now, variants });
  return { before: was, now: snapshot, unstated };
}

/** Returns a snapshot that was merged, with our variant ids and the values that earlier snapshots stated. */
export function numberedSnapshot(snapshot: Product, known: KnownSnapshot | null): Product {
  const variants = snapshot.variants.map((variant, at) => ({
    ...variant,
    id: known?.variantIds[at] ?? variant.id,
  }));
  return withUnstated({ ...snapshot, variants }, known?.unstated ?? {});
}

function baseOf({ claimed, undecided }: SourceMerge, before: Product | null): KnownFields {
  const base: KnownFields = before === null ? {} : { ...claimed(before) };
  for (const field of undecided?.fields ?? []) {
    delete base[field];
  }
  return { ...base, ...undecided?.before };
}

/**
 * Excludes from the merge what belongs to the merchant alone. `whole` is the source's side for the case that it is
 * taken as a whole.
 */
function prepare(
  base: KnownFields,
  mine: Product,
  theirs: Product,
): { base: KnownFields; theirs: Product; whole: Product } {
  const stated: KnownFields = { ...base };
  const whole = {
    ...theirs,
    categories: base.categories ? addedTo(base.categories, theirs.categories) : theirs.categories,
  };
  for (const field of ownFields) {
    Object.assign(stated, { [field]: mine[field] });
    Object.assign(whole, { [field]: mine[field] });
  }
  if (!isSame(mine.seo, base.seo)) {
    stated.seo = mine.seo;
    whole.seo = mine.seo;
  }
  const costs = new Map(mine.variants.map(({ id, cost }) => [id, cost]));
  const before = new Map(base.variants?.map(({ id, cost }) => [id, cost]));
  const withCost = (variant: Variant): Variant => {
    const own = costs.get(variant.id);
    const stated = theirs.variants.find(({ id }) => id === variant.id)?.cost ?? null;
    return own !== undefined && (stated === null || stated === before.get(variant.id))
      ? { ...variant, cost: own }
      : variant;
  };
  whole.variants = theirs.variants.map(withCost);
  if (base.variants) {
    stated.variants = base.variants.map(withCost);
  }
  return { ...withoutTakenOut(stated, mine, whole), whole };
}

function addedTo(before: Product['categories'], now: Product['categories']): Product['categories'] {
  const known = new Set(before.map((path) => JSON.stringify(path)));
  return [...before, ...now.filter((path) => !known.has(JSON.stringify(path)))];
}

/** Removes variants and images that the merchant removed from both other sides, so that they cannot conflict. */
function withoutTakenOut(
  base: KnownFields,
  mine: Product,
  theirs: Product,
): { base: KnownFields; theirs: Product } {
  const variants = missing(
    base.variants?.map(({ id }) => id),
    mine.variants.map(({ id }) => id),
  );
  const images = missing(base.images?.map(imageIdentity), mine.images.map(imageIdentity));
  if (variants.size === 0 && images.size === 0) {
    return { base, theirs };
  }
  const cut = <Of extends KnownFields>(product: Of): Of => ({
    ...product,
    ...(product.images && { images: product.images.filter((image) => !images.has(imageIdentity(image))) }),
    ...(product.variants && {
      variants: product.variants
        .filter(({ id }) => !variants.has(id))
        .map((each) => (images.has(each.imageUrl ?? '') ? { ...each, imageUrl: null } : each)),
    }),
  });
  return { base: cut(base), theirs: cut(theirs) };
}

function missing(before: readonly string[] | undefined, now: readonly string[]): Set<string> {
  return new Set(before).difference(new Set(now));
}

/**
 * Reports whether amounts in two currencies would have to be merged, which is impossible. Where the source's amounts
 * did not change, there is nothing to merge.
 */
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
