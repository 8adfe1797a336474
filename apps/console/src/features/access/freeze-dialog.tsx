import type { Person } from '@bowerbird/contract/people';
import { freezeMerchant } from '@bowerbird/contract/people';
import { Input, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../lib/call.ts';
import { useText } from '../../lib/text.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Field } from '../../ui/form/field.tsx';
import { useAccessChange } from './queries.ts';

interface FreezeDialogProps {
  person: Person;
  onClose(): void;
}

/** Freezes a merchant, with a reason that the merchant sees. */
export function FreezeDialog({ person: { merchant }, onClose }: FreezeDialogProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState(false);
  const freeze = useAccessChange(() =>
    call(freezeMerchant, { params: { id: merchant?.id ?? '' }, body: { reason: reason.trim() } }),
  );
  const name = merchant?.name ?? '';
  const submit = () => {
    setChecked(true);
    if (reason.trim() !== '') {
      freeze.mutate(undefined, {
        onError: reportFailure,
        onSuccess: () => {
          toast({ state: 'complete', text: text('access.freeze.done', { name }) });
          onClose();
        },
      });
    }
  };
  return (
    <Modal
      open
      centered
      width={480}
      title={text('access.freeze.title', { name })}
      okText={text('access.person.freeze')}
      okButtonProps={{ danger: true }}
      cancelText={text('act.cancel')}
      confirmLoading={freeze.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="access-form">
        <p className="quiet">{text('access.freeze.content')}</p>
        <Field
          label={text('access.freeze.reason')}
          error={checked && reason.trim() === '' ? text('access.required') : null}
        >
          {(control) => (
            <Input.TextArea
              {...control}
              autoFocus
              rows={3}
              maxLength={300}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </div>
    </Modal>
  );
}
