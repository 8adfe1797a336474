import type { Exchange } from '@bowerbird/contract/system/bench';
import { Select } from 'antd';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { FaultRow, Notice } from '../../../ui/feedback/fault-row.tsx';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import type { BenchAnswer } from '../insight-queries.ts';

interface BenchRawProps {
  answer: BenchAnswer;
  chosen: number;
  onChoose(exchange: number): void;
}

/** Our requests and the responses, one at a time. */
export function BenchRaw({ answer: { exchanges, moreExchanges }, chosen, onChoose }: BenchRawProps) {
  const text = useText();
  const format = useFormat();
  const exchange = exchanges[chosen];
  return (
    <Grid as="section" className="bench-raw" gap={8}>
      <SectionHead title={text('bench.raw')} count={format.number(exchanges.length)} />
      {exchange === undefined ? (
        <p className="quiet">{text('bench.raw.none')}</p>
      ) : (
        <>
          <Select
            aria-label={text('bench.raw.choose')}
            value={chosen}
            onChange={onChoose}
            options={exchanges.map((each, index) => ({
              value: index,
              label: `${index + 1}. ${each.status ?? text('bench.raw.noAnswer')} ${pathOf(each.url)}`,
            }))}
          />
          {moreExchanges > 0 && <p className="caption">{text('bench.raw.more', { n: moreExchanges })}</p>}
          <ExchangeView exchange={exchange} />
        </>
      )}
    </Grid>
  );
}

function ExchangeView({ exchange }: { exchange: Exchange }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const { method, url, requestHeaders, status, headers, contentType, body, cut, milliseconds, fault } =
    exchange;
  const facts = [status, contentType, text('monitor.milliseconds', { n: milliseconds })];
  return (
    <>
      <h3>{text('bench.raw.request')}</h3>
      <Lines lines={[`${method} ${url}`, ...requestHeaders.map(([name, value]) => `${name}: ${value}`)]} />
      <h3>
        {text('bench.raw.answer')}
        <span className="quiet"> {facts.filter((fact) => fact !== null).join(' · ')}</span>
      </h3>
      {fault !== null && <FaultRow state="failed" what={sentence(fault)} />}
      <Lines lines={headers.map(([name, value]) => `${name}: ${value}`)} />
      <h3>{text('bench.raw.body')}</h3>
      {cut && (
        <Notice tone="neutral">
          {text('bench.raw.cut', { bytes: format.bytes(new TextEncoder().encode(body).length) })}
        </Notice>
      )}
      {body === '' ? (
        <p className="quiet">{text('bench.raw.bodyNone')}</p>
      ) : (
        <Lines lines={[readable(body)]} tall />
      )}
    </>
  );
}

function Lines({ lines, tall = false }: { lines: string[]; tall?: boolean }) {
  return lines.length === 0 ? null : (
    <Box
      as="pre"
      className={tall ? 'bench-pre tall' : 'bench-pre'}
      maxH={220}
      m={0}
      p={[10, 12]}
      radius="m"
      overflow="auto"
      font="caption"
      anywhere
      tone="ink2"
      ground="canvas"
      tabIndex={0}
    >
      {lines.join('\n')}
    </Box>
  );
}

/** Formats JSON over several lines; returns other or truncated text unchanged. */
function readable(body: string): string {
  try {
    return /^\s*[{[]/.test(body) ? JSON.stringify(JSON.parse(body), null, 2) : body;
  } catch {
    return body;
  }
}

function pathOf(url: string): string {
  const read = URL.parse(url);
  return read === null ? url : `${read.pathname}${read.search}`;
}
