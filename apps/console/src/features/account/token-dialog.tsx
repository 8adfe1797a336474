import type { BodyOf } from '@bowerbird/contract/route';
import { type createToken, tokenDays } from '@bowerbird/contract/tokens';
import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
import { Notice } from '../../ui/feedback/fault-row.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Grid, Stack } from '../../ui/layout/box.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useCreateToken } from './own-account-queries.ts';
import { type Rights, RightsMatrix, useOwnRights } from './rights-matrix.tsx';

type Params = BodyOf<typeof createToken>;

/** Creates a token: its name, lifetime and permissions; then shows it, only this once. */
export function TokenDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const sentence = useFaultText();
  const create = useCreateToken();
  const own = useOwnRights();
  const [name, setName] = useState('');
  const [days, setDays] = useState<Params['days']>(90);
  const [rights, setRights] = useState<Rights>({});
  const [checked, setChecked] = useState(false);
  if (create.data !== undefined) {
    return <TokenShown token={create.data.token} onClose={onClose} />;
  }
  const permissions = own.flatMap(({ permission }) => {
    const actions = rights[permission] ?? [];
    return actions.length > 0 ? [{ permission, actions: [...actions] }] : [];
  });
  const nameError = checked && name.trim() === '' ? text('account.tokens.name.required') : null;
  const rightsError = checked && permissions.length === 0 ? text('account.tokens.rights.required') : null;
  const send = () => {
    setChecked(true);
    if (name.trim() !== '' && permissions.length > 0) {
      create.mutate({ name: name.trim(), days, permissions });
    }
  };
  return (
    <FormDialog
      title={text('account.tokens.make')}
      confirm={text('account.tokens.make')}
      width={760}
      busy={create.isPending}
      refused={create.error === null ? null : sentence(CallFailure.from(create.error))}
      onSend={send}
      onClose={onClose}
    >
      <Grid className="token-line" columns="minmax(0, 1fr) 180px" gap={16} align="start">
        <Field label={text('account.tokens.name')} error={nameError}>
          {(control) => (
            <Input
              {...control}
              autoFocus
              maxLength={60}
              placeholder={text('account.tokens.name.example')}
              status={nameError === null ? '' : 'error'}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Field label={text('account.tokens.days')}>
          {({ id }) => (
            <Select<number>
              id={id}
              value={days ?? 0}
              onChange={(chosen) => setDays(tokenDays.find((each) => each === chosen) ?? null)}
              options={[
                ...tokenDays.map((each) => ({
                  value: each as number,
                  label: text('account.tokens.days.n', { n: each }),
                })),
                { value: 0, label: text('account.tokens.never') },
              ]}
            />
          )}
        </Field>
      </Grid>
      <RightsMatrix own={own} value={rights} onChange={setRights} error={rightsError} />
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
