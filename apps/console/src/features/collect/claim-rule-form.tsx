import type { CollectedSelection } from '@bowerbird/contract/collected';
import { useEffect, useState } from 'react';
import type { ClaimRule } from '../../lib/claim-rule.ts';
import { editsOf, factorOf } from '../../lib/claim-rule.ts';
import { useText } from '../../lib/text.ts';
import { ClaimFields } from '../../ui/claim-fields.tsx';
import { ClaimSave } from '../../ui/claim-saved.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { ClaimSample } from './claim-sample.tsx';
import { useClaimPreview } from './queries.ts';
import './claim.css';

interface ClaimRuleFormProps {
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
  selection: CollectedSelection;
}

/** What is done to goods on the way in, prices and texts, with what comes of the first ones selected. */
export function ClaimRuleForm({ rule, onRule, selection }: ClaimRuleFormProps) {
  const text = useText();
  const bad = rule.kind === 'from-cost' && factorOf(rule) === null;
  return (
    <div className="claim-form" role="dialog" aria-label={text('box.rule.heading')}>
      <ClaimFields rule={rule} onRule={onRule} />
      {!bad && (editsOf(rule) ?? []).length > 0 && (
        <>
          <ClaimPreview rule={rule} selection={selection} />
          <ClaimSave rule={rule} />
        </>
      )}
    </div>
  );
}

function ClaimPreview({ rule, selection }: { rule: ClaimRule; selection: CollectedSelection }) {
  const text = useText();
  const settled = useSettled(rule);
  const edits = editsOf(settled) ?? [];
  const { data, error, refetch } = useClaimPreview(selection, edits, edits.length > 0);
  if (error !== null && data === undefined) {
    return <SectionFault failure={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <SkeletonLines lines={4} />;
  }
  return (
    <ul className="claim-preview" aria-label={text('box.rule.preview')}>
      {data.sample.map((sample) => (
        <li key={sample.id}>
          <ClaimSample sample={sample} />
        </li>
      ))}
    </ul>
  );
}

/** The rule once typing has paused. */
function useSettled(rule: ClaimRule): ClaimRule {
  const [settled, setSettled] = useState(rule);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(rule), 150);
    return () => clearTimeout(timer);
  }, [rule]);
  return settled;
}
