import type { Certificate, CollectRun } from '@bowerbird/contract/collect/collect';
import { retrySkipped } from '@bowerbird/contract/collect/collect';
import { listGaps } from '@bowerbird/contract/collect/plugin';
import { hasEnded } from '@bowerbird/contract/runs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { usePlatformPath } from '../../../lib/data/platform-scope.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { ReadWithPlugin } from '../../../ui/stores/read-with-plugin.tsx';
import { DriftNote } from '../../../ui/text/drift-note.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { CertificateStock } from './certificate-stock.tsx';
import './run-part.css';

interface CertificateBoxProps {
  /** Null before the run starts: the empty form, with the count that the source announces. */
  run: CollectRun | null;
  promised?: number | null;
}

/** Shows what the source announced, what arrived, and the reason for each gap; fills in during the run. */
export function CertificateBox({ run, promised = null }: CertificateBoxProps) {
  const text = useText();
  const format = useFormat();
  const figures = run?.certificate ?? run?.figures ?? null;
  const skipped = run?.certificate?.skippedCount ?? run?.figures.skipped ?? 0;
  const total = figures?.promised ?? promised;
  const missing = run?.certificate && total !== null ? Math.max(0, total - run.certificate.got - skipped) : 0;
  const number = (value: number | null | undefined) =>
    value === null || value === undefined ? '—' : format.number(value);
  return (
    <section className="box certificate" aria-labelledby="certificate-title">
      <Row wrap align="center" gap={[4, 10]}>
        <h2 className="section-title" id="certificate-title">
          {text('collect.certificate')}
        </h2>
        <CertificateState run={run} />
      </Row>
      <Text as="p" m={[4, 0, 14]} font="small" tone="t2">
        {text('collect.certificate.about')}
      </Text>
      <dl>
        {(run?.promisedBy ?? []).map(({ way, count }) => (
          <div key={way} className="certificate-row reported">
            <dt>{text(`collect.promised.${way}`)}</dt>
            <dd className="num">{number(count)}</dd>
          </div>
        ))}
        {(run?.promisedBy ?? []).length === 0 && (
          <div className="certificate-row reported">
            <dt>{text('collect.promised')}</dt>
            <dd className="num">{number(total)}</dd>
          </div>
        )}
        <div className="certificate-row">
          <dt>{text('collect.certificate.got')}</dt>
          <dd className="num">{number(figures?.got)}</dd>
        </div>
        <div className="certificate-row reported">
          <dt>{text('collect.certificate.unchanged')}</dt>
          <dd className="num">{number(figures?.unchanged)}</dd>
        </div>
        <div className="certificate-row reported">
          <dt>{text('collect.certificate.skipped')}</dt>
          <dd className={skipped > 0 ? 'num tone-amber' : 'num'}>{number(run === null ? null : skipped)}</dd>
        </div>
        {missing > 0 && (
          <div className="certificate-row reported">
            <dt>{text('collect.certificate.missing')}</dt>
            <dd className="num tone-amber">{number(missing)}</dd>
          </div>
        )}
        {(run?.certificate?.partial ?? []).map(({ field, count }) => (
          <div key={field} className="certificate-row reported">
            <dt>
              {text('collect.certificate.partial', {
                field: text.named(`collect.field.${field}`, {}, field),
              })}
            </dt>
            <dd className="num tone-amber">{number(count)}</dd>
          </div>
        ))}
        {(run?.certificate?.variantGaps ?? []).map(({ field, products, variants }) => (
          <div key={field} className="certificate-row reported">
            <dt>
              {text('collect.certificate.gap', {
                field: text.named(`field.variants.${field}`, {}, field),
                n: products,
              })}
            </dt>
            <dd className="num tone-amber">{number(variants)}</dd>
          </div>
        ))}
        <CertificateStock stock={run?.certificate?.stock} />
      </dl>
      {run !== null && skipped > 0 && run.skippedByReason.length > 0 && (
        <Box as="ul" mt={6}>
          {run.skippedByReason.map((gap) => (
            <Gap key={gap.code} gap={gap} certificate={run.certificate} />
          ))}
        </Box>
      )}
      <DriftNote drift={run?.drift} />
      {run !== null && run.certificate !== null && (
        <CertificateActions run={run} certificate={run.certificate} />
      )}
    </section>
  );
}

function CertificateState({ run }: { run: CollectRun | null }) {
  const text = useText();
  if (run === null) {
    return null;
  }
  if (!hasEnded(run.run)) {
    return <span className="count-tag">{text('collect.certificate.filling')}</span>;
  }
  if (run.certificate?.complete === true) {
    return <StateText state="complete">{text('collect.certificate.complete')}</StateText>;
  }
  return <StateText state={run.run.state === 'complete' ? 'partial' : run.run.state} />;
}

interface GapProps {
  gap: CollectRun['skippedByReason'][number];
  certificate: Certificate | null;
}

/** One reason for gaps, and the addresses it applies to. */
function Gap({ gap, certificate }: GapProps) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const [open, setOpen] = useState(false);
  const listed = certificate?.skipped.filter(({ code }) => code === gap.code) ?? [];
  const addresses = listed.length > 0 ? listed.map(({ address }) => address) : [gap.first];
  return (
    <Box as="li" p={[4, 0]} font="small">
      <Row gap={10}>
        <Box as="span" rigid minW={22} weight={600} textAlign="end">
          {format.number(gap.count)}
        </Box>
        <Box as="span" grow shrink tone="ink2">
          {sentence({ code: gap.code })}
        </Box>
        <button type="button" className="link-button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {text('act.see')}
        </button>
      </Row>
      {open && (
        <Box
          className="certificate-gap-addresses"
          m={[4, 0, 4, 32]}
          maxH={180}
          overflow="auto"
          font="caption"
        >
          {addresses.map((address) => (
            <Text as="a" anywhere key={address} href={address} target="_blank" rel="noreferrer">
              {address}
            </Text>
          ))}
        </Box>
      )}
    </Box>
  );
}

function CertificateActions({ run, certificate }: { run: CollectRun; certificate: Certificate }) {
  const text = useText();
  const may = useMay();
  const retry = useRetrySkipped(run.run.id);
  const brokeOff = run.run.fault !== null && run.run.state !== 'cancelled' && run.run.state !== 'complete';
  const gaps = useGaps(run.run.id, certificate.skippedCount > 0 || brokeOff);
  // If a browser was refused, the server will hardly succeed.
  const reads = run.run.byPlugin === true && gaps.length > 0;
  return (
    <Row className="certificate-actions" wrap gap={8} mt={14}>
      {(certificate.skippedCount > 0 || brokeOff) && may('collect', 'add') && (
        <Button type={reads ? 'default' : 'primary'} loading={retry.isPending} onClick={() => retry.mutate()}>
          {brokeOff
            ? text(certificate.got > 0 ? 'collect.goOn' : 'act.retry')
            : text('collect.retrySkipped', { n: certificate.skippedCount })}
        </Button>
      )}
      {gaps.length > 0 && may('collect', 'add') && (
        <ReadWithPlugin primary={reads} platform={run.platform} urls={gaps}>
          {text('plugin.read.gaps', { n: gaps.length })}
        </ReadWithPlugin>
      )}
      <Button
        icon={<Icon name="download" />}
        onClick={() => downloadCertificate({ ...certificate, drift: run.drift ?? [] })}
      >
        {text('collect.certificate.download')}
      </Button>
    </Row>
  );
}

/** Returns the addresses of this run that a browser could read and that have not been read since. */
function useGaps(runId: string, has: boolean): string[] {
  const { data } = useQuery({
    queryKey: [...runKeys.one(runId), 'gaps'],
    queryFn: ({ signal }) => call(listGaps, { query: { runId } }, { signal }),
    enabled: has,
  });
  return data?.gaps.map(({ url }) => url) ?? [];
}

function useRetrySkipped(id: string) {
  const here = usePlatformPath('ProductCollect', '/collect/product');
  const navigate = useNavigate();
  const cache = useQueryClient();
  const reportFailure = useReportFailure();
  return useMutation({
    mutationFn: () => call(retrySkipped, { params: { id } }),
    onSuccess: ({ runId }) => {
      void cache.invalidateQueries({ queryKey: runKeys.current });
      void cache.invalidateQueries({ queryKey: runKeys.one(runId) });
      void navigate(`${here}?run=${runId}`, { replace: true });
    },
    onError: reportFailure,
  });
}

function downloadCertificate(certificate: Certificate & Pick<CollectRun, 'drift'>): void {
  const file = new Blob([`${JSON.stringify(certificate, null, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `certificate-${certificate.shop.replaceAll(/[^\w.-]/g, '_')}-${certificate.runId.slice(0, 8)}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
