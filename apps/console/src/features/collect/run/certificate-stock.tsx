import type { Certificate } from '@bowerbird/contract/collect/collect';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';

/** For how many products the inventory was read, and why not for the others; nothing if it was not requested. */
export function CertificateStock({ stock }: { stock: Certificate['stock'] }) {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  if (stock === undefined) {
    return null;
  }
  const reason = (code: string) =>
    code === 'not-stated' ? text('collect.stock.notStated') : sentence({ code });
  return (
    <>
      <div className="certificate-row reported">
        <dt>{text('collect.certificate.stock')}</dt>
        <dd className="num">{format.number(stock.reported)}</dd>
      </div>
      {stock.unstated.map(({ code, count }) => (
        <div key={code} className="certificate-row reported">
          <dt>{text('collect.certificate.stock.unstated', { reason: reason(code) })}</dt>
          <dd className="num tone-amber">{format.number(count)}</dd>
        </div>
      ))}
    </>
  );
}
