import type { Plan, Term } from '@bowerbird/contract/billing/billing';
import type { Quote } from '@bowerbird/contract/billing/orders';
import { AppError } from '@bowerbird/contract/errors';
import type { Selectable } from 'kysely';
import type { SubscriptionTable } from '../db/tables/account/billing.ts';
import { amountOf, centsOf } from './money.ts';

export type TermRow = Selectable<SubscriptionTable>;

const dayMs = 86_400_000;

/**
 * Calculates what a plan costs a merchant with this current term. The same plan again begins when the term ends.
 * Another plan begins at once: the whole days left of the old term are credited at their cost, and a credit beyond the
 * price becomes extra days of the new term. Throws `plan.not-for-sale` for a plan that is free or not on sale.
 */
export function quoteFor(plan: Plan, term: Term, current: TermRow | null, now: Date): Quote {
  const price = term === 'month' ? plan.priceMonth : plan.priceYear;
  if (!plan.onSale || centsOf(price) === 0n) {
    throw new AppError('plan.not-for-sale', `plan ${plan.id}`);
  }
  const running = current && current.ends_at > now ? current : null;
  const again = running?.plan_id === plan.id;
  const startsAt = running && again ? running.ends_at : now;
  const worth = running && !again && running.currency === plan.currency ? worthLeft(running, now) : 0n;
  const cents = centsOf(price);
  const credit = worth < cents ? worth : cents;
  const plainEnd = endOf(startsAt, term);
  const days = BigInt(Math.round((plainEnd.getTime() - startsAt.getTime()) / dayMs));
  const extraDays = Number(((worth - credit) * days) / cents);
  return {
    planId: plan.id,
    term,
    currency: plan.currency,
    price,
    credit: amountOf(credit),
    amount: amountOf(cents - credit),
    extraDays,
    startsAt: startsAt.toISOString(),
    endsAt: new Date(plainEnd.getTime() + extraDays * dayMs).toISOString(),
  };
}

/** Returns the date one month or one year later; the 31st becomes the last day of a shorter month. */
export function endOf(start: Date, term: Term): Date {
  const months = start.getUTCMonth() + (term === 'month' ? 1 : 12);
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(months);
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), last));
  return end;
}

function worthLeft({ starts_at, ends_at, value }: TermRow, now: Date): bigint {
  const all = BigInt(Math.max(1, Math.round((ends_at.getTime() - starts_at.getTime()) / dayMs)));
  const left = BigInt(Math.floor((ends_at.getTime() - Math.max(now.getTime(), starts_at.getTime())) / dayMs));
  return (centsOf(value) * left) / all;
}
