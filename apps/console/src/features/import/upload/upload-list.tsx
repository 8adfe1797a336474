import { Button } from 'antd';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Bar } from '../../../ui/charts/bar.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { giveUp, type Upload } from './uploads.ts';

const glyphs = {
  sending: 'running',
  waiting: 'waiting',
  stopped: 'paused',
  failed: 'failed',
  ready: 'complete',
} as const;

interface UploadListProps {
  uploads: readonly Upload[];
  /** Sets up a file that has arrived. */
  onSetUp(id: string): void;
}

/** Files on their way, and those that have arrived and are not imported yet. */
export function UploadList({ uploads, onSetUp }: UploadListProps) {
  const text = useText();
  return (
    <Stack as="ul" gap={0} m={[16, 0, 0]} p={0} aria-label={text('import.uploads')}>
      {uploads.map((upload) => (
        <UploadLine key={upload.id} upload={upload} onSetUp={() => onSetUp(upload.id)} />
      ))}
    </Stack>
  );
}

function UploadLine({ upload, onSetUp }: { upload: Upload; onSetUp(): void }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const reportFailure = useReportFailure();
  const { name, bytes, received, state, failure, secondsLeft } = upload;
  const isMoving = state === 'sending' || state === 'waiting';
  const note =
    state === 'failed'
      ? sentence(CallFailure.from(failure))
      : state === 'stopped'
        ? text('import.upload.stopped')
        : state === 'waiting'
          ? text('import.upload.waiting')
          : state === 'ready'
            ? text('import.upload.ready')
            : secondsLeft === null
              ? text('import.upload.sending')
              : text('time.leftAbout', { time: format.duration(secondsLeft) });
  return (
    <Row as="li" align="center" gap={12} p={[10, 0]} borderBottom>
      <StateGlyph state={glyphs[state]} />
      <Stack grow shrink gap={4}>
        <Row align="baseline" justify="between" gap={12} shrink>
          <Text cut weight={500} font="small" title={name}>
            {name}
          </Text>
          <Text className="num" font="caption" tone="t2" rigid>
            {received === bytes
              ? format.bytes(bytes)
              : text('import.upload.of', { received: format.bytes(received), bytes: format.bytes(bytes) })}
          </Text>
        </Row>
        {state !== 'ready' && (
          <Bar
            part={bytes === 0 ? 0 : received / bytes}
            label={name}
            valueText={format.percent(bytes === 0 ? 0 : received / bytes)}
          />
        )}
        <Text font="caption" tone={state === 'failed' ? 'red' : 't2'} role={isMoving ? undefined : 'status'}>
          {note}
        </Text>
      </Stack>
      {state === 'ready' && (
        <Button size="small" type="primary" onClick={onSetUp}>
          {text('import.upload.setUp')}
        </Button>
      )}
      <Button
        size="small"
        type="text"
        icon={<Icon name="close" size={14} />}
        aria-label={text('import.upload.giveUp', { name })}
        title={text(isMoving ? 'act.cancel' : 'import.upload.delete')}
        onClick={() => void giveUp(upload.id).catch(reportFailure)}
      />
    </Row>
  );
}
