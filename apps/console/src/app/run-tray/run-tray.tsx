import { lazy, Suspense, useRef, useState } from 'react';
import { useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { useFormat } from '../../lib/text/format.ts';
import { runTitle } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';
import { shownPart } from '../../ui/charts/progress-line.tsx';
import { Ring } from '../../ui/charts/ring.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { Text } from '../../ui/text/text.tsx';
import { useCloseOutside } from '../frame/use-close-outside.ts';
import { sortedRuns } from './sorted-runs.ts';
import { useRunNews } from './use-run-news.ts';
import { useUnseenFailures } from './use-unseen-failures.ts';
import './run-tray.css';

const RunTrayPanel = lazy(async () => ({ default: (await import('./panel.tsx')).RunTrayPanel }));

/** Maximum number of progress rings in the pill. */
const ringsMax = 3;

/**
 * Shows the current runs above all tabs: a pill in the header that opens into a list. Hidden if there is nothing to
 * show.
 */
export function RunTray() {
  const text = useText();
  const format = useFormat();
  const narrow = useNarrow();
  const current = useCurrentRuns();
  const { unseen, see } = useUnseenFailures(current);
  const runs = [...current, ...unseen];
  const { running, waiting, ended } = sortedRuns(runs);
  const { justEnded, spoken } = useRunNews(current);
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    see();
  };
  useCloseOutside(place, open, close);

  const [first] = running;
  const next = first?.secondsLeft ?? null;
  const part =
    first === undefined || first.total === null || first.total === 0 ? null : first.done / first.total;

  const words =
    running.length > 0
      ? text('tray.running', { n: running.length })
      : waiting.length > 0
        ? text(waiting.every(({ state }) => state === 'paused') ? 'tray.paused' : 'tray.waiting', {
            n: waiting.length,
          })
        : text('tray.finished', { n: ended.length });
  const percent = part === null ? null : format.percent(shownPart(part));

  return (
    <Box relative rigid ref={place}>
      {runs.length > 0 && (
        <Row
          as="button"
          type="button"
          className="tray-pill"
          inline
          align="center"
          gap={6}
          maxW={320}
          h={34}
          p={[0, 12, 0, 10]}
          border="line"
          font="small"
          tone="t1"
          ground="bg"
          nowrap
          aria-expanded={open}
          aria-haspopup="dialog"
          aria-label={
            narrow ? (percent === null ? words : text('tray.pill', { what: words, percent })) : undefined
          }
          onClick={() => (open ? close() : setOpen(true))}
        >
          {justEnded !== null && !narrow ? (
            <>
              <StateGlyph state={justEnded.state} />
              <span className="cut">
                {text('tray.ended', {
                  title: runTitle(text, justEnded),
                  state: text(`state.${justEnded.state}`),
                })}
              </span>
            </>
          ) : (
            <>
              <Row as="span" className="tray-rings" inline gap={2}>
                {running.slice(0, narrow ? 1 : ringsMax).map((run) => (
                  <Ring
                    key={run.id}
                    part={run.total === null || run.total === 0 ? null : run.done / run.total}
                  />
                ))}
              </Row>
              {running.length === 0 && (
                <StateGlyph state={waiting[0]?.state ?? ended[0]?.state ?? 'waiting'} />
              )}
              {narrow ? (
                (percent !== null || running.length > 0) && <span>{percent ?? running.length}</span>
              ) : (
                <>
                  <span>{words}</span>
                  {next !== null && (
                    <Text className="tray-next" ms={4} tone="t2">
                      {text('tray.next', { time: format.duration(next) })}
                    </Text>
                  )}
                </>
              )}
            </>
          )}
        </Row>
      )}
      <span className="only-read" role="status" aria-live="polite">
        {spoken}
      </span>
      {open && runs.length > 0 && (
        <Suspense fallback={null}>
          <RunTrayPanel running={running} waiting={waiting} ended={ended} onClose={close} />
        </Suspense>
      )}
    </Box>
  );
}
