import type { ListingOptions } from '@bowerbird/contract/listing';
import { Checkbox } from 'antd';
import { useText } from '../../lib/text.ts';

interface OptionsBoxProps {
  options: ListingOptions;
  onChange(options: ListingOptions): void;
}

/** How products are set up in the store after listing. */
export function OptionsBox({ options, onChange }: OptionsBoxProps) {
  const text = useText();
  return (
    <fieldset className="options-box">
      <legend>{text('listing.options')}</legend>
      {(['active', 'draft'] as const).map((status) => (
        <label key={status} className="option-line">
          <input
            type="radio"
            name="listing-status"
            checked={options.status === status}
            onChange={() => onChange({ ...options, status })}
          />
          <span>
            {text(`listing.option.${status}`)}
            <span className="caption">{text(`listing.option.${status}.note`)}</span>
          </span>
        </label>
      ))}
      <div className="options-rule" />
      <Checkbox
        checked={options.publish}
        onChange={({ target }) => onChange({ ...options, publish: target.checked })}
      >
        {text('listing.option.publish')}
      </Checkbox>
      <Checkbox
        checked={options.again}
        onChange={({ target }) => onChange({ ...options, again: target.checked })}
      >
        {text('listing.option.again')}
      </Checkbox>
    </fieldset>
  );
}
