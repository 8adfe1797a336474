import type { Grant } from '@bowerbird/contract/team/roles';
import { useText } from '../../lib/text/text.ts';
import { Stack } from '../../ui/layout/box.tsx';
import { useAccessText } from './texts.ts';

interface TouchedProps {
  people: number;
  loses: Grant[];
  gains: Grant[];
}

/** Shows what people lose and gain by a change of their role. */
export function Touched({ people, loses, gains }: TouchedProps) {
  const text = useText();
  const words = useAccessText();
  return (
    <Stack className="touched" gap={6} font="small">
      {loses.length > 0 && (
        <>
          <p className="tone-red">{text('access.role.loses', { n: people })}</p>
          <ul>
            {words.grants(loses).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
      {gains.length > 0 && (
        <>
          <p>{text('access.role.gains', { n: people })}</p>
          <ul>
            {words.grants(gains).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </Stack>
  );
}
