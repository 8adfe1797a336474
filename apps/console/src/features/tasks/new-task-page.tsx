import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { usePageTitle } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Box } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { useTask } from './queries.ts';
import { blankTask, draftOf } from './task-draft.ts';
import { TaskForm } from './task-form.tsx';
import './tasks.css';

/** A new sourcing task, or with `?task=` an existing one to edit. */
export default function NewTaskPage() {
  const text = useText();
  const { search } = useLocation();
  const id = useMemo(() => new URLSearchParams(search).get('task'), [search]);
  const task = useTask(id);
  usePageTitle(id === null ? null : text('tasks.editing', { title: task.data?.title ?? '' }));
  return (
    <Box className="page task-form-page" maxW={640} w="100%">
      <PageHead
        title={text(id === null ? 'menu.form.basic-form' : 'tasks.edit')}
        hint={text('tasks.form.hint')}
      />
      {id === null && <TaskForm key="new" id={null} held={blankTask} />}
      {id !== null && task.isError && (
        <SectionFault failure={task.error} onRetry={() => void task.refetch()} />
      )}
      {id !== null && task.isPending && <SkeletonLines lines={8} />}
      {task.data !== undefined && <TaskForm key={task.data.id} id={id} held={draftOf(task.data)} />}
    </Box>
  );
}
