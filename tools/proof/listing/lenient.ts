import type { FaultKind } from '@bowerbird/simulators/simulation-faults';
import { type Content, type Field, variantFields } from './fields/field.ts';
import type { SimulatedProduct, SimulatedStore } from './judge/simulated-view.ts';

/** How often each store fault occurred. */
export type Hits = ReadonlyMap<FaultKind, number>;

export const editedTitle = 'Edited by the merchant';
/** The title that a round's merchant gives a product by hand, if the round is about that. */
export const titleByHand = 'Edited by hand';

export function times(hits: Hits, ...kinds: FaultKind[]): number {
  return kinds.reduce((sum, kind) => sum + (hits.get(kind) ?? 0), 0);
}

/**
 * Reports whether a title or handle may differ: the merchant set the title by hand, the address belonged to another
 * product, or another of our products had the address for a while.
 */
export function mayBeCalled(
  field: Field,
  product: SimulatedProduct,
  wanted: readonly Content[],
  hits: Hits,
): boolean {
  if (field === 'title') {
    if (product.title === titleByHand) {
      return true;
    }
    return product.title === editedTitle && times(hits, 'merchant-edit') > 0;
  }
  const held =
    times(hits, 'unmanaged', 'suffix-handle', 'double-handle', 'merchant-duplicate', 'twice', 'late') > 0;
  return (
    field === 'handle' &&
    held &&
    wanted.some(({ handle = '' }) => (product.content.handle ?? '').startsWith(handle))
  );
}

/**
 * Reports whether earlier values may still be visible: a store that keeps what an update does not name shows removed
 * values beside new ones until the last request of the update has removed them.
 */
export function mayHoldFormer(field: Field, faults: SimulatedStore['simulation']['faults']): boolean {
  const ofLists: readonly Field[] = ['images', 'imageAlts', 'options', ...variantFields];
  return faults.inForce('keeps-lists') !== null && ofLists.includes(field);
}

/**
 * Reports whether images may be missing: an image of which three answers were lost is left out, and the product's line
 * in the run says so. There may never be an extra image.
 */
export function mayLackImages(
  field: Field,
  held: Content,
  wanted: readonly Content[],
  store: Pick<SimulatedStore, 'files'>,
  hits: Hits,
): boolean {
  const unconfirmed = [
    'lost-before',
    'lost-after',
    'late',
    'status',
    'status-though-applied',
    'cut-body',
  ] as const;
  return (
    ['images', 'imageAlts', 'variantImages'].includes(field) &&
    times(hits, ...unconfirmed) >= 3 &&
    store.files().length > 0 &&
    wanted.some(({ images }) => isPartOf(listIn(held.images), listIn(images)))
  );
}

/** Reports whether one list is the other in its order, with some items left out. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0;
  for (const each of whole) {
    at += part[at] === each ? 1 : 0;
  }
  return at === part.length && part.length < whole.length;
}

function listIn(text: string | undefined): string[] {
  return text === undefined ? [] : (JSON.parse(text) as string[]);
}
