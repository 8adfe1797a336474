import type { Project } from '@bowerbird/contract/team/projects';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { usePageTitle, useUnsavedGuard } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Grid } from '../../ui/layout/box.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { FaultCount } from './fault-count.tsx';
import type { ProjectFault } from './project-draft.ts';
import { blankProject, draftOfProject, projectBodyOf, projectFaults } from './project-draft.ts';
import { ProjectForm } from './project-form.tsx';
import { ProjectList } from './project-list.tsx';
import { useArchiveProject, useDeleteProject, useProjects, useSaveProject } from './queries.ts';
import './projects.css';
import './tasks.css';

/** Team projects: a form in three parts, with the saved projects next to it. */
export default function TeamProjectPage() {
  const text = useText();
  const may = useMay();
  const toast = useToast();
  const confirm = useConfirm();
  const root = useRef<HTMLDivElement>(null);
  const projects = useProjects();
  const [open, setOpen] = useState<Project | null>(null);
  const [begun, setBegun] = useState(blankProject);
  const [draft, setDraft] = useState(blankProject);
  const [reported, setReported] = useState(false);
  const save = useSaveProject();
  const archive = useArchiveProject();
  const remove = useDeleteProject();

  const changes = (Object.keys(draft) as (keyof typeof draft)[]).filter(
    (field) => JSON.stringify(draft[field]) !== JSON.stringify(begun[field]),
  ).length;
  const faults = projectFaults(draft);
  const mayWrite = may('organisation', open === null ? 'add' : 'edit');

  const show = (project: Project | null) => {
    const next = project === null ? blankProject : draftOfProject(project);
    setOpen(project);
    setBegun(next);
    setDraft(next);
    setReported(false);
  };
  const turnTo = async (project: Project | null) => {
    const sure =
      changes === 0 ||
      (await confirm({
        title: text('unsaved.title'),
        content: text('unsaved.count', { n: changes }),
        confirm: text('act.discard'),
        danger: true,
      }));
    if (sure) {
      show(project);
    }
  };
  const submit = async (): Promise<boolean> => {
    setReported(true);
    const body = projectBodyOf(draft);
    const [first] = faults;
    if (body === null) {
      if (first !== undefined) {
        jumpTo(first);
      }
      return false;
    }
    const saved = await save.mutateAsync({ id: open?.id ?? null, body }).catch(() => null);
    if (saved === null) {
      return false;
    }
    show(saved);
    toast({ state: 'complete', text: text('tasks.project.savedNow', { name: saved.name }) });
    return true;
  };
  const jumpTo = ({ field }: ProjectFault) => {
    setReported(true);
    requestAnimationFrame(() => {
      const name = CSS.escape(field);
      const control = root.current?.querySelector<HTMLElement>(`[data-field="${name}"] input, input#${name}`);
      control?.scrollIntoView({ block: 'center' });
      control?.focus({ preventScroll: true });
    });
  };
  const putAway = async (project: Project) => {
    const archived = project.archivedAt === null;
    const changed = await archive.mutateAsync({ id: project.id, archived }).catch(() => null);
    if (changed !== null) {
      show(changed);
      toast({
        state: 'complete',
        text: text(archived ? 'tasks.project.archivedNow' : 'tasks.project.backNow', { name: project.name }),
      });
    }
  };
  const drop = async (project: Project) => {
    const sure = await confirm({
      title: text('tasks.project.delete.title', { name: project.name }),
      content: text('tasks.project.delete.content'),
      confirm: text('tasks.delete'),
      danger: true,
    });
    if (sure && (await remove.mutateAsync(project.id).catch(() => null)) !== null) {
      show(null);
    }
  };
  usePageTitle(open?.name ?? null);
  useUnsavedGuard(mayWrite ? changes : 0, submit);

  return (
    <div className="page reading" ref={root}>
      <PageHead
        title={text('menu.form.advanced-form')}
        hint={open === null ? text('tasks.project.hint') : open.name}
        actions={
          open !== null && (
            <>
              {may('organisation', 'delete') && (
                <Button onClick={() => void drop(open)}>{text('tasks.delete')}</Button>
              )}
              {mayWrite && (
                <Button loading={archive.isPending} onClick={() => void putAway(open)}>
                  {text(open.archivedAt === null ? 'tasks.project.archive' : 'tasks.project.unarchive')}
                </Button>
              )}
              {may('organisation', 'add') && (
                <Button icon={<Icon name="plus" />} onClick={() => void turnTo(null)}>
                  {text('tasks.project.new')}
                </Button>
              )}
            </>
          )
        }
      />
      <Grid className="project-columns" oneUnder={992} columns="minmax(0, 1fr) 280px" gap={44}>
        <ProjectForm draft={draft} onChange={setDraft} faults={reported ? faults : []} disabled={!mayWrite} />
        <aside className="project-side">
          {projects.isError ? (
            <SectionFault failure={projects.error} onRetry={() => void projects.refetch()} />
          ) : projects.data === undefined ? (
            <SkeletonLines />
          ) : (
            <ProjectList
              projects={projects.data}
              openId={open?.id ?? null}
              onOpen={(project) => void turnTo(project)}
            />
          )}
        </aside>
      </Grid>
      {mayWrite && (
        <FootBar
          actions={
            <Button type="primary" loading={save.isPending} onClick={() => void submit()}>
              {text(open === null ? 'tasks.project.create' : 'act.save')}
            </Button>
          }
        >
          {reported ? (
            <FaultCount faults={faults} onGo={jumpTo} />
          ) : (
            <span className="quiet">{text('tasks.project.foot')}</span>
          )}
        </FootBar>
      )}
    </div>
  );
}
