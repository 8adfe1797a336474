import type { EditRule } from '@bowerbird/contract/products/edit-rules';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Empty, EmptyFiltered } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { useScroller } from '../../../ui/layout/scroller.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { useSelection } from '../../../ui/table/use-selection.ts';
import { LazyRuleForm } from './lazy-rule-form.tsx';
import { RuleRowNarrow, rulePath, useRuleColumns } from './rule-columns.tsx';
import { firstFilter, type RulesFilter, rulesPage, useRuleAlarm, useRules } from './rule-queries.ts';
import { RulesBatch } from './rules-batch.tsx';
import { RulesFilterBar } from './rules-filter-bar.tsx';
import './rules.css';

const rowHeight = 52;

/** Saved edit rules: what each is for, how often it was used, and in which state it is. */
export default function TableListPage() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const [filter, setFilter] = useState<RulesFilter>(firstFilter);
  const settled = useSettled(filter);
  const rules = useRules(settled);
  const rows = useMemo(() => rules.data?.pages.flatMap(({ items }) => items) ?? [], [rules.data]);
  const total = rules.data?.pages[0]?.total;
  const selection = useSelection(total ?? 0);
  const [form, setForm] = useState<{ ruleId: string | null } | null>(null);
  const alarm = useRuleAlarm();
  const mayEdit = may('products', 'edit');
  const filtered = Object.keys(settled).length > Object.keys(firstFilter).length;
  useFirstPage(rules, rows.length);

  const setAlarm = ({ id, number, alarmed }: EditRule) =>
    alarm.mutate(
      { id, on: !alarmed },
      {
        onSuccess: () =>
          toast({
            state: 'complete',
            text: text(alarmed ? 'rules.alarm.ended' : 'rules.alarm.done', { number: String(number) }),
          }),
        onError: (thrown) =>
          CallFailure.from(thrown).code === 'edit-rule.alarm-closed'
            ? toast({ state: 'failed', text: text('rules.alarm.closed', { number: String(number) }) })
            : reportFailure(thrown),
      },
    );
  const columns = useRuleColumns({
    filter,
    placeOf: (id) => rows.findIndex((row) => row.id === id) + 1,
    mayEdit,
    onFilter: setFilter,
    onConfigure: ({ id }) => setForm({ ruleId: id }),
    onAlarm: setAlarm,
  });
  const create = may('products', 'add') && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => setForm({ ruleId: null })}>
      {text('rules.new')}
    </Button>
  );
  const isNew = total === 0 && !filtered;
  return (
    <div className="page">
      <PageHead
        title={text('menu.list.table-list')}
        hint={total === undefined || isNew ? undefined : text('rules.count', { n: total })}
        actions={isNew ? undefined : create}
      />
      {!isNew && <RulesFilterBar filter={filter} onFilter={setFilter} />}
      <Stack gap={12}>
        <RulesBatch rows={rows} selection={selection} mayEdit={mayEdit} />
        {rules.isError && rows.length === 0 ? (
          <SectionFault failure={rules.error} onRetry={() => void rules.refetch()} />
        ) : (
          <DataTable
            label={text('menu.list.table-list')}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            rowHeight={rowHeight}
            total={total ?? rows.length}
            loading={rules.isPending}
            loadingMore={rules.isFetchingNextPage}
            selection={{
              has: selection.has,
              set: selection.set,
              count: selection.count,
              clear: selection.clear,
            }}
            onOpen={({ id }) => page.open(rulePath(id))}
            onEnd={() => {
              if (rules.hasNextPage && !rules.isFetching) {
                void rules.fetchNextPage();
              }
            }}
            narrow={(rule) => <RuleRowNarrow rule={rule} />}
            empty={
              filtered ? (
                <EmptyFiltered onRemove={() => setFilter(firstFilter)} />
              ) : (
                <Empty act={create}>{text('rules.empty')}</Empty>
              )
            }
          />
        )}
      </Stack>
      {form !== null && (
        <LazyRuleForm
          ruleId={form.ruleId}
          onClose={() => setForm(null)}
          onSaved={(rule) => {
            setForm(null);
            if (form.ruleId === null) {
              page.open(rulePath(rule.id));
            }
          }}
        />
      )}
    </div>
  );
}

/** Begins with the page that the address names: `/list/table-list/3` shows the third fifty first. */
function useFirstPage(rules: ReturnType<typeof useRules>, loaded: number): void {
  const { pageNo = '1' } = useParams();
  const scroller = useScroller();
  const before = (Number(pageNo) - 1) * rulesPage;
  const [reached, setReached] = useState(before === 0);
  const { hasNextPage, isFetching, fetchNextPage } = rules;
  useEffect(() => {
    if (reached || isFetching) {
      return;
    }
    if (loaded <= before && hasNextPage) {
      void fetchNextPage();
    } else if (loaded > 0) {
      setReached(true);
      scroller.current?.scrollTo({ top: Math.min(before, loaded) * rowHeight });
    }
  }, [reached, isFetching, loaded, before, hasNextPage, fetchNextPage, scroller]);
}
