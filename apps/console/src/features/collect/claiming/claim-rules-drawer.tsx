import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import { editsOf, textEditsOf } from '@bowerbird/contract/collect/claim-rule';
import type { CollectedSelection } from '@bowerbird/contract/collect/collected';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { ClaimFields } from '../../../ui/form/claim/claim-fields.tsx';
import { ClaimSave } from '../../../ui/form/claim/claim-saved.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { useClaimPreview } from '../queries.ts';
import { ClaimPrices } from './claim-prices.tsx';
import './claim.css';

/** Number of products in the preview. */
const sampleSize = 8;

interface ClaimRulesDrawerProps {
  open: boolean;
  onClose(): void;
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
  selection: CollectedSelection;
  /** Number of selected products. */
  count: number;
  busy: boolean;
  onClaim(): void;
}

/** The rules applied when products are claimed, next to a preview of the first eight. */
export function ClaimRulesDrawer({
  open,
  onClose,
  rule,
  onRule,
  selection,
  count,
  busy,
  onClaim,
}: ClaimRulesDrawerProps) {
  const text = useText();
  const edits = editsOf(rule);
  return (
    <Drawer
      title={text('box.rule.heading')}
      width={960}
      open={open}
      onClose={onClose}
      footer={
        <Row className="claim-rules-foot" justify="between" gap={16}>
          {edits !== null && (rule.kind === 'from-cost' || textEditsOf(rule).length > 0) ? (
            <ClaimSave rule={rule} />
          ) : (
            <span />
          )}
          <Button type="primary" disabled={edits === null} loading={busy} onClick={onClaim}>
            {text('collect.claim.go', { n: count })}
          </Button>
        </Row>
      }
    >
      <Grid oneUnder={768} columns="minmax(280px, 340px) minmax(0, 1fr)" gap={32} font="small">
        <Stack gap={10}>
          <ClaimFields rule={rule} onRule={onRule} />
        </Stack>
        <ClaimPreview rule={rule} selection={selection} open={open} />
      </Grid>
    </Drawer>
  );
}

interface ClaimPreviewProps {
  rule: ClaimRule;
  selection: CollectedSelection;
  open: boolean;
}

function ClaimPreview({ rule, selection, open }: ClaimPreviewProps) {
  const text = useText();
  const edits = editsOf(useSettled(rule));
  const { data, error, refetch, isFetching } = useClaimPreview(
    selection,
    edits ?? [],
    open && edits !== null,
    sampleSize,
  );
  const withoutMargin = data?.sample.filter(({ margin }) => margin !== null && margin <= 0).length ?? 0;
  return (
    <Stack as="section" gap={10} shrink aria-label={text('box.rule.preview')} aria-busy={isFetching}>
      <h3 className="why-title">{text('box.rule.preview')}</h3>
      {error !== null && data === undefined && (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows rows={6} />}
      {data !== undefined && (
        <>
          {withoutMargin > 0 && (
            <Notice tone="amber" before={<Icon name="warning" size={16} />}>
              {text('box.rule.noMargin', { n: withoutMargin, of: data.sample.length })}
            </Notice>
          )}
          <ClaimPrices sample={data.sample} />
        </>
      )}
    </Stack>
  );
}

/** Returns the rule once typing has paused. */
function useSettled(rule: ClaimRule): ClaimRule {
  const [settled, setSettled] = useState(rule);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(rule), 150);
    return () => clearTimeout(timer);
  }, [rule]);
  return settled;
}
