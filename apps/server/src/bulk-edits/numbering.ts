import type { EditStep } from '@bowerbird/catalog/edits/edit-steps';
import type { EditContext } from '@bowerbird/catalog/edits/kind';
import type { Product } from '@bowerbird/catalog/product';
import { type RawBuilder, sql } from 'kysely';
import type { OwnerDb } from '../db/database.ts';

type Field = 'sku' | 'barcode';

/** Stands for the id of a code that several products have. */
const several = 'several';

/** Which product has each SKU and barcode of a merchant's catalogue. */
export class Codes {
  readonly #holders = { sku: new Map<string, string>(), barcode: new Map<string, string>() };

  add(field: Field, code: string | null, productId: string): void {
    if (code !== null && code !== '') {
      const holder = this.#holders[field].get(code) ?? productId;
      this.#holders[field].set(code, holder === productId ? holder : several);
    }
  }

  /** Reports whether another product has this code. */
  isTaken(field: Field, code: string, productId: string): boolean {
    return (this.#holders[field].get(code) ?? productId) !== productId;
  }
}

/** Hands out the numbers for `{n}` in codes: to each product those after the product before. */
export class Numbering {
  readonly #codes: Codes;
  next: number;

  constructor(codes: Codes, next: number) {
    this.#codes = codes;
    this.next = next;
  }

  contextFor(productId: string): EditContext {
    return {
      series: { next: this.next, isTaken: (field, code) => this.#codes.isTaken(field, code, productId) },
    };
  }

  /** Records what a product took. */
  take(productId: string, product: Product, seriesNext: number | null): void {
    this.next = seriesNext ?? this.next;
    for (const { sku, barcode } of product.variants) {
      this.#codes.add('sku', sku, productId);
      this.#codes.add('barcode', barcode, productId);
    }
  }
}

/** Reports whether these steps write codes that have to be unique across the catalogue. */
export function writesCodes(steps: readonly EditStep[]): boolean {
  return steps.some(({ edit }) => edit.kind === 'code-series');
}

/**
 * Returns the codes of the owner's catalogue that the steps could write as well; null where the steps need none. Only
 * products are read whose search text has the fixed part of a template.
 */
export async function findCodes(
  db: OwnerDb,
  ownerId: string,
  steps: readonly EditStep[],
): Promise<Codes | null> {
  if (!writesCodes(steps)) {
    return null;
  }
  const { rows } = await sql<{ id: string; sku: string | null; barcode: string | null }>`
    select own_product.id, variant ->> 'sku' as sku, variant ->> 'barcode' as barcode
    from own_product, jsonb_array_elements(content -> 'variants') as variant
    where owner_id = ${ownerId} and ${mayHave(ownerId, steps)}
      and (coalesce(variant ->> 'sku', '') <> '' or coalesce(variant ->> 'barcode', '') <> '')
  `.execute(db);
  const codes = new Codes();
  for (const { id, sku, barcode } of rows) {
    codes.add('sku', sku, id);
    codes.add('barcode', barcode, id);
  }
  return codes;
}

/** Builds the condition that a product may have a code that one of the steps writes. */
function mayHave(ownerId: string, steps: readonly EditStep[]): RawBuilder<unknown> {
  const parts = steps.flatMap(({ edit }) =>
    edit.kind === 'code-series' ? [fixedPartOf(edit.template)] : [],
  );
  return parts.some((part) => part === null)
    ? sql`true`
    : sql`own_product.id in (
        select product_id from own_product_text where owner_id = ${ownerId} and (${sql.join(
          parts.map((part) => sql`search like ${`%${(part ?? '').replace(/[\\%_]/g, '\\$&')}%`}`),
          sql` or `,
        )}))`;
}

/** Returns the longest fixed part of a template as search texts have it; null without one. */
function fixedPartOf(template: string): string | null {
  const [longest = ''] = template.split(/\{[^{}]*\}/).toSorted((one, other) => other.length - one.length);
  const isPlain = /^[\x21-\x7e]+$/.test(longest);
  return isPlain ? longest.toLowerCase() : null;
}

/**
 * Returns a numbering for counting: which number a product gets does not decide whether it changes, so no code of the
 * catalogue is read.
 */
export function countingNumbering(steps: readonly EditStep[]): Numbering | null {
  return writesCodes(steps) ? new Numbering(new Codes(), 1) : null;
}

/** Returns the numbering as it would begin now, without drawing a number; null where the steps need none. */
export async function presentNumbering(
  db: OwnerDb,
  ownerId: string,
  steps: readonly EditStep[],
): Promise<Numbering | null> {
  const codes = await findCodes(db, ownerId, steps);
  if (codes === null) {
    return null;
  }
  const row = await db
    .selectFrom('edit_series')
    .select('next')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return new Numbering(codes, row?.next ?? 1);
}

/** Locks the owner's next number until the transaction ends, and returns it. */
export async function lockNext(db: OwnerDb, ownerId: string): Promise<number> {
  const { next } = await db
    .insertInto('edit_series')
    .values({ owner_id: ownerId, next: 1 })
    .onConflict((conflict) =>
      conflict.column('owner_id').doUpdateSet((eb) => ({ next: eb.ref('edit_series.next') })),
    )
    .returning('next')
    .executeTakeFirstOrThrow();
  return next;
}

/** Saves the next number, which this transaction has locked. */
export async function saveNext(db: OwnerDb, ownerId: string, next: number): Promise<void> {
  await db.updateTable('edit_series').set({ next }).where('owner_id', '=', ownerId).execute();
}
