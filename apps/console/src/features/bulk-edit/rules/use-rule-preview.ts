import {
  previewAttachRule,
  previewMoveRule,
  type RulePreview,
} from '@bowerbird/contract/products/edit-rules';
import { call } from '../../../lib/api/call.ts';
import { type SummedPages, useSummedPages } from '../use-summed-pages.ts';
import type { RuleExchange } from './rule-queries.ts';

/** The sums of the pages read so far, and the sample of the first. */
export type RuleSums = Omit<RulePreview, 'next' | 'products'> & { products: number };

/** What an exchange of rules would do, page by page. */
export type RuleForecast = SummedPages<RuleExchange, RuleSums>;

/** Adds one page to the sums. */
export function addRulePage(sums: RuleSums | null, page: RulePreview): RuleSums {
  if (sums === null) {
    return { ...page, products: page.products ?? page.checked };
  }
  const rejected = new Map(sums.rejected.map(({ code, count }) => [code, count]));
  for (const { code, count } of page.rejected) {
    rejected.set(code, (rejected.get(code) ?? 0) + count);
  }
  return {
    ...sums,
    counts: {
      changed: sums.counts.changed + page.counts.changed,
      unchanged: sums.counts.unchanged + page.counts.unchanged,
      'without-source': sums.counts['without-source'] + page.counts['without-source'],
      already: sums.counts.already + page.counts.already,
      rejected: sums.counts.rejected + page.counts.rejected,
    },
    kept: sums.kept + page.kept,
    checked: sums.checked + page.checked,
    rejected: [...rejected].map(([code, count]) => ({ code, count })),
  };
}

function readPage(exchange: RuleExchange, after: string | null, signal: AbortSignal): Promise<RulePreview> {
  if (exchange.kind === 'attach') {
    const { ruleId: id, version, selection } = exchange;
    return call(previewAttachRule, { params: { id }, body: { version, selection, after } }, { signal });
  }
  const version = exchange.kind === 'move' ? exchange.version : null;
  return call(
    previewMoveRule,
    { params: { id: exchange.attachmentId }, body: { version, after } },
    { signal },
  );
}

const pages = { read: readPage, add: addRulePage };

/** Reads page by page what an exchange of rules would do; another one ends the reading of the one before. */
export function useRulePreview(exchange: RuleExchange | null): RuleForecast {
  return useSummedPages(exchange, pages);
}
