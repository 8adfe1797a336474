import { hasEnded, type Run, type RunState, runKinds } from '@bowerbird/contract/runs';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pathOfRun, useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { RunsFilter } from './queries.ts';
import { useRuns } from './queries.ts';
import { RunRowNarrow, useRunColumns } from './run-columns.tsx';
import { kindIcons, useRunName } from './run-kinds.ts';
import './other-runs.css';

const statesShown: (RunState | 'open')[] = ['open', 'complete', 'partial', 'failed', 'cancelled'];

/** Every run of every kind, the newest first. */
export default function RunsPage() {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const may = useMay();
  const [filter, setFilter] = useState<RunsFilter>({});
  const runs = useRuns(filter);
  const rows = useLiveRows(
    runs.data?.pages.flatMap(({ items }) => items),
    filter,
  );
  const now = useNow(rows.some((run) => !hasEnded(run)));
  const columns = useRunColumns(now);
  const nameOf = useRunName();
  const filtered = filter.kind !== undefined || filter.state !== undefined;
  const total = runs.data?.pages[0]?.total;

  return (
    <div className="page">
      <PageHead
        title={text('menu.runs')}
        hint={total === undefined ? undefined : text('runs.count', { n: Math.max(total, rows.length) })}
        actions={
          may('listing', 'query') && <Link to="/listing/schedules">{text('menu.listing.schedules')}</Link>
        }
      />
      <Row wrap gap={[8, 20]} mb={14}>
        <Row
          as="fieldset"
          className="runs-chip-group"
          wrap
          gap={8}
          m={0}
          p={0}
          border="none"
          shrink
          aria-label={text('runs.column.kind')}
        >
          {runKinds.map((kind) => (
            <Chip
              key={kind}
              set={filter.kind === kind}
              before={<Icon name={kindIcons[kind]} size={14} />}
              onClick={() => setFilter(toggled(filter, 'kind', kind))}
            >
              {text(`run.kind.${kind}`)}
            </Chip>
          ))}
        </Row>
        <Row
          as="fieldset"
          className="runs-chip-group"
          wrap
          gap={8}
          m={0}
          p={0}
          border="none"
          shrink
          aria-label={text('runs.column.state')}
        >
          {statesShown.map((state) => (
            <Chip
              key={state}
              set={filter.state === state}
              onClick={() => setFilter(toggled(filter, 'state', state))}
            >
              {text(state === 'open' ? 'runs.open' : `state.${state}`)}
            </Chip>
          ))}
        </Row>
      </Row>
      {runs.isError && rows.length === 0 ? (
        <SectionFault failure={runs.error} onRetry={() => void runs.refetch()} />
      ) : (
        <DataTable
          label={text('menu.runs')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={nameOf}
          total={total ?? rows.length}
          loading={runs.isPending}
          loadingMore={runs.isFetchingNextPage}
          onOpen={(run) => void navigate(pathOfRun(run))}
          onEnd={() => {
            if (runs.hasNextPage && !runs.isFetching) {
              void runs.fetchNextPage();
            }
          }}
          narrow={(run) => (
            <RunRowNarrow run={run} name={nameOf(run)} when={format.relative(run.createdAt)} />
          )}
          empty={
            filtered ? (
              <EmptyFiltered
                onRemove={() =>
                  setFilter(
                    filter.state !== undefined && filter.kind !== undefined ? { kind: filter.kind } : {},
                  )
                }
              />
            ) : (
              <Empty
                act={
                  <Button type="primary" onClick={() => void navigate('/collect/product')}>
                    {text('runs.empty.collect')}
                  </Button>
                }
              >
                {text('runs.empty')}
              </Empty>
            )
          }
        />
      )}
    </div>
  );
}

function toggled<Name extends keyof RunsFilter>(
  filter: RunsFilter,
  name: Name,
  value: NonNullable<RunsFilter[Name]>,
): RunsFilter {
  const { [name]: held, ...rest } = filter;
  return held === value ? rest : { ...filter, [name]: value };
}

/** Returns the list updated by the event stream: newer versions in place, new runs on top. */
function useLiveRows(listed: Run[] | undefined, filter: RunsFilter): Run[] {
  const current = useCurrentRuns();
  return useMemo(() => {
    if (listed === undefined) {
      return [];
    }
    const newest = listed[0]?.createdAt ?? '';
    const byId = new Map(current.map((run) => [run.id, run]));
    const known = new Set(listed.map(({ id }) => id));
    const fresh = current
      .filter((run) => !known.has(run.id) && run.createdAt > newest)
      .sort((one, other) => other.createdAt.localeCompare(one.createdAt));
    const held = listed.map((run) => {
      const live = byId.get(run.id);
      return live !== undefined && live.version > run.version ? live : run;
    });
    return [...fresh, ...held].filter((run) => matches(run, filter));
  }, [listed, current, filter]);
}

export function matches(run: Run, { kind, state }: RunsFilter): boolean {
  return (
    (kind === undefined || run.kind === kind) &&
    (state === undefined || (state === 'open' ? !hasEnded(run) : run.state === state))
  );
}

/** Returns the time in milliseconds, updated while something runs. */
function useNow(following: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!following) {
      return;
    }
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [following]);
  return now;
}
