import type { Remedy } from '@bowerbird/contract/files/remedies';
import { Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { type FaultGroupRow, useRemedyPreview } from '../queries.ts';
import { BeforeAfter } from './before-after.tsx';

type Way = 'replace' | 'fill-down' | 'drop-row' | 'accept';

interface OtherRemedyDialogProps {
  importId: string;
  group: FaultGroupRow;
  onTake(remedy: Remedy): void;
  onClose(): void;
}

/** Puts errors right in a way of the person's own: one value for all, rows left out, or right as they are. */
export function OtherRemedyDialog({ importId, group, onTake, onClose }: OtherRemedyDialogProps) {
  const text = useText();
  const { code, column, shape, examples } = group;
  const values = [...new Set(examples.map(({ value }) => value))];
  const ways: Way[] = [
    ...(column === null ? [] : (['replace'] as const)),
    ...(shape === '' && column !== null ? (['fill-down'] as const) : []),
    'drop-row',
    'accept',
  ];
  const [way, setWay] = useState<Way>(ways[0] ?? 'drop-row');
  const [from, setFrom] = useState(values[0] ?? '');
  const [to, setTo] = useState('');
  const where = { column, shape: shape === '' && way !== 'fill-down' ? '' : shape };
  const remedy: Remedy =
    way === 'replace'
      ? { kind: 'replace', column, shape: null, from, to }
      : way === 'drop-row'
        ? { kind: 'drop-row', ...where, value: null }
        : way === 'accept'
          ? { kind: 'accept', ...where, code }
          : { kind: 'fill-down', column, shape: null };
  const settled = useSettled(JSON.stringify(remedy), 300);
  const isCurrent = settled === JSON.stringify(remedy);
  const preview = useRemedyPreview(importId, isCurrent && way !== 'accept' ? remedy : null);
  return (
    <Modal
      open
      centered
      width={520}
      title={text('import.remedy.title', { column: column ?? text('import.wholeRow') })}
      okText={text('import.remedy.ok')}
      cancelText={text('act.cancel')}
      onOk={() => onTake(remedy)}
      onCancel={onClose}
    >
      <Stack gap={16}>
        <Text font="small" tone="t2">
          {text(`fileFault.${code}`)}
        </Text>
        <Radio.Group
          className="import-ways"
          aria-label={text('import.remedies')}
          value={way}
          onChange={({ target }) => setWay(ways.find((each) => each === target.value) ?? 'drop-row')}
        >
          {ways.map((each) => (
            <Radio key={each} value={each}>
              {text(`import.way.${each}`)}
            </Radio>
          ))}
        </Radio.Group>
        {way === 'replace' && (
          <Stack gap={8}>
            <Input
              aria-label={text('import.replace.from')}
              prefix={<Text tone="t2">{text('import.replace.from')}</Text>}
              placeholder={text('import.blank')}
              value={from}
              onChange={({ target }) => setFrom(target.value)}
            />
            <Input
              autoFocus
              aria-label={text('import.replace.to')}
              prefix={<Text tone="t2">{text('import.replace.to')}</Text>}
              placeholder={text('import.blank')}
              value={to}
              onChange={({ target }) => setTo(target.value)}
            />
          </Stack>
        )}
        {preview.isError ? (
          <SectionFault failure={preview.error} onRetry={() => void preview.refetch()} />
        ) : (
          way !== 'accept' &&
          preview.data !== undefined && (
            <Stack gap={8} aria-live="polite">
              <Text font="small" weight={500}>
                {preview.data.rowsDropped > 0
                  ? text('import.willDrop', { n: preview.data.rowsDropped })
                  : text('import.willChange', { n: preview.data.cells })}
              </Text>
              {preview.data.countedRows !== null && (
                <Text font="small" tone="t2">
                  {text('import.countedRows', { n: preview.data.countedRows })}
                </Text>
              )}
              <BeforeAfter preview={preview.data} most={5} />
            </Stack>
          )
        )}
      </Stack>
    </Modal>
  );
}
