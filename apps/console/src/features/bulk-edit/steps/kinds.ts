import { optionKinds } from './option-kinds.ts';
import type { StepKind } from './part.ts';
import { priceKinds } from './price-kinds.ts';
import { productKinds } from './product-kinds.ts';
import { textKinds } from './text-kinds.ts';

const all = { ...priceKinds, ...textKinds, ...productKinds, ...optionKinds };

/** The name of a change that can be added as a step; its label is the text `bulkEdit.kind.` and the name. */
export type StepKindName = keyof typeof all;

export const stepKindNames = Object.keys(all) as StepKindName[];

/** What a step of this kind begins with, and what it asks for. */
export const stepKinds: Readonly<Record<StepKindName, StepKind>> = all;
