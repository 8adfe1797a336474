import { ownFields } from '@bowerbird/catalog/own-values/own-cells';
import { imageKinds } from './image-kinds.ts';
import { optionKinds } from './option-kinds.ts';
import type { Part, StepKind } from './part.ts';
import { priceKinds } from './price-kinds.ts';
import { productKinds } from './product-kinds.ts';
import { storeKinds } from './store-kinds.ts';
import { textKinds } from './text-kinds.ts';

const all = { ...priceKinds, ...textKinds, ...productKinds, ...optionKinds, ...imageKinds, ...storeKinds };

/** The name of a change that can be added as a step; its label is the text `bulkEdit.kind.` and the name. */
export type StepKindName = keyof typeof all;

export const stepKindNames = Object.keys(all) as StepKindName[];

/** What a step of this kind begins with, and what it asks for. */
export const stepKinds: Readonly<Record<StepKindName, StepKind>> = all;

const familiesPerStore: ReadonlySet<string> = new Set(['price', 'text', 'tags']);
/** Cost and currency of a product, and its texts for search engines, are the same in every store. */
const sameEverywhere: ReadonlySet<StepKindName> = new Set([
  'set-cost',
  'convert-currency',
  'set-currency',
  'seo-from-template',
]);

/** Reports whether a change of this kind can be for one store alone. */
export function mayBeInStore(kind: StepKindName): boolean {
  return familiesPerStore.has(stepKinds[kind].family) && !sameEverywhere.has(kind);
}

/** Returns a part with only those fields to choose from that a store can have by itself. */
export function partInStore(part: Part): Part {
  return part.as === 'field'
    ? { ...part, of: part.of.filter((field) => ownFields.some((own) => own === field)) }
    : part;
}
