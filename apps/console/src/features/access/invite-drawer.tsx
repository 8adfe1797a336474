import type { Invited } from '@bowerbird/contract/invitations';
import { inviteMax, invitePeople } from '@bowerbird/contract/invitations';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../ui/feedback/state-glyph.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { usePartOptions } from './part-options.ts';
import { useAccessChange } from './queries.ts';
import { RoleSelect } from './role-select.tsx';

/** Returns the typed addresses, one on each line or separated by commas, without duplicates. */
export function addressesIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;，；、]+/).filter((part) => part !== ''))];
}

const glyphs: Record<Invited['outcome'], StateName> = {
  sent: 'complete',
  invited: 'scheduled',
  member: 'claimed',
  invalid: 'refused',
};

/** Invites up to five people at once; shows the result for each address in the same place. */
export function InviteDrawer({ onClose }: { onClose(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const parts = usePartOptions();
  const [typed, setTyped] = useState('');
  const [roleId, setRoleId] = useState<string | null>(null);
  const [partId, setPartId] = useState<string | null>(null);
  const [checked, setChecked] = useState(false);
  const addresses = addressesIn(typed);
  const invite = useAccessChange((role: string) =>
    call(invitePeople, { body: { addresses, roleId: role, organisationId: partId } }),
  );
  const addressError =
    addresses.length > inviteMax
      ? sentence({ code: 'invitation.too-many', params: { max: inviteMax } })
      : checked && addresses.length === 0
        ? text('user.email.required')
        : null;
  const roleError = checked && roleId === null ? text('access.required') : null;
  const submit = () => {
    setChecked(true);
    if (roleId !== null && addresses.length > 0 && addresses.length <= inviteMax) {
      invite.mutate(roleId);
    }
  };
  const again = (left: Invited[]) => {
    setTyped(left.map(({ address }) => address).join('\n'));
    invite.reset();
  };
  return (
    <Drawer
      title={text('access.invite')}
      open
      onClose={onClose}
      width={480}
      footer={
        <Row wrap justify="end" gap={10}>
          {invite.data === undefined ? (
            <Button type="primary" loading={invite.isPending} onClick={submit}>
              {text('access.invite.send', { n: addresses.length })}
            </Button>
          ) : (
            <>
              <Button onClick={() => again(invite.data.filter(({ outcome }) => outcome === 'invalid'))}>
                {text('access.invite.more')}
              </Button>
              <Button type="primary" onClick={onClose}>
                {text('access.done')}
              </Button>
            </>
          )}
        </Row>
      }
    >
      {invite.data === undefined ? (
        <Stack gap={18}>
          {invite.isError && (
            <div role="alert">
              <Notice tone="amber" before={<StateGlyph state="refused" />}>
                {sentence(CallFailure.from(invite.error))}
              </Notice>
            </div>
          )}
          <Field
            label={text('access.invite.addresses')}
            beside={
              <span className="caption">
                {text('access.invite.count', { n: addresses.length, max: inviteMax })}
              </span>
            }
            hint={text('access.invite.hint')}
            error={addressError}
          >
            {(control) => (
              <Input.TextArea
                {...control}
                autoFocus
                rows={5}
                spellCheck={false}
                autoCapitalize="none"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            )}
          </Field>
          <Field label={text('access.role')} error={roleError}>
            {(control) => <RoleSelect {...control} value={roleId} onChange={setRoleId} />}
          </Field>
          {parts.length > 0 && (
            <Field label={text('access.part')} optional>
              {(control) => (
                <Select
                  {...control}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  value={partId}
                  options={parts}
                  onChange={(value: string | undefined) => setPartId(value ?? null)}
                />
              )}
            </Field>
          )}
        </Stack>
      ) : (
        <Stack as="ul" gap={14} aria-live="polite">
          {invite.data.map(({ address, outcome }) => (
            <li key={address}>
              <StateText state={glyphs[outcome]} note={address}>
                {text(`access.invite.${outcome}`)}
              </StateText>
            </li>
          ))}
        </Stack>
      )}
    </Drawer>
  );
}
