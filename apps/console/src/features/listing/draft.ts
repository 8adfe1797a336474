import { ListingOptions } from '@bowerbird/contract/listing';
import { Selection } from '@bowerbird/contract/products';
import { array, int, object, safeParse, string } from 'zod/mini';

/** Under this name the product list leaves what was selected there. */
const handedKey = 'bowerbird.selection';
const draftKey = 'bowerbird.listing.draft';

const Handed = object({ selection: Selection, count: int() });
export type Handed = { selection: Selection; count: number };

const Draft = object({ handed: Handed, storeIds: array(string()), options: ListingOptions });
export interface ListingDraft {
  /** What is to be listed, with how many that were when it was chosen. */
  handed: Handed;
  storeIds: string[];
  options: ListingOptions;
}

export const firstDraft: ListingDraft = {
  handed: { selection: { filter: {}, except: [] }, count: 0 },
  storeIds: [],
  options: { status: 'active', publish: true, again: false },
};

/** Takes what another page handed over; null when nothing new lies there. */
export function takeHanded(): Handed | null {
  const read = safeParse(Handed, parsed(sessionStorage.getItem(handedKey)));
  sessionStorage.removeItem(handedKey);
  return read.success ? read.data : null;
}

/** The draft as it was left in this window. */
export function readDraft(): ListingDraft {
  const read = safeParse(Draft, parsed(sessionStorage.getItem(draftKey)));
  return read.success ? read.data : firstDraft;
}

export function keepDraft(draft: ListingDraft): void {
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(draft));
  } catch {
    // A full or closed storage loses only what a reload would have brought back.
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
