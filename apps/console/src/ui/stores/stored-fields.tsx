import type { StoredField } from '@bowerbird/contract/listing/as-stored';
import { fieldWordOf } from '../../lib/text/fault-text.ts';
import { useText } from '../../lib/text/text.ts';
import './stored-fields.css';

/** Fields that a store keeps otherwise: each with the value that was sent and the one in the store. */
export function StoredFields({ fields }: { fields: readonly StoredField[] }) {
  const text = useText();
  return (
    <table className="stored-fields">
      <thead>
        <tr>
          <th scope="col">{text('runs.stored.field')}</th>
          <th scope="col">{text('runs.stored.sent')}</th>
          <th scope="col">{text('runs.stored.stored')}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ field, sent, stored, said }) => (
          <tr key={`${field} ${said}`}>
            <th scope="row">{(field !== null && fieldWordOf(text, field)) || (field ?? '–')}</th>
            {sent === null || stored === null ? (
              <td colSpan={2}>{said}</td>
            ) : (
              <>
                <td dir="auto">{sent || '–'}</td>
                <td dir="auto" className="stored-fields-now">
                  {stored || '–'}
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
