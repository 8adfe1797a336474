import { Button, Input, Modal, Select } from 'antd';
import { useState } from 'react';
import { ownZone } from '../../lib/text/sentences/zone-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Field } from '../../ui/form/field.tsx';
import { Stack } from '../../ui/layout/box.tsx';
import type { BulkTimes } from './queries.ts';

interface ScheduleDialogProps {
  times: BulkTimes | null;
  onTimes(times: BulkTimes | null): void;
  onClose(): void;
}

/** Chooses when a bulk edit begins and when it is undone again. */
export function ScheduleDialog({ times, onTimes, onClose }: ScheduleDialogProps) {
  const text = useText();
  const [typed, setTyped] = useState<BulkTimes>(times ?? { zone: ownZone(), begins: '', ends: '' });
  const wrongOrder = typed.ends !== '' && typed.ends <= typed.begins;
  return (
    <Modal
      open
      centered
      width={420}
      title={text('bulkEdit.schedule.title')}
      onCancel={onClose}
      footer={[
        <Button
          key="now"
          onClick={() => {
            onTimes(null);
            onClose();
          }}
        >
          {text('bulkEdit.schedule.now')}
        </Button>,
        <Button
          key="ok"
          type="primary"
          disabled={typed.begins === '' || wrongOrder}
          onClick={() => {
            onTimes(typed);
            onClose();
          }}
        >
          {text('act.confirm')}
        </Button>,
      ]}
    >
      <Stack gap={14}>
        <Field label={text('bulkEdit.schedule.begins')}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={typed.begins}
              onChange={({ target }) => setTyped({ ...typed, begins: target.value })}
            />
          )}
        </Field>
        <Field
          label={text('bulkEdit.schedule.ends')}
          optional
          error={wrongOrder ? text('bulkEdit.schedule.order') : null}
        >
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={typed.ends}
              onChange={({ target }) => setTyped({ ...typed, ends: target.value })}
            />
          )}
        </Field>
        <Field label={text('bulkEdit.schedule.zone')}>
          {(control) => (
            <Select
              {...control}
              showSearch
              value={typed.zone}
              onChange={(zone: string) => setTyped({ ...typed, zone })}
              options={[...new Set([ownZone(), ...Intl.supportedValuesOf('timeZone')])].map((zone) => ({
                value: zone,
                label: zone.replaceAll('_', ' '),
              }))}
            />
          )}
        </Field>
      </Stack>
    </Modal>
  );
}
