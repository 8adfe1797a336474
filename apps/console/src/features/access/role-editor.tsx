import type { Grant, MatrixLine, Role } from '@bowerbird/contract/roles';
import { createRole, previewRole, updateRole } from '@bowerbird/contract/roles';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useUnsavedGuard } from '../../lib/page.ts';
import { useMay } from '../../lib/session.ts';
import { useText } from '../../lib/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Box, Grid, Row, Stack } from '../../ui/layout/box.tsx';
import { granted, sameGrants } from './grants.ts';
import { useAccessChange } from './queries.ts';
import { RoleHead } from './role-head.tsx';
import { RoleMatrix } from './role-matrix.tsx';
import { Touched } from './touched.tsx';

export interface RoleDraft {
  name: string;
  description: string;
  permissions: Grant[];
}

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
  const [draft, setDraft] = useState<RoleDraft>(start);
  const [checked, setChecked] = useState(false);
  const [refused, setRefused] = useState<CallFailure | null>(null);
  const editable = role === null || (may('role', 'edit') && !role.builtIn && role.withinReach);
  const changes =
    role === null
      ? 1
      : Number(draft.name !== start.name) +
        Number(draft.description !== start.description) +
        Number(!sameGrants(draft.permissions, start.permissions));
  const save = useSave(role, draft);
  const submit = async (): Promise<boolean> => {
    setChecked(true);
    setRefused(null);
    if (draft.name.trim() === '') {
      return false;
    }
    try {
      const saved = await save.run();
      if (saved === null) {
        return false;
      }
      toast({ state: 'complete', text: text('access.saved') });
      onDone(saved.id);
      return true;
    } catch (thrown) {
      setRefused(CallFailure.from(thrown));
      return false;
    }
  };
  useUnsavedGuard(editable ? changes : 0, submit);
  const touched =
    draft.name !== start.name ||
    draft.description !== start.description ||
    !sameGrants(draft.permissions, start.permissions);
  useEffect(() => onUnsaved(touched), [onUnsaved, touched]);
  const nameError =
    checked && draft.name.trim() === ''
      ? text('access.required')
      : refused?.code === 'role.name-taken'
        ? sentence(refused)
        : null;

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
      {refused !== null && nameError === null && (
        <div role="alert">
          <Notice tone="amber" before={<StateGlyph state="refused" />}>
            {sentence(refused)}
          </Notice>
        </div>
      )}
      {editable && (
        <Grid oneUnder={768} columns="minmax(180px, 1fr) minmax(220px, 2fr)" gap={16}>
          <Field label={text('access.role.name')} error={nameError}>
            {(control) => (
              <Input
                {...control}
                maxLength={60}
                autoFocus={role === null}
                value={draft.name}
                onChange={({ target }) => setDraft({ ...draft, name: target.value })}
              />
            )}
          </Field>
          <Field label={text('access.role.description')} optional>
            {(control) => (
              <Input
                {...control}
                maxLength={300}
                value={draft.description}
                onChange={({ target }) => setDraft({ ...draft, description: target.value })}
              />
            )}
          </Field>
        </Grid>
      )}
      <RoleMatrix
        matrix={matrix}
        grants={draft.permissions}
        readOnly={!editable || role?.own === true}
        onGrant={(permission, actions, on) =>
          setDraft((now) => ({ ...now, permissions: granted(now.permissions, permission, actions, on) }))
        }
      />
      {editable && changes > 0 && (
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
          <Button onClick={() => (role === null ? onDone(null) : setDraft(start))}>
            {text('act.discard')}
          </Button>
          <Button type="primary" loading={save.busy} onClick={() => void submit()}>
            {text('act.save')}
          </Button>
        </Row>
      )}
    </Stack>
  );
}

/**
 * Returns a function that saves the draft. If the change revokes permissions of people who hold the role, it first
 * shows which and from how many.
 */
function useSave(role: Role | null, draft: RoleDraft) {
  const text = useText();
  const confirm = useConfirm();
  // A draft may start as a complete role; the other fields of that role are not part of the request.
  const { name, description, permissions } = draft;
  const body = { name: name.trim(), description: description.trim(), permissions };
  const keep = useAccessChange(() =>
    role === null ? call(createRole, { body }) : call(updateRole, { params: { id: role.id }, body }),
  );
  const run = async (): Promise<Role | null> => {
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
    return await keep.mutateAsync(undefined);
  };
  return { run, busy: keep.isPending };
}
