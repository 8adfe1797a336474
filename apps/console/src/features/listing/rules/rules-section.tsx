import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { ReactNode } from 'react';
import { Grid } from '../../../ui/layout/box.tsx';
import { RuleResult } from './rule-result.tsx';
import type { Explained } from './rules-queries.ts';

/** Props of every part of the rules. */
export interface RulesPartProps {
  rules: ListingRules;
  onRules(rules: ListingRules): void;
  /** Their result; undefined while they are invalid. */
  reported: Explained | undefined;
}

interface RulesSectionProps {
  title: string;
  reported: Explained | undefined;
  /** Matches the values that this part produces. */
  of: RegExp;
  children: ReactNode;
}

/** One part of the rules, with its result on the product below. */
export function RulesSection({ title, reported, of, children }: RulesSectionProps) {
  return (
    <Grid as="fieldset" className="rules-section" gap={10} shrink m={0} p={0} border="none">
      <legend>{title}</legend>
      {children}
      {reported !== undefined && <RuleResult reported={reported} of={of} />}
    </Grid>
  );
}
