import type { Product } from '@bowerbird/catalog/product';
import type { KeptBecause, UndoGroup } from '@bowerbird/contract/listing/after';
import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import type { ListingRow } from '../../../../apps/server/src/listing/ledger/ledger.ts';
import { differing } from '../fields/field.ts';
import type { SimulatedPlatform, SimulatedProduct } from '../judge/simulated-view.ts';
import { editedTitle } from '../lenient.ts';
import { shortened } from '../watch.ts';

/** Role of a product in a run that is undone: what the run did with it, and what others did since. */
export type Role =
  | 'made'
  | 'updated'
  | 'untouched'
  | 'made-edited'
  | 'updated-edited'
  | 'made-deleted'
  | 'made-sold'
  | 'later-run';

/** How an undo run reported a product. */
export interface Reported {
  undoGroup: UndoGroup | null;
  reason: KeptBecause | null;
}

interface Evidence {
  cast: ReadonlyMap<string, Role>;
  /** Content of a product that should be visible, by our product's id. */
  content: ReadonlyMap<string, Product>;
  /** The ledger before. */
  former: ReadonlyMap<string, ListingRow>;
  rows: readonly ListingRow[];
  /** The store's products before and after, the trash included. */
  before: readonly SimulatedProduct[];
  after: readonly SimulatedProduct[];
  /** Store faults that occurred meanwhile. */
  hits: ReadonlyMap<FaultKind, number>;
  simulated: SimulatedPlatform;
  /** Every edition of each product, newest first, by our product's id. */
  editions: ReadonlyMap<string, readonly Product[]>;
}

const undoGroupOf: Readonly<Record<Role, UndoGroup | undefined>> = {
  made: 'taken-back',
  updated: 'taken-back',
  untouched: undefined,
  'made-edited': 'kept',
  'updated-edited': 'kept',
  'made-deleted': 'impossible',
  'made-sold': 'kept',
  'later-run': 'kept',
};

/**
 * Returns what is wrong after a run was undone: what it created must be gone or hidden, what it updated must hold its
 * earlier content, and everything else must be unchanged. Three groups must report this.
 */
export function judgeUndo(
  evidence: Evidence & { undoGroups: ReadonlyMap<string, Reported>; isBroken: boolean },
): string[] {
  const { cast, undoGroups, isBroken } = evidence;
  const wrong: string[] = [];
  let byMerchant = 0;
  for (const [id, role] of cast) {
    const seen = look(id, evidence);
    if (seen.isTouched) {
      byMerchant += 1;
      continue;
    }
    const state = judgeState(role, seen, evidence.content.get(id), evidence);
    const { undoGroup, reason } = undoGroups.get(id) ?? {};
    const isUnstated = undoGroup === null && isBroken;
    wrong.push(
      ...state.map((what) => `${seen.name}, ${role}, ${what}`),
      ...(undoGroup === undoGroupOf[role] || isUnstated
        ? []
        : [`${seen.name}, ${role}, is in the pile ${undoGroup} (${reason}), not ${undoGroupOf[role]}`]),
    );
  }
  return [...wrong, ...tooMany(byMerchant, evidence), ...judgeLedger(evidence), ...judgeOthers(evidence)];
}

/** Checks that what was undone and listed again exists once, visible, as wanted now. */
export function judgeAgain(evidence: Evidence): string[] {
  const wrong: string[] = [];
  for (const [id, role] of evidence.cast) {
    const seen = look(id, evidence);
    if (!seen.isTouched && (role === 'made' || role === 'updated')) {
      wrong.push(
        ...judgeShown(seen, evidence.content.get(id), evidence).map(
          (what) => `${seen.name}, ${role}, taken back and listed again, ${what}`,
        ),
      );
    }
  }
  return [...wrong, ...judgeLedger(evidence), ...judgeOthers(evidence)];
}

interface Look {
  name: string;
  /** Our products in the store with its key, without those in the trash. */
  there: SimulatedProduct[];
  /** The product to which it was bound before, in its former and its current state. */
  was: SimulatedProduct | undefined;
  is: SimulatedProduct | undefined;
  row: ListingRow | undefined;
  /** The merchant changed it while the run was undone. */
  isTouched: boolean;
}

function look(id: string, { former, rows, before, after, content, hits }: Evidence): Look {
  const bound = former.get(id)?.store_product_id?.split('/').at(-1);
  const row = rows.find(({ product_id }) => product_id === id);
  const keys = new Set([former.get(id)?.key, row?.key]);
  const was = before.find((each) => each.id === bound);
  const is = after.find((each) => each.id === bound);
  const there = after.filter(
    ({ key, by, state }) => key !== null && keys.has(key) && by === 'us' && state !== 'trashed',
  );
  const edited =
    (hits.get('merchant-edit') ?? 0) > 0 && [is, ...there].some((one) => one?.title === editedTitle);
  const deleted =
    (hits.get('merchant-delete') ?? 0) > 0 && was !== undefined && is === undefined && there.length === 0;
  return { name: `"${content.get(id)?.title}"`, there, was, is, row, isTouched: edited || deleted };
}

function judgeState(role: Role, seen: Look, wanted: Product | undefined, evidence: Evidence): string[] {
  const { there, was, is, row } = seen;
  const found = there.map((one) => `${one.id} ${one.state} as "${one.title}"`).join(', ') || 'nothing';
  switch (role) {
    case 'made': {
      const trash = evidence.simulated.platform.lister?.writer.trash;
      const isAway = trash ? there.length === 0 : there.length === 1 && is?.state === 'hidden';
      const isStated = trash
        ? row?.store_product_id === null && row.state === 'waiting'
        : row?.state === 'listed' && !row.published;
      return [
        ...(isAway ? [] : [`was to be taken away, and the store has ${found}`]),
        ...(isStated ? [] : [`is ${row?.state} in the ledger, ${row?.published ? 'shown' : 'not shown'}`]),
      ];
    }
    case 'updated':
      return judgeShown(seen, wanted, evidence);
    case 'made-deleted':
      return there.length === 0 && row?.state === 'gone'
        ? []
        : [`was deleted by the merchant, and is ${row?.state}; the store has ${found}`];
    default:
      return was !== undefined && is?.whole === was.whole && there.length === 1
        ? []
        : [`was to be left alone, and the store has ${found}`];
  }
}

function judgeShown(
  { there, row }: Look,
  wanted: Product | undefined,
  { simulated, editions }: Evidence,
): string[] {
  const [one, ...more] = there;
  const found = there.map(({ id, state, title }) => `${id} ${state} as "${title}"`).join(', ') || 'nothing';
  const ever = editions.get(row?.product_id ?? '') ?? [];
  const contents = [wanted ?? [], ever].flat().map((edition) => simulated.fields.wanted(edition));
  const wrong = one && wanted ? differing(one.content, contents, simulated.fields) : [];
  const isThere =
    one !== undefined &&
    more.length === 0 &&
    one.title === wanted?.title &&
    one.state === 'shown' &&
    one.id === row?.store_product_id?.split('/').at(-1);
  return [
    ...(isThere ? [] : [`was to be there once, shown and bound, and the store has ${found}`]),
    ...wrong.map(
      (field) =>
        `has the ${field} ${shortened(one?.content[field])}, and not ${shortened(contents[0]?.[field])}`,
    ),
  ];
}

function tooMany(byMerchant: number, { hits }: Evidence): string[] {
  const actions = (hits.get('merchant-edit') ?? 0) + (hits.get('merchant-delete') ?? 0);
  return byMerchant > actions
    ? [`the merchant should have changed ${byMerchant} products, and did so ${actions} times`]
    : [];
}

function judgeLedger({ rows }: Evidence): string[] {
  return [
    ...rows
      .filter(({ open_attempt }) => open_attempt !== null)
      .map(({ key }) => `${key} has an open attempt`),
    ...rows.filter(({ check_due }) => check_due).map(({ key }) => `${key} is owed an after-check`),
  ];
}

/** Judges the merchant's own products, the merchant's copies, and unknown products. */
function judgeOthers({ before, after, former, rows, hits }: Evidence): string[] {
  const keys = new Set([...[...former.values()].map(({ key }) => key), ...rows.map(({ key }) => key)]);
  const wrong: string[] = [];
  for (const one of before.filter(({ by }) => by !== 'us')) {
    const now = after.find(({ id }) => id === one.id);
    if (now?.whole !== one.whole) {
      wrong.push(`the merchant's own product ${one.id} was ${now ? 'changed' : 'removed'}`);
    }
  }
  for (const { id, key, by, title, state } of after) {
    if (by === 'us' && state !== 'trashed' && (key === null || !keys.has(key))) {
      wrong.push(`"${title}" (${id}) is in the store, ${state}, and no row of the ledger knows it`);
    }
  }
  const copies = after.filter(({ by }) => by === 'merchant').length;
  const times = (kind: FaultKind) => hits.get(kind) ?? 0;
  const duplicates = times('merchant-duplicate');
  // The newest product that the merchant edits or deletes may be the merchant's own copy.
  if (copies > duplicates || copies < duplicates - times('merchant-delete') - times('merchant-edit')) {
    wrong.push(`${copies} of the merchant's copies are there of ${duplicates}`);
  }
  return wrong;
}
