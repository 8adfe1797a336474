import { bodySchema } from '@bowerbird/contract/route';
import type { Person } from '@bowerbird/contract/team/people';
import { updatePerson } from '@bowerbird/contract/team/people';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { type output, required } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { useSession } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { usePartOptions } from '../organisation/part-options.ts';
import { useAccessChange, useKeepPerson } from '../queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';
import { AccountState } from './people-columns.tsx';
import { PersonCell } from './person-cell.tsx';

/** What can be changed of an account; all of it stands in the form. */
const Changed = required(bodySchema(updatePerson));

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
  const formId = useId();
  const form = useSchemaForm({
    schema: Changed,
    initial: { name: person.name, roleId: person.role.id, organisationId: person.organisation?.id ?? null },
  });
  const ownOrganisation = user.ownerId === (person.merchant?.id ?? null);
  const save = useAccessChange(({ name, roleId, organisationId }: output<typeof Changed>) =>
    call(updatePerson, {
      params: { id: person.id },
      body: {
        ...(name !== person.name && { name }),
        ...(roleId !== person.role.id && { roleId }),
        ...(organisationId !== (person.organisation?.id ?? null) && { organisationId }),
      },
    }),
  );
  return (
    <Drawer
      title={text('access.person.edit.title')}
      open
      onClose={onClose}
      width={480}
      footer={
        <Row wrap justify="end" gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button
            type="primary"
            loading={save.isPending}
            disabled={!person.withinReach}
            htmlType="submit"
            form={formId}
          >
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Form
        id={formId}
        form={form}
        onSubmit={(changed) =>
          save.mutate(changed, {
            onError: reportFailure,
            onSuccess: (saved) => {
              keep(saved);
              toast({ state: 'complete', text: text('access.person.saved', { name: saved.name }) });
              onClose();
            },
          })
        }
      >
        <PersonCell person={person} />
        <Grid as="dl" columns="auto 1fr" gap={[4, 16]} font="small">
          <Text as="dt" tone="t3">
            {text('access.state')}
          </Text>
          <dd>
            <AccountState person={person} />
          </dd>
          <Text as="dt" tone="t3">
            {text('access.lastSignedIn')}
          </Text>
          <dd>
            {person.lastSignedInAt === null ? text('access.never') : format.full(person.lastSignedInAt)}
          </dd>
          <Text as="dt" tone="t3">
            {text('access.since')}
          </Text>
          <dd>{format.full(person.createdAt)}</dd>
        </Grid>
        <FormField form={form} name="name" label={text('access.name')} missing={text('access.required')}>
          {(control) => <Input {...control} maxLength={80} disabled={!person.withinReach} />}
        </FormField>
        {ownOrganisation && (
          <FormField
            form={form}
            name="roleId"
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
              <RoleSelect {...control} held={person.role} disabled={person.self || !person.withinReach} />
            )}
          </FormField>
        )}
        {ownOrganisation && parts.length > 0 && (
          <FormField form={form} name="organisationId" label={text('access.part')} optional>
            {(control) => (
              <Select
                {...control}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                disabled={!person.withinReach}
                options={parts}
                onChange={(value: string | undefined) => control.onChange(value ?? null)}
              />
            )}
          </FormField>
        )}
      </Form>
    </Drawer>
  );
}
