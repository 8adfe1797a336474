import type { FaultKind } from '@bowerbird/platforms/simulation-faults';
import { type Content, type Field, variantFields } from './fields/field.ts';
import type { PlayedProduct, PlayedStore } from './played-view.ts';

/** How often the store did what. */
export type Hits = ReadonlyMap<FaultKind, number>;

export const editedTitle = 'Edited by the merchant';
/** What a round's own merchant calls a product, where the round is about that. */
export const titleByHand = 'Edited by hand';

export function times(hits: Hits, ...kinds: FaultKind[]): number {
  return kinds.reduce((sum, kind) => sum + (hits.get(kind) ?? 0), 0);
}

/** What the merchant called it by hand, or an address that somebody else held, or another of ours for a while. */
export function mayBeCalled(
  field: Field,
  product: PlayedProduct,
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
    times(hits, 'stranger', 'suffix-handle', 'double-handle', 'merchant-duplicate', 'twice', 'late') > 0;
  return (
    field === 'handle' &&
    held &&
    wanted.some(({ handle = '' }) => (product.content.handle ?? '').startsWith(handle))
  );
}

/**
 * Where a store keeps what an update does not name, shoppers see what was taken out beside what is new, until the last request of the update
 * has removed it.
 */
export function mayHoldFormer(field: Field, faults: PlayedStore['simulation']['faults']): boolean {
  const ofLists: readonly Field[] = ['images', 'imageAlts', 'options', ...variantFields];
  return faults.inForce('keeps-lists') !== null && ofLists.includes(field);
}

/** An image that three answers were not heard of is left out, and the product's line in the run says so; none is ever too many. */
export function mayLackImages(
  field: Field,
  held: Content,
  wanted: readonly Content[],
  store: Pick<PlayedStore, 'files'>,
  hits: Hits,
): boolean {
  const unheard = [
    'lost-before',
    'lost-after',
    'late',
    'status',
    'status-though-applied',
    'cut-body',
  ] as const;
  return (
    ['images', 'imageAlts', 'variantImages'].includes(field) &&
    times(hits, ...unheard) >= 3 &&
    store.files().length > 0 &&
    wanted.some(({ images }) => isPartOf(listIn(held.images), listIn(images)))
  );
}

/** Whether the one list is the other in its order, with some left out. */
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
