import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { ReactNode } from 'react';
import { RuleResult } from './rule-result.tsx';
import type { Explained } from './rules-queries.ts';

/** What every part of the rules is given. */
export interface RulesPartProps {
  rules: ListingRules;
  onRules(rules: ListingRules): void;
  /** What comes of them; undefined while they cannot be read. */
  told: Explained | undefined;
}

interface RulesSectionProps {
  title: string;
  told: Explained | undefined;
  /** The values that this part makes. */
  of: RegExp;
  children: ReactNode;
}

/** One part of the rules, with what it makes of the product below it. */
export function RulesSection({ title, told, of, children }: RulesSectionProps) {
  return (
    <fieldset className="rules-section">
      <legend>{title}</legend>
      {children}
      {told !== undefined && <RuleResult told={told} of={of} />}
    </fieldset>
  );
}
