import type { Plan } from '@bowerbird/contract/billing/billing';

/** The plan of everybody if plans are off; the migration writes it. */
export const withoutPlans = 'self-hosted';

/** The plans that an installation with plans begins with; an administrator adapts them. */
export const firstPlans: Plan[] = [
  {
    id: 'free',
    name: { 'zh-CN': '免费版', 'zh-TW': '免費版', 'en-US': 'Free', 'pt-BR': 'Gratuito' },
    priceMonth: '0.00',
    priceYear: '0.00',
    currency: 'CNY',
    quotas: {
      products: 500,
      'collected-per-month': 2000,
      'listed-per-month': 200,
      stores: 1,
      people: 1,
    },
    onSale: true,
  },
  {
    id: 'team',
    name: { 'zh-CN': '团队版', 'zh-TW': '團隊版', 'en-US': 'Team', 'pt-BR': 'Equipe' },
    priceMonth: '199.00',
    priceYear: '1990.00',
    currency: 'CNY',
    quotas: {
      products: 50_000,
      'collected-per-month': 100_000,
      'listed-per-month': 20_000,
      stores: 5,
      people: 5,
    },
    onSale: true,
  },
  {
    id: 'business',
    name: { 'zh-CN': '企业版', 'zh-TW': '企業版', 'en-US': 'Business', 'pt-BR': 'Empresarial' },
    priceMonth: '699.00',
    priceYear: '6990.00',
    currency: 'CNY',
    quotas: {
      products: null,
      'collected-per-month': 1_000_000,
      'listed-per-month': 200_000,
      stores: 50,
      people: 50,
    },
    onSale: true,
  },
];
