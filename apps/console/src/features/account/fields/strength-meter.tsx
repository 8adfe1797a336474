import { judgePassword } from '@bowerbird/contract/account/password-strength';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { strengthLooks } from './password-look.ts';
import './strength-meter.css';

const segments = [10, 33, 66, 99];

/** Shows how hard a password is to guess: a bar of four segments, a label, and hints for a good password. */
export function StrengthMeter({ password }: { password: string }) {
  const text = useText();
  const look = strengthLooks[judgePassword(password)];
  const word = text(look.label);
  return (
    <Grid className="strength" columns="1fr auto" align="center" gap={[4, 12]} mt={6} font="caption">
      <Grid
        className="strength-bar"
        columns="repeat(4, 1fr)"
        gap={4}
        data-percent={look.percent}
        aria-hidden="true"
      >
        {segments.map((from) => (
          <Box
            as="span"
            h={4}
            ground="track"
            key={from}
            style={{ background: look.percent >= from ? look.colour : undefined }}
          />
        ))}
      </Grid>
      <p className={`strength-word ${look.tone}`} aria-live="polite">
        {word}
      </p>
      <Text as="p" className="strength-hint" column="1 / -1" tone="t3">
        {text('user.register.password.popover-message')}
      </Text>
    </Grid>
  );
}
