import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useBeginPairing, usePairedBrowsers } from './queries.ts';

/** A code to type into the plugin of any browser, with the time until it expires. */
export function HandPairing({ onRequested }: { onRequested(): void }) {
  const text = useText();
  const format = useFormat();
  const begin = useBeginPairing();
  const left = useSecondsLeft(begin.data?.expiresAt ?? null);
  const browsers = usePairedBrowsers(false).data;
  const before = useRef<ReadonlySet<string> | null>(null);
  if (before.current === null && begin.data !== undefined && browsers !== undefined) {
    before.current = new Set(browsers.map(({ id }) => id));
  }
  const paired = browsers?.find(({ id }) => before.current?.has(id) === false);
  const requestConfirmation = () => {
    begin.mutate();
    before.current = null;
    onRequested();
  };
  return (
    <section>
      <SectionHead title={text('plugin.code')} />
      <Text as="p" m={[8, 0, 12]} font="small" tone="t2" anywhere>
        {text('plugin.code.how', { console: location.origin })}
      </Text>
      {paired && (
        <Box mb={12} role="status">
          <Notice tone="green" before={<StateGlyph state="complete" />}>
            {text('plugin.code.paired', { name: paired.name })}
          </Notice>
        </Box>
      )}
      {begin.isError ? (
        <SectionFault failure={begin.error} onRetry={requestConfirmation} />
      ) : !paired && begin.data !== undefined && left !== null && left > 0 ? (
        <Stack align="start" gap={8} role="status">
          <Row
            as="code"
            className="plugin-code"
            inline
            gap={12}
            p={[10, 16]}
            radius="xl"
            font="figure"
            ground="canvas"
          >
            <span>{begin.data.code.slice(0, 4)}</span>
            <span>{begin.data.code.slice(4)}</span>
          </Row>
          <p className="caption" aria-live="off">
            {text('plugin.code.left', { time: format.duration(left) })}
          </p>
        </Stack>
      ) : (
        <Button loading={begin.isPending} onClick={requestConfirmation}>
          {text(begin.data === undefined ? 'plugin.code.show' : 'plugin.code.again')}
        </Button>
      )}
    </section>
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
