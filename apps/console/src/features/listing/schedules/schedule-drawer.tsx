import type { ListingSchedule } from '@bowerbird/contract/listing/schedules';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { timesOf, whenOf } from '../when/when-draft.ts';
import { WhenFields } from '../when/when-fields.tsx';
import { useChangeSchedule } from './schedule-queries.ts';

interface ScheduleDrawerProps {
  schedule: ListingSchedule;
  onClose(): void;
}

/** Changes the name or the times. */
export function ScheduleDrawer({ schedule, onClose }: ScheduleDrawerProps) {
  const text = useText();
  const change = useChangeSchedule();
  const [name, setName] = useState(schedule.name);
  const [when, setWhen] = useState(() => whenOf(schedule.times, schedule.options.delisted === 'show'));
  const times = timesOf(when);
  const save = () => {
    if (times !== null && name.trim() !== '') {
      const { id, timeZone } = schedule;
      change.mutate(
        {
          id,
          name: name.trim(),
          times,
          timeZone,
          on: schedule.state !== 'paused',
          delisted: when.showsDelisted ? 'show' : 'leave',
        },
        { onSuccess: onClose },
      );
    }
  };
  return (
    <Drawer
      title={text('schedules.edit')}
      open
      onClose={onClose}
      footer={
        <Row justify="end" gap={10}>
          <Button onClick={onClose}>{text('act.cancel')}</Button>
          <Button type="primary" loading={change.isPending} onClick={save}>
            {text('act.save')}
          </Button>
        </Row>
      }
    >
      <Stack shrink gap={18}>
        <Field label={text('schedules.name')} error={name.trim() === '' ? text('schedules.needName') : null}>
          {(control) => (
            <Input
              {...control}
              maxLength={80}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <Row as="fieldset" className="when-days" wrap gap={8} shrink m={0} p={0} border="none">
          <legend className="only-read">{text('schedules.when')}</legend>
          {(['once', 'repeating'] as const).map((kind) => (
            <Chip key={kind} set={when.kind === kind} onClick={() => setWhen({ ...when, kind })}>
              {text(`schedules.when.${kind}`)}
            </Chip>
          ))}
        </Row>
        <WhenFields when={when} onChange={setWhen} />
        {change.isError && <SectionFault failure={change.error} />}
      </Stack>
    </Drawer>
  );
}
