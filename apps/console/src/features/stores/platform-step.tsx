import type { PlatformInfo } from '@bowerbird/contract/collect/platforms';
import { useText } from '../../lib/text/text.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

interface PlatformStepProps {
  platforms: PlatformInfo[];
  value: string | null;
  onChange(id: string): void;
}

/** Chooses the store's platform among those that can be listed to. */
export function PlatformStep({ platforms, value, onChange }: PlatformStepProps) {
  const text = useText();
  return (
    <Box as="fieldset" className="platform-choices" gap={8} m={0} p={0} border="none" shrink>
      <legend>{text('stores.platform.which')}</legend>
      {platforms.map(({ id, name }) => (
        <Row
          as="label"
          key={id}
          className={id === value ? 'way-choice chosen' : 'way-choice'}
          hover="ground"
          align="start"
          gap={10}
          p={[10, 14]}
          border="line2"
          radius="l"
        >
          <input
            type="radio"
            name="platform"
            value={id}
            checked={id === value}
            onChange={() => onChange(id)}
          />
          <PlatformMark platform={id} size={24} named />
          <Text font="body" weight={500}>
            {name}
          </Text>
        </Row>
      ))}
    </Box>
  );
}
