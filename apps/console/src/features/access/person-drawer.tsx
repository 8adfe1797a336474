import type { Person } from '@bowerbird/contract/people';
import { updatePerson } from '@bowerbird/contract/people';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { usePartOptions } from './part-options.ts';
import { AccountState } from './people-columns.tsx';
import { PersonCell } from './person-cell.tsx';
import { useAccessChange, useKeepPerson } from './queries.ts';
import { RoleSelect } from './role-select.tsx';

interface PersonDrawerProps {
  person: Person;
  onClose(): void;
}

/** Edits an account: its name, role and place in the organisation. */
export function PersonDrawer({ person, onClose }: PersonDrawerProps) {
  const text = useText();
  const format = useFormat();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const keep = useKeepPerson();
  const { user } = useSession();
  const parts = usePartOptions();
  const [name, setName] = useState(person.name);
  const [roleId, setRoleId] = useState(person.role.id);
  const [partId, setPartId] = useState(person.organisation?.id ?? null);
  const [checked, setChecked] = useState(false);
  const ownOrganisation = user.ownerId === (person.merchant?.id ?? null);
  const save = useAccessChange(() =>
    call(updatePerson, {
      params: { id: person.id },
      body: {
        ...(name.trim() !== person.name && { name: name.trim() }),
        ...(roleId !== person.role.id && { roleId }),
        ...(partId !== (person.organisation?.id ?? null) && { organisationId: partId }),
      },
    }),
  );
  const empty = name.trim() === '';
  const submit = () => {
    setChecked(true);
    if (!empty) {
      save.mutate(undefined, {
        onError: reportFailure,
        onSuccess: (saved) => {
          keep(saved);
          toast({ state: 'complete', text: text('access.person.saved', { name: saved.name }) });
          onClose();
        },
      });
    }
  };
  return (
    <Drawer
      title={text('access.person.edit.title')}
      open
      onClose={onClose}
      width={480}
      footer={
        <div className="access-foot">
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={save.isPending} disabled={!person.withinReach} onClick={submit}>
            {text('act.save')}
          </Button>
        </div>
      }
    >
      <div className="access-form">
        <PersonCell person={person} />
        <dl className="access-facts">
          <dt>{text('access.state')}</dt>
          <dd>
            <AccountState person={person} />
          </dd>
          <dt>{text('access.lastSignedIn')}</dt>
          <dd>
            {person.lastSignedInAt === null ? text('access.never') : format.full(person.lastSignedInAt)}
          </dd>
          <dt>{text('access.since')}</dt>
          <dd>{format.full(person.createdAt)}</dd>
        </dl>
        <Field label={text('access.name')} error={checked && empty ? text('access.required') : null}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              disabled={!person.withinReach}
              value={name}
              onChange={({ target }) => setName(target.value)}
              onPressEnter={submit}
            />
          )}
        </Field>
        {ownOrganisation && (
          <Field
            label={text('access.role')}
            hint={text(
              person.self
                ? 'access.role.own'
                : person.withinReach
                  ? 'access.role.atOnce'
                  : 'access.person.beyond',
            )}
          >
            {(control) => (
              <RoleSelect
                {...control}
                held={person.role}
                disabled={person.self || !person.withinReach}
                value={roleId}
                onChange={setRoleId}
              />
            )}
          </Field>
        )}
        {ownOrganisation && parts.length > 0 && (
          <Field label={text('access.part')} optional>
            {(control) => (
              <Select
                {...control}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                disabled={!person.withinReach}
                value={partId}
                options={parts}
                onChange={(value: string | undefined) => setPartId(value ?? null)}
              />
            )}
          </Field>
        )}
      </div>
    </Drawer>
  );
}
