import {
  getRuleChange,
  listRuleChangeItems,
  type RuleChangeGroup,
} from '@bowerbird/contract/products/edit-rules';
import type { Run } from '@bowerbird/contract/runs';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { usePages } from '../../../lib/api/use-pages.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';

/** Returns what a run did with a rule; reloaded with every change of the run. */
export function useRuleChange({ id, version }: Pick<Run, 'id' | 'version'>) {
  return useQuery({
    queryKey: [...runKeys.one(id), 'rule', version],
    queryFn: ({ signal }) => call(getRuleChange, { params: { id } }, { signal }),
    placeholderData: (before) => before,
  });
}

export function useRuleChangeItems(id: string, group: RuleChangeGroup) {
  return usePages([...runKeys.one(id), 'rule-items', group], ({ next, signal }) =>
    call(listRuleChangeItems, { params: { id }, query: { group, ...next } }, { signal }),
  );
}
