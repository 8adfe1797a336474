import type { ListingOptions } from '@bowerbird/contract/listing/listing';
import { Checkbox } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';

interface OptionsBoxProps {
  options: ListingOptions;
  onChange(options: ListingOptions): void;
}

/** How products are set up in the store after listing. */
export function OptionsBox({ options, onChange }: OptionsBoxProps) {
  const text = useText();
  return (
    <Stack as="fieldset" className="options-box" gap={10} m={0} p={0} border="none" shrink>
      <legend>{text('listing.options')}</legend>
      {(['active', 'draft'] as const).map((status) => (
        <Row as="label" key={status} className="option-line" align="start" gap={8}>
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
        </Row>
      ))}
      <Box borderTop />
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
    </Stack>
  );
}
