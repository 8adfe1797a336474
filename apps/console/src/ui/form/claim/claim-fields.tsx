import type { ClaimRule } from '@bowerbird/contract/collect/claim-rule';
import { endings, factorOf } from '@bowerbird/contract/collect/claim-rule';
import { Input, Radio, Select } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../layout/box.tsx';
import { ClaimSaved } from './claim-saved.tsx';
import { ClaimTexts } from './claim-texts.tsx';
import './claim-fields.css';

interface ClaimFieldsProps {
  rule: ClaimRule;
  onRule(rule: ClaimRule): void;
}

/** Changes made to products when they are claimed: a saved rule, prices, and texts. */
export function ClaimFields({ rule, onRule }: ClaimFieldsProps) {
  const text = useText();
  const bad = rule.kind === 'from-cost' && factorOf(rule) === null;
  return (
    <>
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
        <Row className="claim-form-formula" wrap align="center" gap={8}>
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
        </Row>
      )}
      {bad && (
        <p className="tone-red" role="alert">
          {text('collect.claim.factor.bad')}
        </p>
      )}
      <p className="caption">
        {text(rule.kind === 'from-cost' ? 'collect.claim.note' : 'collect.claim.keep.note')}
      </p>
      <div className="why-title">{text('box.rule.more')}</div>
      <ClaimTexts rule={rule} onRule={onRule} />
    </>
  );
}
