import type { CollectedSelection } from '@bowerbird/contract/collected';
import { Input, Radio, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { ClaimRule } from './claim-rule.ts';
import { editsOf, endings, factorOf } from './claim-rule.ts';
import { ClaimSample } from './claim-sample.tsx';
import { ClaimSave, ClaimSaved } from './claim-saved.tsx';
import { ClaimTexts } from './claim-texts.tsx';
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
      <ClaimSaved rule={rule} onRule={onRule} />
      <div className="why-title">{text('collect.claim.rule')}</div>
      <Radio.Group
        className="claim-form-kinds"
        value={rule.kind}
        onChange={({ target }) => onRule({ ...rule, kind: target.value === 'keep' ? 'keep' : 'from-cost' })}
        options={[
          { value: 'keep', label: text('collect.claim.keep') },
          { value: 'from-cost', label: text('collect.claim.fromCost') },
        ]}
      />
      {rule.kind === 'from-cost' && (
        <div className="claim-form-formula">
          <span>{text('collect.claim.cost')} ×</span>
          <Input
            className="claim-form-factor"
            aria-label={text('collect.claim.factor')}
            inputMode="decimal"
            status={bad ? 'error' : ''}
            value={rule.factor}
            onChange={({ target }) => onRule({ ...rule, factor: target.value })}
          />
          <span>{text('collect.claim.ending')}</span>
          <Select
            aria-label={text('collect.claim.ending')}
            value={rule.ending}
            popupMatchSelectWidth={false}
            onChange={(ending) => onRule({ ...rule, ending })}
            options={endings.map((value) => ({
              value,
              label:
                value === 'none'
                  ? text('collect.claim.ending.none')
                  : value === 'integer'
                    ? text('collect.claim.ending.integer')
                    : value,
            }))}
          />
        </div>
      )}
      {bad && (
        <p className="tone-red" role="alert">
          {text('collect.claim.factor.bad')}
        </p>
      )}
      {rule.kind === 'from-cost' && <p className="caption">{text('collect.claim.note')}</p>}
      <div className="why-title">{text('box.rule.more')}</div>
      <ClaimTexts rule={rule} onRule={onRule} />
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
