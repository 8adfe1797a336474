import type { Product } from '@bowerbird/catalog/product';
import type { FaultKind } from '@bowerbird/platforms/simulation-faults';
import type { ListingRow } from '../../../apps/server/src/listing/ledger.ts';
import { type PlayedProduct, withTwoDecimals } from './played-view.ts';

/** What a judge holds against each other when nothing moves any more. */
export interface Evidence {
  /** Everything in the store, the trash included. */
  products: readonly PlayedProduct[];
  /** What was the merchant's own before we came, as it was. */
  planted: readonly PlayedProduct[];
  files: readonly string[];
  rows: readonly ListingRow[];
  /** What is to be there, by our product's id. */
  wanted: ReadonlyMap<string, Product>;
  /** How many answers at most nobody heard: the store's faults and the workers' blows together. */
  unheard: number;
  /** How often the store did what. */
  hits: ReadonlyMap<FaultKind, number>;
}

export const editedTitle = 'Edited by the merchant';

/**
 * What is not as it must be: each product there exactly once, shown, with its newest content; nothing of a stranger's or the
 * merchant's changed; no orphan; the ledger agreeing. One sentence for each wrong thing.
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

function times({ hits }: Pick<Evidence, 'hits'>, ...kinds: FaultKind[]): number {
  return kinds.reduce((sum, kind) => sum + (hits.get(kind) ?? 0), 0);
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
  const named = ({ title }: PlayedProduct) => (title === product.title ? '' : ` as "${title}"`);
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
    // Who holds our code is told, and what was there before stays.
    const isHeld = row.state === 'refused' && row.fault?.code.endsWith('-taken') && there.length < 2;
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
  // Where somebody holds its handle it is saved and not shown, and the row tells so.
  return isHeldBack(row, own) ? wrong : [...wrong, ...judgeContent(name, product, own, evidence)];
}

/** A double, or a copy, that the merchant has edited is theirs: nobody of ours takes it away, and the audit tells it. */
function isMerchants({ title }: PlayedProduct, evidence: Evidence): boolean {
  return title === editedTitle && times(evidence, 'merchant-edit') > 0;
}

function isHeldBack(row: ListingRow, there: PlayedProduct): boolean {
  return row.fault !== null && there.state === 'hidden';
}

function judgeContent(name: string, wanted: Product, there: PlayedProduct, evidence: Evidence): string[] {
  const wrong: string[] = [];
  if (there.title !== wanted.title && !isMerchants(there, evidence)) {
    wrong.push(`${name} is there under the title "${there.title}"`);
  }
  const missing = wanted.variants
    .flatMap(({ price }) => withTwoDecimals(price))
    .filter((price) => !there.prices.includes(price));
  if (missing.length > 0) {
    wrong.push(`${name} shows ${there.prices.join(', ') || 'no price'} and not ${missing.join(', ')}`);
  }
  if (there.state !== 'shown') {
    wrong.push(`${name} is ${there.state}, and was to be shown`);
  }
  if (
    there.pictures > wanted.pictures.length ||
    (there.pictures < wanted.pictures.length && !mayLack(evidence))
  ) {
    wrong.push(`${name} has ${there.pictures} pictures of ${wanted.pictures.length}`);
  }
  const held =
    times(evidence, 'stranger', 'suffix-handle', 'double-handle', 'merchant-duplicate', 'twice', 'late') > 0;
  if (there.handle !== wanted.handle && !(held && there.handle.startsWith(wanted.handle))) {
    wrong.push(`${name} is there under the handle ${there.handle}`);
  }
  return wrong;
}

/** A picture that three answers were not heard of is left out, and the product's line in the run tells so. */
function mayLack(evidence: Evidence): boolean {
  const unheard = [
    'lost-before',
    'lost-after',
    'late',
    'status',
    'status-though-applied',
    'cut-body',
  ] as const;
  return evidence.files.length > 0 && times(evidence, ...unheard) >= 3;
}

function lostRows({ rows, wanted }: Evidence): string[] {
  const known = new Set(rows.map(({ product_id }) => product_id));
  return [...wanted]
    .filter(([id]) => !known.has(id))
    .map(([, product]) => `"${product.title}" is lost from the ledger`);
}

/** Strangers, the merchant's own, their copies, and what nobody knows. */
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
  const came = products.filter(({ by, id }) => by === 'stranger' && !isPlanted(id));
  const strangers = times(evidence, 'stranger', 'trash-holds-sku');
  if (came.length !== strangers) {
    wrong.push(`${came.length} strangers' products are there of ${strangers}`);
  }
  if (came.some(({ title }) => !/^(?:Theirs|Somebody else's)/.test(title))) {
    wrong.push(`a stranger's product was changed: ${came.map(({ title }) => `"${title}"`).join(', ')}`);
  }
  const copies = products.filter(({ by }) => by === 'merchant').length;
  const duplicates = times(evidence, 'merchant-duplicate');
  const deletes = times(evidence, 'merchant-delete');
  const edits = times(evidence, 'merchant-edit');
  if (copies > duplicates || copies < duplicates - deletes - edits) {
    wrong.push(`${copies} of the merchant's copies are there of ${duplicates}`);
  }
  return wrong;
}

/** No more in conflict than strangers came, no more gone than the merchant deleted. */
function judgeExceptions(evidence: Evidence): string[] {
  const counted = (state: ListingRow['state']) => evidence.rows.filter((row) => row.state === state).length;
  const conflicts = evidence.rows.filter(
    ({ state, fault }) => state === 'conflict' || (fault !== null && ['listed', 'refused'].includes(state)),
  ).length;
  const strangers = times(evidence, 'stranger', 'trash-holds-sku');
  const deletes = times(evidence, 'merchant-delete');
  return [
    ...(conflicts > strangers
      ? [`${conflicts} products are in conflict or not shown, and ${strangers} strangers came`]
      : []),
    ...(counted('gone') > deletes
      ? [`${counted('gone')} products are gone, and the merchant deleted ${deletes}`]
      : []),
  ];
}

/** A picture whose answer nobody heard may be left over in the library: told by the audit, in no product twice. */
function judgeFiles({ files, unheard }: Evidence): string[] {
  const doubled = files.filter((name) => /bb-[\da-f]{16}-\d+\./.test(name));
  return doubled.length > unheard
    ? [`${doubled.length} pictures are left over in the library, and ${unheard} answers were not heard`]
    : [];
}
