import { Button, Modal } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Notice, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { useBeginPairing, useTokens } from '../settings/own-account-queries.ts';

/** Shows a code to type into the plugin, with the time until it expires; confirms when the browser is paired. */
export function PairingDialog({ onClose }: { onClose(): void }) {
  const text = useText();
  const begin = useBeginPairing();
  const { mutate } = begin;
  const tokens = useTokens(true);
  const before = useRef<ReadonlySet<string> | null>(null);
  const left = useSecondsLeft(begin.data?.expiresAt ?? null);

  useEffect(() => mutate(), [mutate]);
  const browsers = tokens.data?.filter(({ kind }) => kind === 'plugin');
  if (before.current === null && browsers !== undefined) {
    before.current = new Set(browsers.map(({ id }) => id));
  }
  const paired = browsers?.find(({ id }) => before.current?.has(id) === false);

  return (
    <Modal
      open
      centered
      width={480}
      title={text('account.browsers.pair')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type={paired === undefined ? 'default' : 'primary'} onClick={onClose}>
          {paired === undefined ? text('act.close') : text('account.browsers.done')}
        </Button>
      }
    >
      {paired !== undefined ? (
        <div role="status">
          <Notice tone="green" before={<StateGlyph state="complete" />}>
            {text('account.browsers.paired', { name: paired.name })}
          </Notice>
        </div>
      ) : begin.isError ? (
        <SectionFault failure={begin.error} onRetry={() => mutate()} />
      ) : (
        <Stack align="center" gap={14} p={[10, 0]} textAlign="center">
          <p>{text('account.browsers.how')}</p>
          {begin.data === undefined ? (
            <SkeletonBlock width={220} height={40} />
          ) : (
            <Row
              as="code"
              className="pairing-code"
              p={[14, 20]}
              inline
              gap={14}
              radius="xl"
              font="figure"
              ground="canvas"
            >
              <span>{begin.data.code.slice(0, 4)}</span>
              <span>{begin.data.code.slice(4)}</span>
            </Row>
          )}
          <PairingTime left={left} onAgain={() => mutate()} />
        </Stack>
      )}
    </Modal>
  );
}

function PairingTime({ left, onAgain }: { left: number | null; onAgain(): void }) {
  const text = useText();
  const format = useFormat();
  if (left === null) {
    return null;
  }
  return left > 0 ? (
    <p className="caption">{text('account.browsers.left', { time: format.duration(left) })}</p>
  ) : (
    <Button onClick={onAgain}>{text('account.browsers.again')}</Button>
  );
}

/** Returns the seconds until a time, counting down; null if there is no such time. */
function useSecondsLeft(until: string | null): number | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (until === null) {
      return;
    }
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
}
