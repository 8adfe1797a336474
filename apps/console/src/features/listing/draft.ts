import { ListingOptions } from '@bowerbird/contract/listing/listing';
import { array, object, safeParse, string } from 'zod/mini';
import { HandedSelection } from '../../lib/kept/handed-selection.ts';
import { keepInWindow, keptInWindow } from '../../lib/person/window-person.ts';

const draftKey = 'bowerbird.listing.draft';

const Draft = object({ handed: HandedSelection, storeIds: array(string()), options: ListingOptions });
export interface ListingDraft {
  /** The selection to list, with its count at the time it was chosen. */
  handed: HandedSelection;
  storeIds: string[];
  options: ListingOptions;
}

export const firstDraft: ListingDraft = {
  handed: { selection: { filter: {}, except: [] }, count: 0 },
  storeIds: [],
  options: { status: 'active', publish: true, again: false },
};

/** Returns the draft as it was left in this window. */
export function readDraft(): ListingDraft {
  const read = safeParse(Draft, parsed(keptInWindow(draftKey)));
  return read.success ? read.data : firstDraft;
}

export function keepDraft(draft: ListingDraft): void {
  try {
    keepInWindow(draftKey, JSON.stringify(draft));
  } catch {
    // If storage is full or blocked, only the restore after a reload is lost.
  }
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
