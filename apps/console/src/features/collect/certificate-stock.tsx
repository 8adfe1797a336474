import type { Certificate } from '@bowerbird/contract/collect';
import { useFaultText } from '../../lib/fault-text.ts';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';

/** Of how many products the stock was read, and why not of the others; nothing where it was not asked for. */
export function CertificateStock({ stock }: { stock: Certificate['stock'] }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  if (stock === undefined) {
    return null;
  }
  const reason = (code: string) => (code === 'not-told' ? text('collect.stock.notTold') : sentence({ code }));
  return (
    <>
      <div className="certificate-row told">
        <dt>{text('collect.certificate.stock')}</dt>
        <dd className="num">{format.number(stock.told)}</dd>
      </div>
      {stock.untold.map(({ code, count }) => (
        <div key={code} className="certificate-row told">
          <dt>{text('collect.certificate.stock.untold', { reason: reason(code) })}</dt>
          <dd className="num tone-amber">{format.number(count)}</dd>
        </div>
      ))}
    </>
  );
}
