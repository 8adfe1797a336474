import type { MergeAnswer } from '@bowerbird/contract/collect/recollect';
import { Button, Popover } from 'antd';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Image } from '../../ui/images/image.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import type { ConflictDetail, SimilarRequest } from './queries.ts';
import { useConflict } from './queries.ts';
import { PendingConflict } from './question.tsx';
import { nameOf } from './question-lines.ts';
import { SimilarRow } from './similar-row.tsx';
import type { Decisions } from './use-decisions.ts';
import { useKeys } from './use-keys.ts';

interface ConflictProductProps {
  productId: string;
  decisions: Decisions;
  mayDecide: boolean;
  /** Someone edited the product while it was being decided. */
  stale: boolean;
  busy: boolean;
  onSimilar(request: SimilarRequest): void;
}

/** One product with all its conflicts. */
export function ConflictProduct({ productId, ...rest }: ConflictProductProps) {
  const { data, error, refetch } = useConflict(productId);
  if (data === undefined) {
    return error === null ? (
      <SkeletonLines lines={8} />
    ) : (
      <SectionFault failure={error} onRetry={() => void refetch()} />
    );
  }
  return <Conflicts key={data.revision} detail={data} {...rest} />;
}

type ConflictsProps = Omit<ConflictProductProps, 'productId'> & { detail: ConflictDetail };

function Conflicts({ detail, decisions, mayDecide, stale, busy, onSimilar }: ConflictsProps) {
  const text = useText();
  const { row, conflicts } = detail;
  const answers = decisions.answersOf(row.productId);
  const [active, setActive] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const answered = conflicts.findLast(({ key }, index) => index <= active && answers[key] !== undefined);
  const shown = answered ?? conflicts.find(({ key }) => answers[key] !== undefined);
  const side = shown === undefined ? undefined : answers[shown.key];

  const answer = (index: number, given: MergeAnswer) => {
    const conflict = conflicts[index];
    if (conflict !== undefined) {
      decisions.answer(detail, [conflict.key], given);
    }
  };
  /** Answers the active conflict, and goes to the next open one. */
  const answerByKey = (given: MergeAnswer) => {
    answer(active, given);
    const next = conflicts.findIndex(({ key }, index) => index > active && answers[key] === undefined);
    if (next !== -1) {
      setActive(next);
      place.current
        ?.querySelector(`[data-question="${conflicts[next]?.key}"]`)
        ?.scrollIntoView?.({ block: 'nearest' });
    }
  };
  useKeys(mayDecide ? { 1: () => answerByKey('source'), 2: () => answerByKey('mine') } : {});

  return (
    <article className="merge-product" ref={place} aria-label={row.title}>
      <Row as="header" wrap align="center" gap={[8, 12]} pb={14} borderBottom>
        <Image url={row.imageUrl} size={44} />
        <Box basis={240} shrink>
          <Text as="h2" font="large" weight={600} anywhere>
            <Box as={Link} tone="inherit" to={`/products/${row.productId}`}>
              {row.title || text('product.withoutTitle')}
            </Box>
          </Text>
          <Settled settled={detail.settled} />
        </Box>
        {mayDecide && (
          <Row as="span" gap={8}>
            {(['source', 'mine'] as const).map((all) => (
              <Button
                key={all}
                size="small"
                onClick={() =>
                  decisions.answer(
                    detail,
                    conflicts.map(({ key }) => key),
                    all,
                  )
                }
              >
                {text(`recollect.all.${all}`)}
              </Button>
            ))}
          </Row>
        )}
      </Row>
      {stale && (
        <div role="alert">
          <Notice tone="amber" before={<StateGlyph state="conflict" />}>
            {text('recollect.stale')}
          </Notice>
        </div>
      )}
      <Box pb={8}>
        {conflicts.map((conflict, index) => (
          <PendingConflict
            key={conflict.key}
            detail={detail}
            conflict={conflict}
            answer={answers[conflict.key]}
            active={index === active && conflicts.length > 1}
            mayDecide={mayDecide}
            onAnswer={(given) => answer(index, given)}
            onActive={() => setActive(index)}
          />
        ))}
      </Box>
      {mayDecide && shown !== undefined && (side === 'source' || side === 'mine') && (
        <SimilarRow detail={detail} conflict={shown} side={side} busy={busy} onDecide={onSimilar} />
      )}
    </article>
  );
}

/** Fields that differ but need no decision. */
function Settled({ settled }: Pick<ConflictDetail, 'settled'>) {
  const text = useText();
  if (settled.length === 0) {
    return null;
  }
  const list = (
    <Stack as="dl" gap={4} maxH={320} overflow="auto" font="small">
      {settled.map(({ field, side }) => (
        <Row justify="between" gap={24} key={field}>
          <dt>{nameOf(text, field)}</dt>
          <dd className="quiet">{text(`recollect.settled.${side}`)}</dd>
        </Row>
      ))}
    </Stack>
  );
  return (
    <Text as="p" font="small" tone="t2">
      {text('recollect.settled', { n: settled.length })}
      {' · '}
      <Popover trigger="click" placement="bottomLeft" arrow={false} content={list}>
        <button type="button" className="link-button">
          {text('recollect.settled.see')}
        </button>
      </Popover>
    </Text>
  );
}
