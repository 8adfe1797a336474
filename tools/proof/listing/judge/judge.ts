import type { Product } from '@bowerbird/catalog/product';
import { heldCodes } from '@bowerbird/contract/listing/conflicts';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import type { ListingRow } from '../../../../apps/server/src/listing/ledger/ledger.ts';
import { differing, type Field } from '../fields/field.ts';
import { editedTitle, mayBeCalled, mayLackImages, times } from '../lenient.ts';
import { shortened } from '../watch.ts';
import type { SimulatedPlatform, SimulatedProduct } from './simulated-view.ts';

/** What a judge compares when everything is at rest. */
export interface Evidence {
  simulated: SimulatedPlatform;
  /** Everything in the store, the trash included. */
  products: readonly SimulatedProduct[];
  /** The merchant's own products before our first write, as they were. */
  planted: readonly SimulatedProduct[];
  files: readonly string[];
  rows: readonly ListingRow[];
  /** What should be there, by our product's id. */
  wanted: ReadonlyMap<string, Product>;
  /**
   * Every edition of a product that was ever wanted, newest first, by our product's id; left out: only the wanted one.
   */
  editions?: ReadonlyMap<string, readonly Product[]>;
  /** Maximum number of lost answers: the store's faults and the workers' injected faults together. */
  unconfirmed: number;
  /** How often each store fault occurred. */
  hits: ReadonlyMap<FaultKind, number>;
}

/**
 * Returns what is wrong: each product must exist exactly once, visible, with its newest content; no unmanaged or
 * merchant's product may be changed; there may be no orphan; the ledger must agree. One sentence for each problem.
 */
export function judge(evidence: Evidence): string[] {
  return [
    ...evidence.rows.flatMap((row) => judgeRow(row, evidence)),
    ...lostRows(evidence),
    ...judgeOthers(evidence),
    ...judgeExceptions(evidence),
    ...judgeFiles(evidence),
  ];
}

function judgeRow(row: ListingRow, evidence: Evidence): string[] {
  const product = evidence.wanted.get(row.product_id);
  if (!product) {
    return [`the ledger has a row of a product that nobody listed (${row.product_id})`];
  }
  const name = `"${product.title}" (${product.handle})`;
  const there = evidence.products.filter(
    ({ key, by, state }) => key === row.key && by === 'us' && state !== 'trashed',
  );
  const named = ({ title }: SimulatedProduct) => (title === product.title ? '' : ` as "${title}"`);
  const found = there.map((one) => `${one.id} ${one.state}${named(one)}`).join(', ') || 'nothing';
  const wrong: string[] = [];
  if (row.open_attempt !== null) {
    wrong.push(`${name} still has an open attempt; the ledger says ${row.state}, the store has ${found}`);
  }
  if (row.check_due) {
    wrong.push(`${name} is still owed an after-check`);
  }
  if (row.state !== 'listed') {
    const mayBe = row.state === 'gone' || row.state === 'conflict';
    const why = row.fault === null ? '' : `, ${row.fault.code}`;
    // The product that holds our code is reported, and what existed before stays.
    const isHeld =
      row.state === 'refused' && heldCodes.some((code) => code === row.fault?.code) && there.length < 2;
    return (mayBe && there.length === 0) || isHeld
      ? wrong
      : [...wrong, `${name} is ${row.state}${why}, and the store has ${found}`];
  }
  const bound = row.store_product_id?.split('/').at(-1);
  const own = there.find(({ id }) => id === bound) ?? there[0];
  if (!own) {
    return [...wrong, `${name} is listed as ${row.store_product_id} and lost from the store`];
  }
  const more = there.filter((one) => one !== own);
  if (more.some((one) => !isMerchants(one, evidence))) {
    wrong.push(`${name} is there ${there.length} times: ${found}`);
  }
  if (own.id !== bound) {
    wrong.push(`${name} is bound to ${bound}, and the store has ${found}`);
  }
  // If another product holds its handle, it is saved and not published, and the row says so.
  return isHeldBack(row, own) ? wrong : [...wrong, ...judgeContent(name, product, own, evidence)];
}

/**
 * A duplicate or a copy that the merchant has edited belongs to the merchant: we never remove it, and the audit reports
 * it.
 */
function isMerchants({ title }: SimulatedProduct, evidence: Evidence): boolean {
  return title === editedTitle && times(evidence.hits, 'merchant-edit') > 0;
}

function isHeldBack(row: ListingRow, there: SimulatedProduct): boolean {
  return row.fault !== null && there.state === 'hidden';
}

function judgeContent(name: string, wanted: Product, there: SimulatedProduct, evidence: Evidence): string[] {
  const { simulated, rows, editions, hits, files } = evidence;
  const row = rows.find(({ key }) => key === there.key);
  const ever = editions?.get(row?.product_id ?? '') ?? [wanted];
  const contents = [wanted, ...ever.filter((one) => one !== wanted)].map((one) =>
    simulated.fields.wanted(one),
  );
  const store = { files: () => [...files] };
  const isExcused = (field: Field) =>
    mayBeCalled(field, there, contents, hits) || mayLackImages(field, there.content, contents, store, hits);
  return [
    ...differing(there.content, contents, simulated.fields)
      .filter((field) => !isExcused(field))
      .map(
        (field) =>
          `${name} has the ${field} ${shortened(there.content[field])}, and not ${shortened(contents[0]?.[field])}`,
      ),
    ...(there.state === 'shown' ? [] : [`${name} is ${there.state}, and was to be shown`]),
  ];
}

function lostRows({ rows, wanted }: Evidence): string[] {
  const known = new Set(rows.map(({ product_id }) => product_id));
  return [...wanted]
    .filter(([id]) => !known.has(id))
    .map(([, product]) => `"${product.title}" is lost from the ledger`);
}

/** Judges unmanaged products, the merchant's own, their copies, and unknown ones. */
function judgeOthers(evidence: Evidence): string[] {
  const { products, planted, rows } = evidence;
  const keys = new Set(rows.map(({ key }) => key));
  const wrong: string[] = [];
  for (const one of planted) {
    const now = products.find(({ id }) => id === one.id);
    if (now?.whole !== one.whole) {
      wrong.push(`the merchant's own product ${one.id} was ${now ? 'changed' : 'removed'}`);
    }
  }
  const isPlanted = (id: string) => planted.some((one) => one.id === id);
  for (const { id, key, by, title, state } of products) {
    if (by === 'us' && state !== 'trashed' && (key === null || !keys.has(key))) {
      wrong.push(`"${title}" (${id}) is in the store, ${state}, and no row of the ledger knows it`);
    }
    if (by === 'merchant' && (state === 'shown' || !/copy/i.test(title))) {
      wrong.push(`the merchant's copy ${id} was changed: "${title}", ${state}`);
    }
  }
  const came = products.filter(({ by, id }) => by === 'unmanaged' && !isPlanted(id));
  const unmanaged = times(evidence.hits, 'unmanaged', 'trash-holds-sku');
  if (came.length !== unmanaged) {
    wrong.push(`${came.length} strangers' products are there of ${unmanaged}`);
  }
  if (came.some(({ title }) => !/^(?:Theirs|Somebody else's)/.test(title))) {
    wrong.push(`a stranger's product was changed: ${came.map(({ title }) => `"${title}"`).join(', ')}`);
  }
  const copies = products.filter(({ by }) => by === 'merchant').length;
  const duplicates = times(evidence.hits, 'merchant-duplicate');
  const deletes = times(evidence.hits, 'merchant-delete');
  const edits = times(evidence.hits, 'merchant-edit');
  if (copies > duplicates || copies < duplicates - deletes - edits) {
    wrong.push(`${copies} of the merchant's copies are there of ${duplicates}`);
  }
  return wrong;
}

/**
 * Checks that there are no more conflicts than unmanaged products, and no more gone products than the merchant deleted.
 */
function judgeExceptions(evidence: Evidence): string[] {
  const counted = (state: ListingRow['state']) => evidence.rows.filter((row) => row.state === state).length;
  const conflicts = evidence.rows.filter(
    ({ state, fault }) => state === 'conflict' || (fault !== null && ['listed', 'refused'].includes(state)),
  ).length;
  const unmanaged = times(evidence.hits, 'unmanaged', 'trash-holds-sku');
  const deletes = times(evidence.hits, 'merchant-delete');
  return [
    ...(conflicts > unmanaged
      ? [`${conflicts} products are in conflict or not shown, and ${unmanaged} strangers came`]
      : []),
    ...(counted('gone') > deletes
      ? [`${counted('gone')} products are gone, and the merchant deleted ${deletes}`]
      : []),
  ];
}

/**
 * Checks images: one whose answer was lost may be left over in the library, reported by the audit and in no product
 * twice.
 */
function judgeFiles({ files, unconfirmed }: Evidence): string[] {
  const doubled = files.filter((name) => /bb-[\da-f]{16}-\d+\./.test(name));
  return doubled.length > unconfirmed
    ? [`${doubled.length} pictures are left over in the library, and ${unconfirmed} answers were not heard`]
    : [];
}
