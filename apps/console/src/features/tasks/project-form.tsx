import { projectKinds, projectTaskKinds } from '@bowerbird/contract/team/projects';
import { Input, Select } from 'antd';
import type { PlainTextKey } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { DateRange, TimeOfDay } from '../../ui/form/date-range.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Grid, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { MembersTable } from './members-table.tsx';
import type { ProjectDraft, ProjectFault } from './project-draft.ts';
import { useProjectChoices } from './queries.ts';

interface ProjectFormProps {
  draft: ProjectDraft;
  onChange(change: (draft: ProjectDraft) => ProjectDraft): void;
  /** Errors shown at their fields. */
  faults: ProjectFault[];
  disabled: boolean;
}

/** The three parts of a project: its description, its task, and its members. */
export function ProjectForm({ draft, onChange, faults, disabled }: ProjectFormProps) {
  const text = useText();
  const choices = useProjectChoices();
  const people = (choices.data?.people ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const stores = (choices.data?.stores ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const put = (part: Partial<ProjectDraft>) => onChange((held) => ({ ...held, ...part }));
  const error = (field: string) => {
    const fault = faults.find((one) => one.field === field);
    return fault === undefined ? null : text(fault.text);
  };

  const words = (field: 'name' | 'taskName', label: PlainTextKey) => (
    <div data-field={field}>
      <Field label={text(label)} error={error(field)}>
        {(control) => (
          <Input
            {...control}
            name={field}
            disabled={disabled}
            maxLength={120}
            value={draft[field]}
            onChange={({ target }) => put({ [field]: target.value })}
          />
        )}
      </Field>
    </div>
  );
  const person = (field: 'leadId' | 'approverId' | 'executorId' | 'ownerId', label: PlainTextKey) => (
    <div data-field={field}>
      <Field label={text(label)} error={error(field)}>
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={text('tasks.project.choosePerson')}
            value={draft[field] === '' ? null : draft[field]}
            options={people}
            onChange={(value: string | null) => put({ [field]: value ?? '' })}
          />
        )}
      </Field>
    </div>
  );
  return (
    <Stack className="project-form" gap={28} shrink>
      <section data-part="project">
        <SectionHead title={text('tasks.project.section')} />
        <Grid columns="repeat(auto-fill, minmax(240px, 1fr))" gap={[16, 20]} pt={14}>
          {words('name', 'tasks.project.name')}
          <Field label={text('tasks.project.stores')} optional>
            {(control) => (
              <Select
                {...control}
                mode="multiple"
                disabled={disabled}
                optionFilterProp="label"
                placeholder={text('tasks.project.stores.placeholder')}
                value={draft.storeIds}
                options={stores}
                onChange={(storeIds: string[]) => put({ storeIds })}
              />
            )}
          </Field>
          {person('leadId', 'tasks.project.lead')}
          {person('approverId', 'tasks.project.approver')}
          <div data-field="days">
            <Field label={text('tasks.days')} error={error('days')}>
              {(control) => (
                <DateRange
                  {...control}
                  label={text('tasks.days')}
                  value={draft.days}
                  onChange={(days) => put({ days })}
                />
              )}
            </Field>
          </div>
          <Field label={text('tasks.project.kind')}>
            {(control) => (
              <Select
                {...control}
                disabled={disabled}
                value={draft.kind}
                options={projectKinds.map((value) => ({ value, label: text(`tasks.project.kind.${value}`) }))}
                onChange={(kind) => put({ kind })}
              />
            )}
          </Field>
        </Grid>
      </section>
      <section data-part="task">
        <SectionHead title={text('tasks.project.task')} />
        <Grid columns="repeat(auto-fill, minmax(240px, 1fr))" gap={[16, 20]} pt={14}>
          {words('taskName', 'tasks.project.taskName')}
          <Field label={text('tasks.project.description')} optional>
            {(control) => (
              <Input
                {...control}
                disabled={disabled}
                maxLength={2000}
                value={draft.description}
                onChange={({ target }) => put({ description: target.value })}
              />
            )}
          </Field>
          {person('executorId', 'tasks.project.executor')}
          {person('ownerId', 'tasks.project.owner')}
          <Field label={text('tasks.project.remindAt')} hint={text('tasks.project.remindAt.hint')}>
            {({ id }) => (
              <TimeOfDay
                id={id}
                disabled={disabled}
                value={draft.remindAt}
                onChange={(remindAt) => put({ remindAt })}
              />
            )}
          </Field>
          <Field label={text('tasks.project.taskKind')}>
            {(control) => (
              <Select
                {...control}
                disabled={disabled}
                value={draft.taskKind}
                options={projectTaskKinds.map((value) => ({
                  value,
                  label: text(`tasks.project.taskKind.${value}`),
                }))}
                onChange={(taskKind) => put({ taskKind })}
              />
            )}
          </Field>
        </Grid>
      </section>
      <section data-part="members">
        <SectionHead title={text('tasks.project.members')} count={String(draft.members.length)} />
        <MembersTable
          members={draft.members}
          disabled={disabled}
          onChange={(change) => onChange((held) => ({ ...held, members: change(held.members) }))}
        />
      </section>
    </Stack>
  );
}
