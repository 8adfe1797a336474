import { listProjects, type Project } from '@bowerbird/contract/team/projects';
import { listTasks, type Task } from '@bowerbird/contract/team/tasks';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { useMay, useSession } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';

/** Sourcing tasks that concern the person, and the team projects they take part in. */
export function OwnProjects() {
  const text = useText();
  const navigate = useNavigate();
  const may = useMay();
  const { user } = useSession();
  const tasks = useQuery({
    queryKey: ['account', 'tasks'],
    queryFn: ({ signal }) => call(listTasks, { query: { size: '20' } }, { signal }),
    enabled: may('collect', 'query'),
  });
  const projects = useQuery({
    queryKey: ['account', 'projects'],
    queryFn: ({ signal }) => call(listProjects, {}, { signal }),
    enabled: may('organisation', 'query'),
  });
  const failed = [tasks, projects].find(({ isError }) => isError);
  if (failed !== undefined) {
    return <SectionFault failure={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (tasks.isLoading || projects.isLoading) {
    return <SkeletonRows rows={4} />;
  }
  const ownTasks = tasks.data?.items.filter((task) => isOwnTask(task, user.id)) ?? [];
  const ownProjects =
    projects.data?.filter((project) => project.archivedAt === null && hasPart(project, user.id)) ?? [];
  if (ownTasks.length + ownProjects.length === 0) {
    return (
      <Empty
        act={
          may('collect', 'add') && (
            <Button type="primary" onClick={() => void navigate('/form/basic-form')}>
              {text('account.center.project.begin')}
            </Button>
          )
        }
      >
        {text('account.center.project.empty')}
      </Empty>
    );
  }
  return (
    <div className="settings-sections">
      {ownTasks.length > 0 && (
        <Part title={text('menu.list.basic-list')} all="/list/basic-list">
          {ownTasks.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </Part>
      )}
      {ownProjects.length > 0 && (
        <Part title={text('account.center.projects')} all="/form/advanced-form">
          {ownProjects.map((project) => (
            <ProjectRow key={project.id} project={project} />
          ))}
        </Part>
      )}
    </div>
  );
}

function Part({ title, all, children }: { title: string; all: string; children: ReactNode }) {
  const text = useText();
  return (
    <section>
      <SectionHead title={title} action={<Link to={all}>{text('account.center.all')}</Link>} />
      <ul className="settings-rows">{children}</ul>
    </section>
  );
}

const taskGlyphs = { waiting: 'waiting', processing: 'running', done: 'complete' } as const;

function TaskRow({ task }: { task: Task }) {
  const text = useText();
  const format = useFormat();
  return (
    <li className="settings-row">
      <div className="settings-row-text">
        <span className="settings-row-title">
          <span className="cut">{task.title}</span>
        </span>
        <span className="settings-row-value">
          <span>{task.createdBy?.name}</span>
          <span>{text('account.center.project.until', { time: format.day(task.endsOn) })}</span>
          <span>{text('account.center.project.collected', { n: task.collected })}</span>
        </span>
      </div>
      <StateText state={taskGlyphs[task.state]} />
    </li>
  );
}

function ProjectRow({ project }: { project: Project }) {
  const text = useText();
  const format = useFormat();
  return (
    <li className="settings-row">
      <div className="settings-row-text">
        <span className="settings-row-title">
          <span className="cut">{project.name}</span>
        </span>
        <span className="settings-row-value">
          <span>{text('account.center.project.until', { time: format.day(project.endsOn) })}</span>
          <span>{text('account.center.project.members', { n: project.members.length })}</span>
        </span>
      </div>
    </li>
  );
}

function isOwnTask(task: Task, me: string): boolean {
  return task.createdBy?.id === me || task.invited.includes(me);
}

function hasPart({ leadId, approverId, task }: Project, me: string): boolean {
  return [leadId, approverId, task.executorId, task.ownerId].includes(me);
}
