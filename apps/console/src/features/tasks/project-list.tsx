import type { Project } from '@bowerbird/contract/team/projects';
import { useState } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Box, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

interface ProjectListProps {
  projects: Project[];
  openId: string | null;
  onOpen(project: Project): void;
}

/** The saved projects; archived ones are behind one line. */
export function ProjectList({ projects, openId, onOpen }: ProjectListProps) {
  const text = useText();
  const [away, setAway] = useState(false);
  const archived = projects.filter(({ archivedAt }) => archivedAt !== null);
  const shown = away ? projects : projects.filter(({ archivedAt }) => archivedAt === null);
  return (
    <section>
      <SectionHead title={text('tasks.project.saved')} count={String(projects.length - archived.length)} />
      {projects.length === 0 && (
        <Box as="p" className="quiet" pt={10} font="small">
          {text('tasks.project.none')}
        </Box>
      )}
      <Stack as="ul" p={[8, 0]}>
        {shown.map((project) => (
          <ProjectEntry
            key={project.id}
            project={project}
            current={project.id === openId}
            onOpen={() => onOpen(project)}
          />
        ))}
      </Stack>
      {archived.length > 0 && (
        <button type="button" className="link-button" aria-expanded={away} onClick={() => setAway(!away)}>
          {away ? text('tasks.project.hideArchived') : text('tasks.project.archived', { n: archived.length })}
        </button>
      )}
    </section>
  );
}

function ProjectEntry({ project, current, onOpen }: { project: Project; current: boolean; onOpen(): void }) {
  const text = useText();
  const format = useFormat();
  return (
    <li>
      <button
        type="button"
        className={current ? 'project-entry current' : 'project-entry'}
        aria-current={current ? 'true' : undefined}
        onClick={onOpen}
      >
        <span className="cut" title={project.name}>
          {project.name}
        </span>
        <span className="caption">
          {[
            text(`tasks.project.kind.${project.kind}`),
            text('tasks.between', { from: format.day(project.startsOn), to: format.day(project.endsOn) }),
            ...(project.archivedAt === null ? [] : [text('tasks.project.away')]),
          ].join(' · ')}
        </span>
      </button>
    </li>
  );
}
