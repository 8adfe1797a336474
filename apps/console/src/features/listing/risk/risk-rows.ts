import type { RiskSettings } from '@bowerbird/catalog/risk/gate';
import type { RiskCode } from '@bowerbird/catalog/risk/risks';
import type { FitReport, StoreFit } from '../queries.ts';

export type FoundRisks = StoreFit['risks'][number];

/** The four checks, with the reasons that each may give. */
export const riskGroups: { name: 'words' | 'cost' | 'jump' | 'stock'; codes: RiskCode[] }[] = [
  { name: 'words', codes: ['risk.banned-word', 'risk.brand'] },
  { name: 'cost', codes: ['risk.below-cost', 'risk.margin', 'risk.margin-unknown'] },
  { name: 'jump', codes: ['risk.price-drop', 'risk.price-jump'] },
  { name: 'stock', codes: ['risk.empty-stock'] },
];

/**
 * Returns the findings of our checks over all stores, each reason once; the count is of products, each counted once.
 */
export function riskRows({ stores, causes }: FitReport): FoundRisks[] {
  const rows = new Map<RiskCode, FoundRisks>();
  for (const { risks } of stores) {
    for (const risk of risks) {
      const row = rows.get(risk.code);
      const productIds = [...new Set([...(row?.productIds ?? []), ...risk.productIds])];
      rows.set(risk.code, { ...risk, count: productsOf(causes, risk.code), productIds });
    }
  }
  return [...rows.values()];
}

function productsOf(causes: FitReport['causes'], code: RiskCode): number {
  return causes.reduce((sum, cause) => sum + (cause.code === code ? cause.products : 0), 0);
}

/** Reports whether a check is on. */
export function isChecked(
  name: (typeof riskGroups)[number]['name'],
  settings: RiskSettings | undefined,
): boolean {
  switch (name) {
    case 'words':
      return settings !== undefined && settings.bannedWords.length + settings.brands.length > 0;
    case 'cost':
      return settings === undefined || settings.belowCost || settings.marginMin !== null;
    case 'jump':
      return settings === undefined || settings.jumpMax !== null;
    case 'stock':
      return settings === undefined || settings.emptyStock;
  }
}
