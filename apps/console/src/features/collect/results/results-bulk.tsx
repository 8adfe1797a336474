import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import { editsOf, factorOf, textEditsOf } from '@bowerbird/contract/collect/claim-rule';
import type { CollectedFilter } from '@bowerbird/contract/collect/collected';
import { useEffect, useRef, useState } from 'react';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useLastRule } from '../../../lib/kept/saved-claim-rules.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { useCollectAgain } from '../../../ui/stores/use-collect-again.ts';
import { BulkAction, BulkBar } from '../../../ui/table/bulk-bar.tsx';
import type { SelectionState } from '../../../ui/table/use-selection.ts';
import { ClaimGlance } from '../claiming/claim-glance.tsx';
import { ClaimRulesDrawer } from '../claiming/claim-rules-drawer.tsx';
import type { useClaim } from '../claiming/use-claim.ts';
import { deleteSelection, useReadAgain } from '../queries.ts';
import { selectionOf } from './results-filter.ts';

interface ResultsBulkProps {
  selection: SelectionState;
  total: number;
  /** Whether `total` is all of them; otherwise there are more. */
  isCounted: boolean;
  filter: CollectedFilter;
  filtered: boolean;
  claim: ReturnType<typeof useClaim>;
}

/** Actions on the selection: delete, and claim with rules. */
export function ResultsBulk({ selection, total, isCounted, filter, filtered, claim }: ResultsBulkProps) {
  const text = useText();
  const may = useMay();
  const [last, keepLast] = useLastRule();
  const [rule, setRule] = useState<ClaimRule>(last);
  const [open, setOpen] = useState(false);
  const remove = useDelete(selection, filter);
  const again = useCollectAgain();
  const edits = editsOf(rule);
  const chosen = selectionOf(selection, filter);
  // What is claimed or deleted is the number that was shown.
  const isUncounted = selection.allMatching && !isCounted;
  useEscapeFirst(open && selection.count > 0, () => setOpen(false));
  const start = () => {
    if (edits === null) {
      setOpen(true);
      return;
    }
    setOpen(false);
    keepLast(rule);
    claim.mutate({ selection: chosen, count: selection.count, edits });
  };

  return (
    <BulkBar
      selection={selection}
      total={total}
      isCounted={isCounted}
      filtered={filtered}
      main={
        may('products', 'add') && (
          <>
            <Box as="span" className="bulk-bar-rule" w={1} h={20} />
            <span className="bulk-bar-quiet">{text('collect.claim.with')}</span>
            <ClaimGlance rule={rule} selection={chosen} shown={!open && selection.count > 0}>
              <button
                type="button"
                className="claim-rule-open"
                aria-haspopup="dialog"
                aria-expanded={open}
                onClick={() => setOpen(true)}
              >
                {ruleText(rule, text)}
                <Icon name="right" size={14} />
              </button>
            </ClaimGlance>
            <BulkAction main disabled={claim.isPending || isUncounted} onClick={start}>
              {text('collect.claim.go', { n: selection.count })}
            </BulkAction>
            <ClaimRulesDrawer
              open={open && selection.count > 0}
              onClose={() => setOpen(false)}
              rule={rule}
              onRule={setRule}
              selection={chosen}
              count={selection.count}
              busy={claim.isPending || isUncounted}
              onClaim={start}
            />
          </>
        )
      }
    >
      {may('collect', 'add') && (
        <BulkAction
          icon={<Icon name="refresh" />}
          disabled={again.isPending}
          onClick={() => again.mutate({ what: { collected: chosen } })}
        >
          {text('recollect.again')}
        </BulkAction>
      )}
      {may('collect', 'delete') && (
        <BulkAction icon={<Icon name="trash" />} disabled={isUncounted} onClick={() => void remove()}>
          {text('collect.delete')}
        </BulkAction>
      )}
    </BulkBar>
  );
}

/** While something is open above the page, Esc closes it and no other handler gets the key. */
function useEscapeFirst(open: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!open) {
      return;
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        latest.current();
      }
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [open]);
}

function ruleText(rule: ClaimRule, text: ReturnType<typeof useText>): string {
  const dependencies = textEditsOf(rule).length;
  const price = priceRuleText(rule, text);
  return dependencies === 0 ? price : `${price} · ${text('box.rule.count', { n: dependencies })}`;
}

function priceRuleText(rule: ClaimRule, text: ReturnType<typeof useText>): string {
  if (rule.kind === 'keep') {
    return text('collect.claim.keep');
  }
  const factor = factorOf(rule) ?? '?';
  return rule.ending === 'none'
    ? text('collect.claim.times', { factor })
    : text('collect.claim.timesEnding', {
        factor,
        ending: rule.ending === 'integer' ? text('collect.claim.ending.integer') : rule.ending,
      });
}

/** Returns a function that confirms with the number to delete, and again if the server's count has changed. */
function useDelete(selection: SelectionState, filter: CollectedFilter): () => Promise<void> {
  const text = useText();
  const confirm = useConfirm();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const readAgain = useReadAgain();
  const remove = async (count: number): Promise<void> => {
    const sure = await confirm({
      title: text('collect.delete.title', { n: count }),
      content: text('collect.delete.content'),
      confirm: text('collect.delete.confirm', { n: count }),
      danger: true,
    });
    if (!sure) {
      return;
    }
    try {
      const deleted = await deleteSelection(selectionOf(selection, filter), count);
      selection.clear();
      toast({ text: text('collect.deleted', { n: deleted }) });
      readAgain();
    } catch (thrown) {
      const { code, params } = CallFailure.from(thrown);
      if (code === 'selection.changed' && typeof params.count === 'number' && params.count > 0) {
        await remove(params.count);
      } else {
        reportFailure(thrown);
      }
    }
  };
  return () => remove(selection.count);
}
