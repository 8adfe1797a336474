import type { Provenance } from '@bowerbird/contract/products/provenance';
import { Button } from 'antd';
import { Link } from 'react-router';
import { runPath } from '../../../lib/data/use-runs.tsx';
import { useFormat } from '../../../lib/text/format.ts';
import { plainValue } from '../../../lib/text/plain-value.ts';
import type { Text } from '../../../lib/text/text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { Text as TextBox } from '../../../ui/text/text.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { provenanceAt, useProvenance } from './use-provenance.ts';

interface ProvenanceCardProps {
  /** Path of the value: `title`, `variants/v3/price`. */
  path: string;
  /** The value was changed here and is not saved yet. */
  changed: boolean;
}

/** Where one value comes from: page and time, person, rule and version, store, file or text service; with its undo. */
export function ProvenanceCard({ path, changed }: ProvenanceCardProps) {
  const text = useText();
  const format = useFormat();
  const { detail, mayEdit, undoChange, undoing } = useEditor();
  const found = useProvenance(detail);
  if (found.isError) {
    return <SectionFault failure={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data === undefined || detail === null) {
    return <SkeletonLines />;
  }
  const provenance = provenanceAt(found.data, path);
  const { at, by, changeId, runId, url, rule, sourceValue, underRule } = provenance;
  const { currency } = detail.product;
  const value = (of: unknown) => plainValue(text, format, { path, value: of, currency });
  const isWhole = !path.includes('/') && found.data.cells[path] === undefined;
  return (
    <Stack align="start" gap={6} maxW={300} font="small">
      {changed && <TextBox tone="amber">{text('provenance.changed')}</TextBox>}
      <p>{sentenceOf(text, provenance)}</p>
      {provenance.from === 'rule' && sourceValue !== undefined && (
        <TextBox tone="t2">{text('provenance.rule.source', { value: value(sourceValue) })}</TextBox>
      )}
      {underRule !== undefined && (
        <TextBox tone="violet">
          {text('provenance.under', { rule: underRule.name, ruled: value(underRule.ruled) })}
        </TextBox>
      )}
      <TextBox font="caption" tone="t2">
        {[
          format.full(at),
          ...(by !== null && provenance.from !== 'person' ? [text('provenance.by', { by })] : []),
        ].join(' · ')}
      </TextBox>
      <Row wrap gap={[2, 12]}>
        {typeof url === 'string' && /^https?:/.test(url) && (
          <a href={url} target="_blank" rel="noreferrer">
            {text('provenance.page')} <Icon name="external" size={12} />
          </a>
        )}
        {[rule ?? underRule].map(
          (each) =>
            each !== undefined && (
              <Link key={each.id} to={`/products/rules/${each.id}`}>
                {text('runs.rule.open')}
              </Link>
            ),
        )}
        {runId !== null && <Link to={runPath(runId)}>{text('provenance.run')}</Link>}
      </Row>
      {changeId !== null && mayEdit && (
        <Button
          size="small"
          loading={undoing}
          onClick={() => undoChange(changeId, isWhole ? undefined : [path])}
        >
          {text('products.origin.undo')}
        </Button>
      )}
    </Stack>
  );
}

function sentenceOf(text: Text, { from, by, rule, store, file, service }: Provenance): string {
  switch (from) {
    case 'person':
      return by === null ? text('provenance.person.unknown') : text('provenance.person', { by });
    case 'rule':
      return rule === undefined
        ? text('provenance.claim')
        : rule.version === null
          ? text('provenance.rule.detached', { rule: rule.name })
          : text('provenance.rule.version', { rule: rule.name, version: rule.version });
    case 'store':
      return store === undefined ? text('provenance.store.unknown') : text('provenance.store', { store });
    case 'file':
      return file === undefined ? text('provenance.created') : text('provenance.file', file);
    case 'service':
      return service === undefined ? text('provenance.claim') : text('provenance.service', service);
    default:
      return text(`provenance.${from}`);
  }
}
