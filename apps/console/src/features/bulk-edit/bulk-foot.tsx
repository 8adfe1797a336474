import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import type { BulkTimes } from './queries.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

interface BulkFootProps {
  /** Number of products that will change; null while it is not known. */
  changed: number | null;
  /** Why it cannot be applied; null if it can. */
  why: string | null;
  /** Why the steps cannot be saved as a rule; null if they can. */
  open: string | null;
  times: BulkTimes | null;
  busy: boolean;
  onTimes(times: BulkTimes | null): void;
  onApply(): void;
  /** Saves the steps as a rule; null: not allowed. */
  onSaveRule: (() => void) | null;
}

const shown = (at: string) => at.replace('T', ' ');

/** What can be done afterwards, when it begins, and the button that applies it. */
export function BulkFoot({ changed, why, open, times, busy, onTimes, onApply, onSaveRule }: BulkFootProps) {
  const text = useText();
  const [choosing, setChoosing] = useState(false);
  return (
    <FootBar
      actions={
        <>
          {onSaveRule !== null && (
            <Tooltip title={open}>
              <Button disabled={open !== null} onClick={onSaveRule}>
                {text('rules.saveAs')}
              </Button>
            </Tooltip>
          )}
          <Button icon={<Icon name="calendar" />} onClick={() => setChoosing(true)}>
            {text('bulkEdit.schedule')}
          </Button>
          <Tooltip title={why}>
            <Button type="primary" disabled={why !== null} loading={busy} onClick={onApply}>
              {changed === null || changed === 0
                ? text('bulkEdit.apply.none')
                : text('bulkEdit.apply', { n: changed })}
            </Button>
          </Tooltip>
        </>
      }
    >
      <Icon name="undo" />
      <span>
        {why ??
          (times === null
            ? text('bulkEdit.foot')
            : [
                text('bulkEdit.schedule.from', { time: shown(times.begins), zone: times.zone }),
                ...(times.ends === '' ? [] : [text('bulkEdit.schedule.until', { time: shown(times.ends) })]),
              ].join(', '))}
      </span>
      {choosing && <ScheduleDialog times={times} onTimes={onTimes} onClose={() => setChoosing(false)} />}
    </FootBar>
  );
}
