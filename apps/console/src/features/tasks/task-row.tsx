import type { Task } from '@bowerbird/contract/team/tasks';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { ProgressLine } from '../../ui/charts/progress-line.tsx';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useCollectForTask, useDeleteTask, useMarkTask } from './queries.ts';

const glyphs: Record<Task['state'], StateName> = {
  waiting: 'waiting',
  processing: 'running',
  done: 'complete',
};

/** One task: what is sought, by whom and until when, its progress, and the possible actions. */
export function TaskRow({ task }: { task: Task }) {
  const text = useText();
  const format = useFormat();
  const names = [
    ...(task.createdBy === null ? [] : [task.createdBy.name]),
    ...task.people.filter(({ id }) => task.invited.includes(id)).map(({ name }) => name),
  ];
  const [latest] = task.runs;
  return (
    <Grid
      as="li"
      className="task-row"
      column="1 / -1"
      columns="subgrid"
      align="center"
      p={[14, 0]}
      borderBottom
    >
      <Box shrink>
        <Text as="h2" font="body" weight={600} cut title={task.title}>
          {task.title}
        </Text>
        <Text as="p" font="small" tone="t2" cut title={task.goal}>
          {task.goal}
        </Text>
        <p className="caption">
          {[
            text('tasks.between', { from: format.day(task.startsOn), to: format.day(task.endsOn) }),
            names.join(text('tasks.comma')),
            task.visibility === 'public' ? '' : text(`tasks.visibility.${task.visibility}`),
            task.weight === null ? '' : text('tasks.weightOf', { n: task.weight }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </Box>
      <Stack className="task-state" gap={2} align="start">
        <StateText state={glyphs[task.state]}>{text(`tasks.state.${task.state}`)}</StateText>
        {latest !== undefined && (
          <Row as={Link} className="caption" inline align="center" gap={4} to={runPath(latest.id)}>
            <StateGlyph state={latest.state} size={14} />
            <span>{text('tasks.runs', { n: task.runs.length })}</span>
          </Row>
        )}
      </Stack>
      <TaskProgress task={task} />
      <TaskActions task={task} />
    </Grid>
  );
}

/** What was collected against the target; without a target, against what the source announces. */
function TaskProgress({ task }: { task: Task }) {
  const text = useText();
  const { collected, claimed } = task;
  const total = task.wanted ?? task.promised;
  if (task.runs.length === 0 && task.wanted === null) {
    return <p className="task-progress caption">{text('tasks.notYet')}</p>;
  }
  return (
    <div className="task-progress">
      <ProgressLine
        name={text('tasks.progress')}
        done={total === null ? collected : Math.min(collected, total)}
        total={total}
        notes={[text('tasks.claimed', { n: claimed })]}
        tone={total !== null && total > 0 && collected >= total ? 'green' : 'primary'}
      />
    </div>
  );
}

function TaskActions({ task }: { task: Task }) {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const confirm = useConfirm();
  const toast = useToast();
  const sentence = useFaultText();
  const collect = useCollectForTask();
  const mark = useMarkTask();
  const remove = useDeleteTask();
  const done = task.state === 'done';
  const requestConfirmation = async () => {
    const sure = await confirm({
      title: text('tasks.delete.title', { title: task.title }),
      content: text('tasks.delete.content'),
      confirm: text('tasks.delete'),
      danger: true,
    });
    if (sure) {
      remove.mutate(task.id);
    }
  };
  const start = () =>
    collect.mutate(task.id, {
      onSuccess: ({ runIds, faults }) => {
        const [first] = faults;
        toast(
          first !== undefined
            ? { state: 'partial', text: `${first.address}: ${sentence(first.fault)}` }
            : { state: 'running', text: text('tasks.started', { n: runIds.length }) },
        );
      },
    });
  const items = [
    ...(may('collect', 'edit')
      ? [
          { key: 'edit', label: text('tasks.edit') },
          { key: 'mark', label: text(done ? 'tasks.reopen' : 'tasks.finish') },
        ]
      : []),
    ...(may('collect', 'delete') ? [{ key: 'delete', danger: true, label: text('tasks.delete') }] : []),
  ];
  const actions: Record<string, () => void> = {
    edit: () => page.open(`/form/basic-form?task=${task.id}`),
    mark: () => mark.mutate({ id: task.id, done: !done }),
    delete: () => void requestConfirmation(),
  };
  return (
    <Row justify="end" gap={4}>
      {!done && task.addresses.length > 0 && may('collect', 'add') && (
        <Button loading={collect.isPending} onClick={start}>
          {text(task.runs.length === 0 ? 'tasks.collect' : 'tasks.collectAgain')}
        </Button>
      )}
      {items.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items, onClick: ({ key }) => actions[key]?.() }}>
          <Button
            type="text"
            icon={<Icon name="more" />}
            aria-label={text('tasks.acts', { title: task.title })}
          />
        </Dropdown>
      )}
    </Row>
  );
}
