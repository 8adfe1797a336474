import { bodySchema } from '@bowerbird/contract/route';
import type { Invited } from '@bowerbird/contract/team/invitations';
import { inviteMax, invitePeople } from '@bowerbird/contract/team/invitations';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { extend, maxLength, nullable, type output, pipe, string, transform } from 'zod/mini';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph, StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { usePartOptions } from '../organisation/part-options.ts';
import { useAccessChange } from '../queries.ts';
import { RoleSelect } from '../roles/role-select.tsx';

/** Returns the typed addresses, one on each line or separated by commas, without duplicates. */
export function addressesIn(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;，；、]+/).filter((part) => part !== ''))];
}

const body = bodySchema(invitePeople);

/** The invitations of one call; their addresses as a person types them. */
const Invitations = extend(body, {
  addresses: pipe(pipe(string(), transform(addressesIn)), body.shape.addresses.check(maxLength(inviteMax))),
  roleId: pipe(nullable(body.shape.roleId), body.shape.roleId),
});

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
  const formId = useId();
  const form = useSchemaForm({
    schema: Invitations,
    initial: { addresses: '', roleId: null, organisationId: null },
  });
  const addresses = addressesIn(form.watch('addresses'));
  const invite = useAccessChange((body: output<typeof Invitations>) => call(invitePeople, { body }));
  const again = (left: Invited[]) => {
    form.reset({ ...form.getValues(), addresses: left.map(({ address }) => address).join('\n') });
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
            <Button type="primary" loading={invite.isPending} htmlType="submit" form={formId}>
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
        <Form id={formId} form={form} gap={18} onSubmit={(body) => invite.mutate(body)}>
          {invite.isError && (
            <div role="alert">
              <Notice tone="amber" before={<StateGlyph state="refused" />}>
                {sentence(CallFailure.from(invite.error))}
              </Notice>
            </div>
          )}
          <FormField
            form={form}
            name="addresses"
            label={text('access.invite.addresses')}
            beside={
              <span className="caption">
                {text('access.invite.count', { n: addresses.length, max: inviteMax })}
              </span>
            }
            hint={text('access.invite.hint')}
            missing={text('user.email.required')}
            wrong={sentence({ code: 'invitation.too-many', params: { max: inviteMax } })}
          >
            {(control) => (
              <Input.TextArea {...control} autoFocus rows={5} spellCheck={false} autoCapitalize="none" />
            )}
          </FormField>
          <FormField form={form} name="roleId" label={text('access.role')} missing={text('access.required')}>
            {(control) => <RoleSelect {...control} />}
          </FormField>
          {parts.length > 0 && (
            <FormField form={form} name="organisationId" label={text('access.part')} optional>
              {(control) => (
                <Select
                  {...control}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  options={parts}
                  onChange={(value: string | undefined) => control.onChange(value ?? null)}
                />
              )}
            </FormField>
          )}
        </Form>
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
