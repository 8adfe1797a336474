import type { PlatformInfo } from '@bowerbird/contract/platforms';
import { useText } from '../../lib/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';

interface PlatformStepProps {
  platforms: PlatformInfo[];
  value: string | null;
  onChange(id: string): void;
}

/** Chooses the store's platform among those that can be listed to. */
export function PlatformStep({ platforms, value, onChange }: PlatformStepProps) {
  const text = useText();
  return (
    <fieldset className="platform-choices">
      <legend>{text('stores.platform.which')}</legend>
      {platforms.map(({ id, name }) => (
        <label key={id} className={id === value ? 'way-choice chosen' : 'way-choice'}>
          <input
            type="radio"
            name="platform"
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <PlatformMark platform={id} size={24} named />
          <span className="way-choice-name">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}
