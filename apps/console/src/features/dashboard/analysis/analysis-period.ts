/** First and last day, both included, as `2026-11-20`. */
export interface Period {
  from: string;
  to: string;
}

const daysOf = { today: 1, week: 7, month: 30, quarter: 90, year: 365 } as const;
export const periodNames = ['today', 'week', 'month', 'quarter', 'year', 'own'] as const;
export type PeriodName = (typeof periodNames)[number];

export interface ChosenPeriod {
  name: PeriodName;
  from: string;
  to: string;
}

/** The longest period, in days. */
const daysMax = 732;

/** Returns the period of an address's query; 30 days by default. */
export function periodOf(query: URLSearchParams, now: Date): ChosenPeriod {
  const requested = query.get('period');
  const name = periodNames.find((known) => known === requested) ?? 'month';
  const month = { from: dayOf(now, -29), to: dayOf(now, 0) };
  if (name === 'own') {
    return { name, from: query.get('from') ?? month.from, to: query.get('to') ?? month.to };
  }
  return { name, from: dayOf(now, 1 - daysOf[name]), to: dayOf(now, 0) };
}

/** Returns the period; null if the server does not support it. */
export function sound({ from, to }: Period): Period | null {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days >= 1 && days <= daysMax ? { from, to } : null;
}

/** Returns the local day that is the given number of days away. */
function dayOf(now: Date, away: number): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + away);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
