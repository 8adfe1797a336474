import { taskFilters } from '@bowerbird/contract/team/tasks';
import { Button, Input, Pagination } from 'antd';
import { useState } from 'react';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { TaskFilter, TasksPageOf, TasksRequest } from './queries.ts';
import { useTasks } from './queries.ts';
import { TaskRow } from './task-row.tsx';
import './tasks.css';

const newPath = '/form/basic-form';
const sizes = [5, 10, 20];

/** The team's sourcing tasks with their progress, and three figures over all of them. */
export default function TasksPage() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const [request, setRequest] = useState<TasksRequest>({ page: 1, size: 5, state: 'all', text: '' });
  const tasks = useTasks(request);
  const filtered = request.state !== 'all' || request.text.trim() !== '';
  const items = tasks.data?.items ?? [];
  const total = tasks.data?.total ?? 0;
  const create = may('collect', 'add') && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => page.open(newPath)}>
      {text('tasks.new')}
    </Button>
  );
  return (
    <div className="page reading">
      <PageHead
        title={text('menu.list.basic-list')}
        hint={text('tasks.hint')}
        actions={total > 0 || filtered ? create : undefined}
      />
      {tasks.data !== undefined && <Figures figures={tasks.data.figures} />}
      <Row wrap align="center" gap={10} mb={6}>
        <Row as="fieldset" wrap gap={8} shrink m={0} p={0} border="none" aria-label={text('tasks.states')}>
          {taskFilters.map((state: TaskFilter) => (
            <Chip
              key={state}
              set={request.state === state}
              onClick={() => setRequest({ ...request, state, page: 1 })}
            >
              {text(`tasks.state.${state}`)}
            </Chip>
          ))}
        </Row>
        <Input
          className="tasks-search"
          data-page-search
          allowClear
          prefix={<Icon name="search" />}
          aria-label={text('tasks.search')}
          placeholder={text('tasks.search')}
          value={request.text}
          onChange={({ target }) => setRequest({ ...request, text: target.value.slice(0, 200), page: 1 })}
        />
      </Row>
      {tasks.isError && tasks.data === undefined && (
        <SectionFault failure={tasks.error} onRetry={() => void tasks.refetch()} />
      )}
      {tasks.isPending && <SkeletonRows rows={5} />}
      {tasks.data !== undefined &&
        items.length === 0 &&
        (filtered ? (
          <EmptyFiltered onRemove={() => setRequest({ ...request, state: 'all', text: '', page: 1 })} />
        ) : (
          <Empty act={create}>{text('tasks.empty')}</Empty>
        ))}
      {items.length > 0 && (
        <Grid
          as="ul"
          className="tasks-list"
          columns="minmax(0, 1fr) auto 240px auto"
          gap={[0, 24]}
          aria-label={text('menu.list.basic-list')}
          aria-busy={tasks.isFetching}
        >
          {items.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </Grid>
      )}
      {total > (sizes[0] ?? 5) && (
        <Pagination
          className="tasks-pages"
          current={tasks.data?.page ?? 1}
          pageSize={request.size}
          total={total}
          pageSizeOptions={sizes}
          showSizeChanger
          onChange={(next, size) => setRequest({ ...request, page: size === request.size ? next : 1, size })}
        />
      )}
    </div>
  );
}

/** The person's open tasks, the average duration, and what was done this week. */
function Figures({ figures }: { figures: TasksPageOf['figures'] }) {
  const text = useText();
  const format = useFormat();
  const shown = [
    { what: text('tasks.figure.mine'), value: text('tasks.figure.count', { n: figures.mine }) },
    {
      what: text('tasks.figure.average'),
      value: figures.average === null ? '—' : format.duration(Math.max(1, Math.round(figures.average))),
    },
    { what: text('tasks.figure.done'), value: text('tasks.figure.count', { n: figures.doneThisWeek }) },
  ];
  return (
    <Grid as="dl" className="tasks-figures" columns="repeat(3, 1fr)" mb={20}>
      {shown.map(({ what, value }) => (
        <Stack justify="between" gap={2} p={[14, 20, 14, 0]} key={what}>
          <Text as="dt" font="small" tone="t2">
            {what}
          </Text>
          <Text as="dd" font="figure" weight={650}>
            {value}
          </Text>
        </Stack>
      ))}
    </Grid>
  );
}
