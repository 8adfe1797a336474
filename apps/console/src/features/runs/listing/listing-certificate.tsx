import type { ListingCertificate } from '@bowerbird/contract/listing/listing';
import { Button } from 'antd';
import { useId } from 'react';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useRemoveUnfinished } from '../undo/undo-queries.ts';
import { StoredButton } from './stored-button.tsx';
import './journal.css';

/** Whether ledger and store agree, what could not be proved, and what is guaranteed; `gone` belongs to its run. */
export function ListingCertificateBox({
  runId,
  certificate,
  gone,
}: {
  runId: string;
  certificate: ListingCertificate;
  gone: number;
}) {
  const text = useText();
  const format = useFormat();
  const title = useId();
  const { agrees } = certificate;
  const accepted = certificate.accepted?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const rows = (
    [
      'listed',
      'refused',
      'gone',
      'open',
      'duplicates',
      'missing',
      'orphans',
      'unfinished',
      'accepted',
      'changed',
      'imagesFailed',
    ] as const
  )
    .map((key) => ({
      key,
      count: key === 'gone' ? gone : key === 'accepted' ? accepted : certificate[key],
    }))
    .filter(({ key, count }) => count > 0 || key === 'listed' || key === 'duplicates' || key === 'missing');
  return (
    <section className="box proof" aria-labelledby={title}>
      <h2 className="section-title" id={title}>
        {text('runs.proof')}
      </h2>
      <Row
        as="p"
        className={agrees ? 'tone-green' : 'tone-amber'}
        align="center"
        gap={8}
        m={[6, 0]}
        font="small"
      >
        <StateGlyph state={agrees ? 'complete' : 'partial'} />
        {text(agrees ? 'runs.proof.agrees' : 'runs.proof.differs')}
      </Row>
      <dl>
        {rows.map(({ key, count }) => (
          <Row key={key} justify="between" gap={12} p={[6, 0]} borderBottom font="small">
            <Text as="dt" tone="t2">
              {text(`runs.proof.${key}`)}
            </Text>
            <dd className={count > 0 && key !== 'listed' && key !== 'accepted' ? 'num tone-amber' : 'num'}>
              {format.number(count)}
            </dd>
          </Row>
        ))}
      </dl>
      {certificate.accepted?.map(({ count, by, at }) => (
        <Text key={at} as="p" m={[6, 0, 0]} font="small" tone="t2">
          {text('runs.proof.accepted.by', {
            n: count,
            by: by ?? text('runs.proof.accepted.nobody'),
            time: format.full(at),
          })}
        </Text>
      ))}
      {certificate.unfinished > 0 && <StoredButton runId={runId} />}
      {certificate.unfinished > 0 && <RemoveUnfinished runId={runId} count={certificate.unfinished} />}
      {/* Any duplicate product, no matter who created it, would contradict this statement. */}
      {certificate.duplicates === 0 && (
        <Text as="p" m={[12, 0, 6]} font="small" tone="ink2">
          {certificate.guarantee
            .split(', ')
            .map((name) => text.named(`runs.guarantee.${name}`, {}, text('runs.guarantee')))
            .join(' ')}
        </Text>
      )}
      <p className="caption">{text('runs.proof.at', { time: format.full(certificate.at) })}</p>
    </section>
  );
}

/** Removes from the stores what is left of products that were rejected during creation. */
function RemoveUnfinished({ runId, count }: { runId: string; count: number }) {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const confirm = useConfirm();
  const remove = useRemoveUnfinished(runId);
  if (!may('listing', 'delete')) {
    return null;
  }
  const requestConfirmation = async () => {
    const verb = text('runs.proof.unfinished.remove', { n: count });
    const title = text('runs.proof.unfinished.sure', { n: count });
    if (await confirm({ title, confirm: verb, danger: true })) {
      remove.mutate(count, { onSuccess: (answer) => page.open(runPath(answer.runId)) });
    }
  };
  return (
    <Button loading={remove.isPending} onClick={() => void requestConfirmation()}>
      {text('runs.proof.unfinished.remove', { n: count })}
    </Button>
  );
}
