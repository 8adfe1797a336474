import {
  type getRuleChange,
  type RuleChangeGroup,
  ruleChangeGroups,
} from '@bowerbird/contract/products/edit-rules';
import type { AnswerOf } from '@bowerbird/contract/route';
import { hasEnded, type Run } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { handOver } from '../../../lib/kept/handed-selection.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { ProgressLine } from '../../../ui/charts/progress-line.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph, type StateName } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { EditedProducts } from '../edits/edited-products.tsx';
import { RunHead } from '../run-head.tsx';
import { useHoldText, useRunName } from '../run-kinds.ts';
import { useRuleChange, useRuleChangeItems } from './rule-queries.ts';

type Change = AnswerOf<typeof getRuleChange>;

/** A run that attached, moved or detached a rule: what it did, and how it is taken back. */
export function RuleRunView({ run }: { run: Run }) {
  const text = useText();
  const may = useMay();
  const holdText = useHoldText();
  const name = useRunName()(run);
  const change = useRuleChange(run);
  const rulePath = change.data === undefined ? null : `/products/rules/${change.data.ruleId}`;
  return (
    <div className="page">
      <RunHead
        run={run}
        actions={
          change.data !== undefined &&
          hasEnded(run) &&
          may('products', 'edit') && <TakeBack change={change.data} total={run.total ?? 0} />
        }
      />
      <Stack gap={20}>
        {run.fault !== null && (
          <div role={run.state === 'failed' ? 'alert' : 'status'}>
            <Notice tone="amber" before={<StateGlyph state={run.state} />}>
              {holdText(run.fault, run)}
            </Notice>
          </div>
        )}
        {!hasEnded(run) && (
          <ProgressLine name={name} done={run.done} total={run.total} secondsLeft={run.secondsLeft} />
        )}
        {change.isError ? (
          <SectionFault failure={change.error} onRetry={() => void change.refetch()} />
        ) : change.data === undefined ? (
          <SkeletonLines />
        ) : (
          <>
            <Row wrap gap={[4, 20]} font="small">
              {rulePath !== null && <Link to={rulePath}>{text('runs.rule.open')}</Link>}
              <Text tone="t2">
                {text('runs.rule.counts', {
                  unchanged: change.data.counts.unchanged,
                  without: change.data.counts['without-source'],
                  already: change.data.counts.already,
                })}
              </Text>
              {change.data.adds !== null && !change.data.isInForce && (
                <Text tone="t2">{text('runs.rule.later')}</Text>
              )}
            </Row>
            <ChangedProducts change={change.data} />
          </>
        )}
      </Stack>
    </div>
  );
}

/** Opens the preview of what takes the change back, on the page of the rule. */
function TakeBack({ change, total }: { change: Change; total: number }) {
  const text = useText();
  const page = usePage();
  const { ruleId, adds, removesVersion, removesFilter, isInForce } = change;
  const open = (query: string) => page.open(`/products/rules/${ruleId}?${query}`);
  if (adds === null) {
    const attach = () => {
      if (removesFilter !== null) {
        handOver({ filter: removesFilter, except: [] }, total);
      }
      open('attach');
    };
    return (
      <Button icon={<Icon name="redo" />} onClick={attach}>
        {text('runs.rule.again')}
      </Button>
    );
  }
  if (!isInForce) {
    return null;
  }
  return removesVersion === null ? (
    <Button icon={<Icon name="undo" />} onClick={() => open(`detach=${adds}`)}>
      {text('runs.rule.detach')}
    </Button>
  ) : (
    <Button icon={<Icon name="undo" />} onClick={() => open(`move=${adds}&to=${removesVersion}`)}>
      {text('runs.rule.back', { version: removesVersion })}
    </Button>
  );
}

const glyphs: Readonly<Record<RuleChangeGroup, StateName>> = {
  changed: 'complete',
  kept: 'delisted',
  rejected: 'refused',
};

function ChangedProducts({ change }: { change: Change }) {
  const text = useText();
  const format = useFormat();
  const countOf = (group: RuleChangeGroup) => (group === 'kept' ? change.kept : change.counts[group]);
  const groups = ruleChangeGroups.filter((group, index) => index === 0 || countOf(group) > 0);
  const [chosen, setChosen] = useState<RuleChangeGroup | null>(null);
  const group = groups.find((each) => each === chosen) ?? 'changed';
  return (
    <section>
      <TabRow<RuleChangeGroup>
        label={text('runs.edit.groups')}
        value={group}
        onChange={setChosen}
        tabs={groups.map((key) => ({
          key,
          title: text(`runs.rule.group.${key}`),
          before: <StateGlyph state={glyphs[key]} />,
          count: format.number(countOf(key)),
        }))}
      />
      <GroupItems key={group} runId={change.runId} group={group} />
    </section>
  );
}

function GroupItems({ runId, group }: { runId: string; group: RuleChangeGroup }) {
  const text = useText();
  const items = useRuleChangeItems(runId, group);
  if (items.isError) {
    return <SectionFault failure={items.error} onRetry={() => void items.refetch()} />;
  }
  if (items.data === undefined) {
    return <SkeletonLines />;
  }
  const rows = items.data.pages.flatMap((page) => page.items);
  if (rows.length === 0) {
    return <Empty>{text('runs.edit.empty')}</Empty>;
  }
  return (
    <EditedProducts
      items={rows}
      note={
        group === 'kept' ? (
          <Text font="small" tone="t2">
            {text('runs.rule.kept')}
          </Text>
        ) : undefined
      }
      hasMore={items.hasNextPage}
      loadingMore={items.isFetchingNextPage}
      onMore={() => void items.fetchNextPage()}
    />
  );
}
