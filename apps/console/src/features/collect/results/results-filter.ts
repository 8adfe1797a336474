import { Price } from '@bowerbird/catalog/product';
import type { CollectedFilter, CollectedSelection } from '@bowerbird/contract/collect/collected';
import { safeParse } from 'zod/mini';
import type { SelectionState } from '../../../ui/table/use-selection.ts';

export type ResultsTab = CollectedFilter['state'];

/** The person's filter; empty texts are no condition. */
export interface ResultsConditions {
  text: string;
  sources: string[];
  priceMin: string;
  priceMax: string;
  duplicatesOnly: boolean;
  runId: string | null;
  attributes: Traits;
  facts: Traits;
}

type Traits = NonNullable<CollectedFilter['attributes']>;

export const noConditions: ResultsConditions = {
  text: '',
  sources: [],
  priceMin: '',
  priceMax: '',
  duplicatesOnly: false,
  runId: null,
  attributes: [],
  facts: [],
};

/** Reports whether the text is an amount; a comma may replace the point. */
export function isAmount(text: string): boolean {
  return safeParse(Price, plainAmount(text)).success;
}

function plainAmount(text: string): string {
  return text.trim().replace(',', '.');
}

export function filterOf(state: ResultsTab, set: ResultsConditions): CollectedFilter {
  return {
    state,
    ...(set.text.trim() === '' ? {} : { text: set.text.trim().slice(0, 200) }),
    ...(set.sources.length === 0 ? {} : { sources: set.sources }),
    ...(isAmount(set.priceMin) ? { priceMin: plainAmount(set.priceMin) } : {}),
    ...(isAmount(set.priceMax) ? { priceMax: plainAmount(set.priceMax) } : {}),
    ...(set.duplicatesOnly ? { duplicatesOnly: true } : {}),
    ...(set.runId === null ? {} : { runId: set.runId }),
    ...(set.attributes.length === 0 ? {} : { attributes: set.attributes }),
    ...(set.facts.length === 0 ? {} : { facts: set.facts }),
  };
}

export function isFiltered(set: ResultsConditions): boolean {
  return Object.keys(filterOf('all', set)).length > 1;
}

export function selectionOf(selection: SelectionState, filter: CollectedFilter): CollectedSelection {
  return selection.allMatching ? { filter, except: selection.except } : { ids: selection.ids };
}
