import { encodeCsv, neutraliseCell } from '@bowerbird/catalog/csv';
import type { Language } from '@bowerbird/contract/account/account';
import type { BankDetails } from '@bowerbird/contract/billing/billing';
import type { OrderRow } from '../orders.ts';
import { invoiceText } from './invoice-text.ts';

/** Returns the content of an invoice as data: names in English, amounts as decimals, dates as days (UTC). */
export function invoiceData(order: OrderRow, seller: BankDetails | null) {
  return {
    number: order.number,
    date: day(order.paid_at),
    seller: seller?.accountName ?? '',
    buyer: order.invoice?.company ?? '',
    buyerTaxId: order.invoice?.taxId ?? '',
    buyerAddress: order.invoice?.address ?? '',
    buyerEmail: order.invoice?.email ?? '',
    plan: order.plan_name['en-US'],
    term: order.term,
    from: day(order.period_start),
    until: day(order.period_end),
    currency: order.currency,
    price: order.price,
    credit: order.credit,
    amount: order.amount,
    received: order.received ?? '',
    payment: order.payment,
    state: order.state,
  };
}
type Invoice = ReturnType<typeof invoiceData>;

export function invoicesCsv(invoices: readonly Invoice[]): string {
  const rows = invoices.map((each) => columns.map((name) => neutraliseCell(each[name])));
  return encodeCsv([columns, ...rows], { byteOrderMark: true });
}

const columns = [
  'number', 'date', 'seller', 'buyer', 'buyerTaxId', 'buyerAddress', 'buyerEmail', 'plan', 'term', 'from', 'until',
  'currency', 'price', 'credit', 'amount', 'received', 'payment', 'state',
] as const satisfies (keyof Invoice)[]; // biome-ignore format: a list of names

/** Returns one printable page in the reader's language, without scripts and without other files. */
export function invoiceHtml(order: OrderRow, seller: BankDetails | null, language: Language): string {
  const words = invoiceText[language];
  const data = invoiceData(order, seller);
  const line = (name: string, value: string) =>
    value === '' ? '' : `<tr><th scope="row">${escaped(name)}</th><td>${escaped(value)}</td></tr>`;
  const money = (amount: string) =>
    new Intl.NumberFormat(language, { style: 'currency', currency: order.currency }).format(
      // For display only; the exact amount is passed on as text.
      Number(amount),
    );
  const title = `${words.invoice} ${data.number}`;
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>
body{font:14px/22px system-ui,"Noto Sans CJK SC",sans-serif;color:#12181f;max-width:680px;margin:44px auto;padding:0 24px}
h1{font-size:20px;line-height:28px;margin:0 0 24px}
table{width:100%;border-collapse:collapse;margin:0 0 28px}
th,td{text-align:left;vertical-align:top;padding:8px 0;border-bottom:1px solid #e8ecf0;font-weight:400}
th{color:#5b6775;width:40%;padding-right:16px}
.sum td,.sum th{text-align:right;font-variant-numeric:tabular-nums;width:auto}
.sum th{text-align:left}.sum tr:last-child>*{font-weight:600;color:#12181f}
@media print{body{margin:0;max-width:none}}
</style></head><body>
<h1>${escaped(title)}</h1>
<table>${line(words.date, data.date)}${line(words.seller, data.seller)}${line(words.buyer, data.buyer)}${line(
    words.taxId,
    data.buyerTaxId,
  )}${line(words.address, data.buyerAddress)}${line(words.email, data.buyerEmail)}${line(
    words.payment,
    words[order.payment],
  )}${order.state === 'refunded' ? line(words.state, words.refunded) : ''}</table>
<table class="sum">${line(
    `${order.plan_name[language]} · ${words[order.term]} · ${data.from} – ${data.until}`,
    money(order.price),
  )}${order.credit === '0.00' ? '' : line(words.credit, `−${money(order.credit)}`)}${line(words.total, money(order.amount))}</table>
</body></html>
`;
}

function day(at: Date | null): string {
  return at?.toISOString().slice(0, 10) ?? '';
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
