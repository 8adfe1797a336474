import { type BodyOf, bodySchema } from '@bowerbird/contract/route';
import type { MatrixLine, Role } from '@bowerbird/contract/team/roles';
import { createRole, previewRole, updateRole } from '@bowerbird/contract/team/roles';
import { Button, Input } from 'antd';
import { useEffect, useId, useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useUnsavedGuard } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Box, Grid, Row, Stack } from '../../../ui/layout/box.tsx';
import { useAccessChange } from '../queries.ts';
import { Touched } from '../touched.tsx';
import { granted, sameGrants } from './grants.ts';
import { RoleHead } from './role-head.tsx';
import { RoleMatrix } from './role-matrix.tsx';

export type RoleDraft = BodyOf<typeof createRole>;

interface RoleEditorProps {
  /** Null: a role that is not saved yet. */
  kept: Role | null;
  start: RoleDraft;
  matrix: MatrixLine[];
  roles: Role[];
  onCopy(role: Role): void;
  /** Called when unsaved changes appear or disappear. */
  onUnsaved(unsaved: boolean): void;
  /** Called with the role to show next; null: none. */
  onDone(id: string | null): void;
}

/** Edits one role: its name, its description, and the matrix of its permissions. */
export function RoleEditor({ kept: role, start, matrix, roles, onCopy, onUnsaved, onDone }: RoleEditorProps) {
  const text = useText();
  const may = useMay();
  const toast = useToast();
  const sentence = useFaultText();
  const formId = useId();
  const { name, description, permissions: held } = start;
  const form = useSchemaForm({
    schema: bodySchema(createRole),
    initial: { name, description, permissions: held },
  });
  const permissions = form.watch('permissions');
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const editable = role === null || (may('role', 'edit') && !role.builtIn && role.withinReach);
  const { dirtyFields } = form.formState;
  const changes =
    Number(dirtyFields.name === true) +
    Number(dirtyFields.description === true) +
    Number(!sameGrants(permissions, start.permissions));
  const save = useSave(role);
  const submit = async (draft: RoleDraft): Promise<boolean> => {
    setRefused(null);
    try {
      const saved = await save.run(draft);
      if (saved === null) {
        return false;
      }
      form.reset(draft);
      toast({ state: 'complete', text: text('access.saved') });
      onDone(saved.id);
      return true;
    } catch (thrown) {
      const failure = CallFailure.from(thrown);
      if (failure.code === 'role.name-taken') {
        form.setError('name', { message: sentence(failure) }, { shouldFocus: true });
      } else {
        setRefused(failure);
      }
      return false;
    }
  };
  const unsaved = role === null ? 1 : changes;
  useUnsavedGuard(editable ? unsaved : 0, () => submitForm(form, submit));
  useEffect(() => onUnsaved(changes > 0), [onUnsaved, changes]);

  return (
    <Stack as="section" gap={18} shrink>
      {role !== null && <RoleHead role={role} roles={roles} onCopy={onCopy} onGone={() => onDone(null)} />}
      {role === null && <h2 className="section-title">{text('access.role.new')}</h2>}
      {role !== null && !editable && (
        <Notice tone="neutral" before={<StateGlyph state="none" />}>
          {text(
            role.builtIn && may('role', 'add')
              ? 'access.role.builtIn.note'
              : role.withinReach || role.builtIn
                ? 'access.role.readOnly'
                : 'access.role.beyond',
          )}
        </Notice>
      )}
      {refused !== null && (
        <div role="alert">
          <Notice tone="amber" before={<StateGlyph state="refused" />}>
            {sentence(refused)}
          </Notice>
        </div>
      )}
      {editable && (
        <Form id={formId} form={form} onSubmit={(draft) => void submit(draft)}>
          <Grid oneUnder={768} columns="minmax(180px, 1fr) minmax(220px, 2fr)" gap={16}>
            <FormField
              form={form}
              name="name"
              label={text('access.role.name')}
              missing={text('access.required')}
            >
              {(control) => <Input {...control} maxLength={60} autoFocus={role === null} />}
            </FormField>
            <FormField form={form} name="description" label={text('access.role.description')} optional>
              {(control) => <Input {...control} maxLength={300} />}
            </FormField>
          </Grid>
        </Form>
      )}
      <RoleMatrix
        matrix={matrix}
        grants={permissions}
        readOnly={!editable || role?.own === true}
        onGrant={(permission, actions, on) =>
          form.setValue('permissions', granted(form.getValues('permissions'), permission, actions, on))
        }
      />
      {editable && unsaved > 0 && (
        <Row
          className="role-foot"
          wrap
          align="center"
          justify="end"
          gap={10}
          p={[12, 0]}
          borderTop
          ground="bg"
        >
          <Box as="span" className="caption" basis={200}>
            {text(role === null ? 'access.role.newNote' : 'access.role.atOnce')}
          </Box>
          <Button onClick={() => (role === null ? onDone(null) : form.reset())}>{text('act.discard')}</Button>
          <Button type="primary" loading={save.busy} htmlType="submit" form={formId}>
            {text('act.save')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/**
 * Returns a function that saves a draft. If the change revokes permissions of people who hold the role, it first
 * shows which and from how many.
 */
function useSave(role: Role | null) {
  const text = useText();
  const confirm = useConfirm();
  const keep = useAccessChange((body: RoleDraft) =>
    role === null ? call(createRole, { body }) : call(updateRole, { params: { id: role.id }, body }),
  );
  const run = async (draft: RoleDraft): Promise<Role | null> => {
    if (role !== null && role.people > 0 && !sameGrants(role.permissions, draft.permissions)) {
      const { people, loses, gains } = await call(previewRole, {
        params: { id: role.id },
        body: { permissions: draft.permissions },
      });
      const sure = await confirm({
        title: text('access.role.touches', { n: people }),
        content: <Touched people={people} loses={loses} gains={gains} />,
        confirm: text('act.save'),
      });
      if (!sure) {
        return null;
      }
    }
    return await keep.mutateAsync(draft);
  };
  return { run, busy: keep.isPending };
}
