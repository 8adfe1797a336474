import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import { Box, Row } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import type { StateName } from './state-glyph.tsx';
import { StateGlyph } from './state-glyph.tsx';
import '../charts/bars.css';

interface FaultRowProps {
  state: StateName;
  /** An image of what it is about. */
  before?: ReactNode;
  what: ReactNode;
  why?: ReactNode;
  /** The one action that solves it. */
  act?: ReactNode;
}

/** A problem that needs a person: what, why, and the solution. */
export function FaultRow({ state, before, what, why, act }: FaultRowProps) {
  return (
    <Row className="fault-row" align="center" gap={10} minH={64} p={[10, 0]} borderBottom>
      <StateGlyph state={state} />
      {before}
      <Box grow shrink>
        <Box font="small" weight={500} anywhere>
          {what}
        </Box>
        {why !== undefined && (
          <Box font="small" tone="t2" anywhere>
            {why}
          </Box>
        )}
      </Box>
      {act !== undefined && <Box rigid>{act}</Box>}
    </Row>
  );
}

interface SectionFaultProps {
  failure: unknown;
  onRetry?(): void;
}

/** A section that could not be loaded: the message, a retry and the request's id. Other sections keep working. */
export function SectionFault({ failure, onRetry }: SectionFaultProps) {
  const text = useText();
  const sentence = useFaultText();
  const named = CallFailure.from(failure);
  return (
    <Row
      className="section-fault"
      wrap
      align="center"
      gap={[8, 16]}
      p={[12, 14]}
      radius="m"
      font="small"
      tone="red"
      ground="red-s"
      role="alert"
    >
      <Box as="span" grow minW={200}>
        {sentence(named)}
      </Box>
      {named.requestId !== null && (
        <Text font="caption" tone="t2">
          {text('fault.request', { id: named.requestId })}
        </Text>
      )}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {text('act.retry')}
        </Button>
      )}
    </Row>
  );
}

interface NoticeProps {
  tone: 'amber' | 'violet' | 'green' | 'neutral';
  before?: ReactNode;
  children: ReactNode;
  act?: ReactNode;
}

/** A soft line that explains or warns. */
export function Notice({ tone, before, children, act }: NoticeProps) {
  return (
    <Row className={`notice ${tone}`} align="center" gap={10} radius="m" font="small" tone="t1">
      {before}
      <Box grow shrink>
        {children}
      </Box>
      {act}
    </Row>
  );
}
