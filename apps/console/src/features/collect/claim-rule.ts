import type { Edit } from '@bowerbird/catalog/edit';

/** How prices are made when goods are claimed. */
export interface ClaimRule {
  kind: 'keep' | 'from-cost';
  /** As typed: "2.8" or "2,8". */
  factor: string;
  ending: 'none' | '.90' | '.99' | 'integer';
}

export const endings = ['none', '.90', '.99', 'integer'] as const satisfies ClaimRule['ending'][];

export const firstRule: ClaimRule = { kind: 'keep', factor: '2.8', ending: '.90' };

/** The factor as an edit takes it; null where it is no number above zero. */
export function factorOf({ factor }: ClaimRule): string | null {
  const plain = factor.trim().replace(',', '.');
  return /^\d{1,6}(\.\d{1,8})?$/.test(plain) && Number(plain) > 0 ? plain : null;
}

/** The edits of a rule; null while its factor cannot be read. */
export function editsOf(rule: ClaimRule): Edit[] | null {
  if (rule.kind === 'keep') {
    return [];
  }
  const by = factorOf(rule);
  if (by === null) {
    return null;
  }
  return [
    { kind: 'price-from-cost', by, ...(rule.ending === 'none' ? {} : { ending: { to: rule.ending } }) },
  ];
}
