import type { EditRuleDetail, RuleAttachment } from '@bowerbird/contract/products/edit-rules';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { conditionsOf } from '../../../lib/data/product-filter.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useConditionText } from '../../../lib/text/sentences/filter-text.ts';
import { useRejectionText } from '../../../lib/text/sentences/rejection-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Chip } from '../../../ui/form/chip.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useRuleRejections } from './rule-queries.ts';

interface AttachmentListProps {
  rule: EditRuleDetail;
  onMove(attachment: RuleAttachment): void;
  onDetach(attachment: RuleAttachment): void;
}

/** To which filters and products a rule is attached, in the order in which it is applied. */
export function AttachmentList({ rule, onMove, onDetach }: AttachmentListProps) {
  return (
    <ol className="rule-versions">
      {rule.attachments.map((attachment, index) => (
        <Attached
          key={attachment.id}
          attachment={attachment}
          place={index + 1}
          newest={rule.version}
          onMove={() => onMove(attachment)}
          onDetach={() => onDetach(attachment)}
        />
      ))}
    </ol>
  );
}

interface AttachedProps {
  attachment: RuleAttachment;
  place: number;
  newest: number;
  onMove(): void;
  onDetach(): void;
}

function Attached({ attachment, place, newest, onMove, onDetach }: AttachedProps) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const [rejected, setRejected] = useState(false);
  const { filter, version, products, attachedAt, detachedAt } = attachment;
  const words = useConditionText(filter ?? {});
  const conditions = filter === null ? [] : conditionsOf(filter);
  return (
    <Box as="li" borderBottom p={[12, 0]}>
      <Row wrap align="center" justify="between" gap={[8, 16]}>
        <Stack gap={4} shrink grow>
          <Row wrap align="center" gap={6}>
            <Text font="caption" tone="t2">
              {text('rules.attached.place', { n: place })}
            </Text>
            {filter === null ? (
              <Text font="small">{text('rules.attached.byHand')}</Text>
            ) : conditions.length === 0 ? (
              <Chip disabled>{text('bulkEdit.which.all')}</Chip>
            ) : (
              conditions.map((condition) => (
                <Chip key={condition} set disabled>
                  {words(condition)}
                </Chip>
              ))
            )}
          </Row>
          <Text font="small" tone="t2">
            {[
              text('rules.attached.products', { n: products }),
              text('rules.version.n', { version }),
              detachedAt === null
                ? text('rules.attached.since', { time: format.full(attachedAt) })
                : text('rules.attached.until', { time: format.full(detachedAt) }),
              ...(filter === null || detachedAt !== null ? [] : [text('rules.attached.new')]),
            ].join(' · ')}
          </Text>
          {attachment.rejected > 0 && (
            <Row as="span" align="center" gap={6} font="small">
              <StateGlyph state="refused" />
              <button type="button" className="link-button" onClick={() => setRejected(true)}>
                {text('rules.attached.rejected', { n: attachment.rejected })}
              </button>
            </Row>
          )}
        </Stack>
        {may('products', 'edit') && (
          <Row gap={8}>
            {version < newest && (
              <Button size="small" onClick={onMove}>
                {text('rules.move.to', { version: newest })}
              </Button>
            )}
            <Button size="small" onClick={onDetach}>
              {text('rules.detach.open')}
            </Button>
          </Row>
        )}
      </Row>
      {rejected && <Rejected attachmentId={attachment.id} onClose={() => setRejected(false)} />}
    </Box>
  );
}

/** The products to which the rule cannot be applied, and why. */
function Rejected({ attachmentId, onClose }: { attachmentId: string; onClose(): void }) {
  const text = useText();
  const reason = useRejectionText();
  const rejections = useRuleRejections(attachmentId);
  return (
    <Drawer open title={text('rules.rejected.title')} onClose={onClose}>
      <Text as="p" font="small" tone="t2" m={[0, 0, 12]}>
        {text('rules.rejected.hint')}
      </Text>
      {rejections.isError ? (
        <SectionFault failure={rejections.error} onRetry={() => void rejections.refetch()} />
      ) : rejections.data === undefined ? (
        <SkeletonLines />
      ) : (
        <Stack as="ul" m={0} p={0} className="rule-versions">
          {rejections.data.pages
            .flatMap(({ items }) => items)
            .map(({ productId, title, step, fault }) => (
              <Box as="li" key={productId} borderBottom p={[10, 0]}>
                <Text as={Link} to={`/products/${productId}`} block weight={500} cut>
                  {title}
                </Text>
                <Text font="small" tone="t2">
                  {text('bulkEdit.sample.atStep', { n: step + 1, why: reason(fault) })}
                </Text>
              </Box>
            ))}
          {rejections.hasNextPage && (
            <Button
              block
              loading={rejections.isFetchingNextPage}
              onClick={() => void rejections.fetchNextPage()}
            >
              {text('act.more')}
            </Button>
          )}
        </Stack>
      )}
    </Drawer>
  );
}
