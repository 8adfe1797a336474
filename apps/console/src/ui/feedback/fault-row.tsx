import { Button } from 'antd';
import type { ReactNode } from 'react';
import { CallFailure } from '../../lib/call-failure.ts';
import { useFaultText } from '../../lib/fault-text.ts';
import { useText } from '../../lib/text.ts';
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
    <div className="fault-row">
      <StateGlyph state={state} />
      {before}
      <div className="fault-row-text">
        <div className="fault-row-what">{what}</div>
        {why !== undefined && <div className="fault-row-why">{why}</div>}
      </div>
      {act !== undefined && <div className="fault-row-action">{act}</div>}
    </div>
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
    <div className="section-fault" role="alert">
      <span className="section-fault-text">{sentence(named)}</span>
      {named.requestId !== null && (
        <span className="section-fault-number">{text('fault.request', { id: named.requestId })}</span>
      )}
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {text('act.retry')}
        </Button>
      )}
    </div>
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
    <div className={`notice ${tone}`}>
      {before}
      <div className="notice-text">{children}</div>
      {act}
    </div>
  );
}
