import type { CollectedSelection } from '@bowerbird/contract/collected';
import { Input, Radio, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { ValueDiff } from '../../ui/diff.tsx';
import { SectionFault } from '../../ui/fault-row.tsx';
import { Picture } from '../../ui/picture.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import type { ClaimRule } from './claim-rule.ts';
import { editsOf, endings, factorOf } from './claim-rule.ts';
import { useClaimPreview } from './queries.ts';
import './claim.css';

interface ClaimRuleFormProps {
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
  selection: CollectedSelection;
}

/** How prices are made on the way in, with what comes of the first ones selected. */
export function ClaimRuleForm({ rule, onRule, selection }: ClaimRuleFormProps) {
  const text = useText();
  const bad = rule.kind === 'from-cost' && factorOf(rule) === null;
  return (
    <div className="claim-form" role="dialog" aria-label={text('collect.claim.rule')}>
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
      {rule.kind === 'from-cost' && !bad && <ClaimPreview rule={rule} selection={selection} />}
      <p className="caption">{text('collect.claim.note')}</p>
    </div>
  );
}

function ClaimPreview({ rule, selection }: { rule: ClaimRule; selection: CollectedSelection }) {
  const text = useText();
  const format = useFormat();
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
    <ul className="claim-preview" aria-label={text('collect.claim.preview')}>
      {data.sample.map(({ id, title, pictureUrl, price, currency }) => (
        <li key={id}>
          <Picture url={pictureUrl} size={36} />
          <span className="cut claim-preview-name" title={title.after}>
            {title.after}
          </span>
          <ValueDiff
            before={format.money(price.before, currency)}
            after={format.money(price.after, currency)}
          />
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
