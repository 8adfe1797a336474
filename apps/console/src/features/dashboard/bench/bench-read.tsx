import { Button } from 'antd';
import { useState } from 'react';
import { addressesIn } from '../../../lib/kept/pasted-addresses.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { PasteBar } from '../../../ui/form/html/paste-bar.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid, Row } from '../../../ui/layout/box.tsx';
import type { BenchAnswer } from '../insight-queries.ts';
import { useBench } from '../insight-queries.ts';
import { BenchEvidence } from './bench-evidence.tsx';
import { BenchProduct } from './bench-product.tsx';
import { BenchRaw } from './bench-raw.tsx';

/** Pastes an address and shows how it is recognised and read, next to the raw responses. */
export function BenchRead() {
  const text = useText();
  const bench = useBench();
  const [typed, setTyped] = useState('');
  const go = (platform?: string) => {
    const [address = typed.trim()] = addressesIn(typed);
    if (address !== '') {
      bench.mutate({ address, ...(platform !== undefined && { platform }) });
    }
  };
  return (
    <Grid className="bench" gap={16}>
      <PasteBar
        value={typed}
        onChange={setTyped}
        onGo={() => go()}
        label={text('bench.address')}
        placeholder={text('bench.address')}
        go={text('bench.read')}
        busy={bench.isPending}
      />
      {bench.isPending ? (
        <div role="status">
          <span className="quiet">{text('bench.reading')}</span>
          <SkeletonLines lines={6} />
        </div>
      ) : bench.isError ? (
        <SectionFault failure={bench.error} onRetry={() => go(bench.variables.platform)} />
      ) : bench.data === undefined ? (
        <Empty>{text('bench.empty')}</Empty>
      ) : (
        <Read answer={bench.data} onReadAs={go} />
      )}
    </Grid>
  );
}

function Read({ answer, onReadAs }: { answer: BenchAnswer; onReadAs(platform: string): void }) {
  const [exchange, setExchange] = useState<number | null>(null);
  const place = answer.fields.find((field) => field.exchange !== null)?.exchange ?? 0;
  return (
    <>
      <CopyCase answer={answer} />
      <Grid className="bench-columns" columns="minmax(0, 1.15fr) minmax(0, 1fr)" align="start" gap={[28, 36]}>
        <Grid gap={28}>
          <BenchEvidence answer={answer} onReadAs={onReadAs} />
          <BenchProduct answer={answer} onPlace={setExchange} />
        </Grid>
        <BenchRaw answer={answer} chosen={exchange ?? place} onChoose={setExchange} />
      </Grid>
    </>
  );
}

/** Copies everything seen as one JSON from which a test can be made. */
function CopyCase({ answer }: { answer: BenchAnswer }) {
  const text = useText();
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(`${JSON.stringify(answer, null, 2)}\n`);
    toast({ state: 'complete', text: text('bench.copied') });
  };
  return (
    <Row justify="end">
      <Button icon={<Icon name="copy" />} onClick={() => void copy()}>
        {text('bench.copy')}
      </Button>
    </Row>
  );
}
