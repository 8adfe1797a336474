import { createToken, tokenDays, tokenPermissions } from '@bowerbird/contract/account/tokens';
import { bodySchema } from '@bowerbird/contract/route';
import { Button, Input, Modal, Select } from 'antd';
import { custom, extend, pipe, transform } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { FormDialog } from '../fields/form-dialog.tsx';
import { useRefusal } from '../fields/use-refusal.ts';
import { useCreateToken } from '../settings/own-account-queries.ts';
import { type Rights, RightsMatrix, useOwnRights } from './rights-matrix.tsx';

const body = bodySchema(createToken);

/** A new token, with the rights as they are ticked. */
const TypedToken = extend(body, {
  permissions: pipe(
    pipe(
      custom<Rights>(),
      transform((rights: Rights) =>
        tokenPermissions.flatMap((permission) => {
          const actions = rights[permission] ?? [];
          return actions.length > 0 ? [{ permission, actions: [...actions] }] : [];
        }),
      ),
    ),
    body.shape.permissions,
  ),
});

/** Creates a token: its name, lifetime and permissions; then shows it, only this once. */
export function TokenDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const create = useCreateToken();
  const own = useOwnRights();
  const form = useSchemaForm({ schema: TypedToken, initial: { name: '', days: 90, permissions: {} } });
  const refuse = useRefusal(form, {});
  if (create.data !== undefined) {
    return <TokenShown token={create.data.token} onClose={onClose} />;
  }
  const { errors, isSubmitted } = form.formState;
  return (
    <FormDialog
      form={form}
      title={text('account.tokens.make')}
      ok={text('account.tokens.make')}
      width={760}
      busy={create.isPending}
      onSubmit={(sent) => create.mutate(sent, { onError: refuse })}
      onClose={onClose}
    >
      <Grid className="token-line" columns="minmax(0, 1fr) 180px" gap={16} align="start">
        <FormField
          form={form}
          name="name"
          label={text('account.tokens.name')}
          missing={text('account.tokens.name.required')}
        >
          {(control) => (
            <Input {...control} autoFocus maxLength={60} placeholder={text('account.tokens.name.example')} />
          )}
        </FormField>
        <FormField form={form} name="days" label={text('account.tokens.days')}>
          {(control) => (
            <Select<number>
              {...control}
              value={control.value ?? 0}
              onChange={(chosen) => control.onChange(tokenDays.find((each) => each === chosen) ?? null)}
              options={[
                ...tokenDays.map((each) => ({
                  value: each as number,
                  label: text('account.tokens.days.n', { n: each }),
                })),
                { value: 0, label: text('account.tokens.never') },
              ]}
            />
          )}
        </FormField>
      </Grid>
      <RightsMatrix
        own={own}
        value={form.watch('permissions')}
        onChange={(rights) => form.setValue('permissions', rights, { shouldValidate: isSubmitted })}
        error={errors.permissions === undefined ? null : text('account.tokens.rights.required')}
      />
    </FormDialog>
  );
}

function TokenShown({ token, onClose }: { token: string; onClose(): void }) {
  const text = useText();
  return (
    <Modal
      open
      centered
      width={560}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      title={text('account.tokens.made')}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('account.tokens.kept')}
        </Button>
      }
    >
      <Stack className="recovery" gap={16} pt={6}>
        <Notice tone="amber" before={<Icon name="warning" />}>
          {text('account.tokens.once')}
        </Notice>
        <Box className="token-shown" p={[12, 14]} radius="l" ground="canvas">
          <CopyButton value={token} />
        </Box>
        <p className="caption">{text.rich('account.tokens.how', { header: <code>Access-Token</code> })}</p>
      </Stack>
    </Modal>
  );
}
