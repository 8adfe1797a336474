import type { StoreAudit } from '@bowerbird/contract/listing/audit';
import type { Store } from '@bowerbird/contract/listing/stores';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useAudits } from '../queries.ts';
import { findingKeys } from './audit-findings.ts';

/** What the last nightly check of a store found, and what to do about it. */
export default function AuditDrawer({ store, onClose }: { store: Store; onClose(): void }) {
  const text = useText();
  const audits = useAudits();
  const audit = audits.data?.find(({ storeId }) => storeId === store.id)?.audit ?? null;
  return (
    <Drawer title={`${text('stores.audit.title')} · ${store.name}`} open onClose={onClose} width={480}>
      <Stack gap={14}>
        <p>{text('stores.audit.lead')}</p>
        {audits.isError ? (
          <SectionFault failure={audits.error} onRetry={() => void audits.refetch()} />
        ) : audits.data === undefined ? (
          <SkeletonLines lines={4} />
        ) : audit === null ? (
          <Box className="box" font="small">
            {text('stores.audit.empty', { command: `bowerbird audit --store ${JSON.stringify(store.name)}` })}
          </Box>
        ) : (
          <Found audit={audit} />
        )}
      </Stack>
    </Drawer>
  );
}

function Found({ audit }: { audit: StoreAudit }) {
  const text = useText();
  const format = useFormat();
  const accepted = audit.accepted?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  return (
    <section aria-label={text('stores.audit.title')}>
      <Row as="p" className={audit.agrees ? 'tone-green' : 'tone-amber'} align="center" gap={8} m={[0, 0, 6]}>
        <StateGlyph state={audit.agrees ? 'complete' : 'partial'} />
        {text(audit.agrees ? 'runs.proof.agrees' : 'runs.proof.differs')}
      </Row>
      <dl>
        <Figure label={text('runs.proof.listed')} count={audit.listed} />
        {findingKeys.map((key) => (
          <Figure
            key={key}
            label={text(`runs.proof.${key}`)}
            count={audit[key]}
            {...(audit[key] > 0 && { hint: text(`stores.audit.do.${key}`) })}
          />
        ))}
        {accepted > 0 && <Figure label={text('runs.proof.accepted')} count={accepted} />}
      </dl>
      {audit.accepted?.map(({ count, by, at }) => (
        <p key={at} className="caption">
          {text('runs.proof.accepted.by', {
            n: count,
            by: by ?? text('runs.proof.accepted.nobody'),
            time: format.full(at),
          })}
        </p>
      ))}
      <p className="caption">{text('runs.proof.at', { time: format.full(audit.at) })}</p>
    </section>
  );
}

function Figure({ label, count, hint }: { label: string; count: number; hint?: string }) {
  const format = useFormat();
  return (
    <Box p={[8, 0]} borderBottom font="small">
      <Row justify="between" gap={12}>
        <Text as="dt" tone="t2">
          {label}
        </Text>
        <dd className={hint === undefined ? 'num' : 'num tone-amber'}>{format.number(count)}</dd>
      </Row>
      {hint !== undefined && (
        <Text as="dd" block tone="t2" font="caption" m={[4, 0, 0]}>
          {hint}
        </Text>
      )}
    </Box>
  );
}
