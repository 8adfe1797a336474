import {
  attachRule,
  createEditRule,
  deleteEditRule,
  detachRule,
  type EditRuleDetail,
  type EditRuleState,
  getEditRule,
  listEditRules,
  listRuleRejections,
  moveRule,
  saveEditRule,
  setEditRuleAlarm,
  setEditRuleState,
} from '@bowerbird/contract/products/edit-rules';
import type { Selection } from '@bowerbird/contract/products/products';
import { getProductFacets } from '@bowerbird/contract/products/products';
import type { BodyOf } from '@bowerbird/contract/route';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { usePages } from '../../../lib/api/use-pages.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';

export const ruleKeys = {
  all: ['edit-rules'] as const,
  list: (filter: unknown) => ['edit-rules', 'list', filter] as const,
  one: (id: string) => ['edit-rules', 'one', id] as const,
};

/** What the list of rules is narrowed to, and its order. */
export interface RulesFilter {
  text?: string;
  state?: EditRuleState;
  usedMin?: string;
  updatedFrom?: string;
  updatedTo?: string;
  attached?: 'yes' | 'no';
  alarm?: 'yes' | 'no';
  sort: 'number' | 'timesUsed' | 'updated';
  direction: 'asc' | 'desc';
}

export const firstFilter: RulesFilter = { sort: 'updated', direction: 'desc' };

/** Number of rules in one page of the list. */
export const rulesPage = 50;

/** While a rule is being attached, its state and its numbers are read again this often, in milliseconds. */
const runningMs = 2000;

export function useRules(filter: RulesFilter) {
  return usePages(
    ruleKeys.list(filter),
    ({ next, signal }) =>
      call(listEditRules, { query: { ...filter, ...next, limit: String(rulesPage) } }, { signal }),
    { placeholderData: keepPreviousData },
  );
}

export function useRule(id: string) {
  return useQuery({
    queryKey: ruleKeys.one(id),
    queryFn: ({ signal }) => call(getEditRule, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : false),
  });
}

export function useRuleRejections(attachmentId: string) {
  return usePages([...ruleKeys.all, 'rejected', attachmentId], ({ next, signal }) =>
    call(listRuleRejections, { params: { id: attachmentId }, query: next }, { signal }),
  );
}

/** Keeps a rule as the server answered it, and reads lists again. */
function useKeepRule() {
  const cache = useQueryClient();
  return async (rule: EditRuleDetail) => {
    cache.setQueryData(ruleKeys.one(rule.id), rule);
    await cache.invalidateQueries({ queryKey: [...ruleKeys.all, 'list'] });
  };
}

export type WrittenRule = BodyOf<typeof createEditRule>;

/** Saves a new rule, or another version of one. */
export function useSaveRule() {
  const keep = useKeepRule();
  return useMutation({
    mutationFn: ({ rule, written }: { rule: EditRuleDetail | null; written: WrittenRule }) =>
      rule === null
        ? call(createEditRule, { body: written })
        : call(saveEditRule, { params: { id: rule.id }, body: { ...written, version: rule.version } }),
    onSuccess: keep,
  });
}

/** Subscribes to a rule's alarm, or no longer; the caller says what failed. */
export function useRuleAlarm() {
  const keep = useKeepRule();
  return useMutation({
    mutationFn: ({ id, on }: { id: string; on: boolean }) =>
      call(setEditRuleAlarm, { params: { id }, body: { on } }),
    onSuccess: keep,
  });
}

export function useRuleState() {
  const keep = useKeepRule();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: ({ id, state }: { id: string; state: 'closed' | 'online' }) =>
      call(setEditRuleState, { params: { id }, body: { state } }),
    onSuccess: keep,
    onError: reportFailure,
  });
}

export interface Batch {
  done: string[];
  /** Rules of which the server refused it, and what it said. */
  refused: { id: string; thrown: unknown }[];
}

/** Deletes or locks rules one after the other; what is refused does not stop the others. */
export function useRuleBatch() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ ids, act }: { ids: readonly string[]; act: 'delete' | 'lock' }): Promise<Batch> => {
      const batch: Batch = { done: [], refused: [] };
      for (const id of ids) {
        try {
          await (act === 'delete'
            ? call(deleteEditRule, { params: { id } })
            : call(setEditRuleState, { params: { id }, body: { state: 'closed' } }));
          batch.done.push(id);
        } catch (thrown) {
          batch.refused.push({ id, thrown });
        }
      }
      return batch;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: ruleKeys.all }),
  });
}

/** What is done with a rule: it is attached to a selection, or the products of an attachment lose it or get another version. */
export type RuleExchange =
  | { kind: 'attach'; ruleId: string; version: number; selection: Selection }
  | { kind: 'move'; attachmentId: string; version: number }
  | { kind: 'detach'; attachmentId: string };

/** Starts it; `expected` is the number of products that was shown. */
export function useExchangeRule() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ exchange, expected }: { exchange: RuleExchange; expected: number }) => {
      if (exchange.kind === 'attach') {
        const { ruleId: id, version, selection } = exchange;
        const body = { version, selection, ...('filter' in selection ? { expected } : {}) };
        return call(attachRule, { params: { id }, body });
      }
      const params = { id: exchange.attachmentId };
      return exchange.kind === 'move'
        ? call(moveRule, { params, body: { version: exchange.version } })
        : call(detachRule, { params });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: ruleKeys.all });
      return cache.invalidateQueries({ queryKey: runKeys.all });
    },
  });
}

/** Values by which a filter can be set. */
export function useFilterValues() {
  return useQuery({
    queryKey: ['edit-rules', 'facets'],
    queryFn: ({ signal }) => call(getProductFacets, {}, { signal }),
    staleTime: 60_000,
  });
}
