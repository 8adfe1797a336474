import { initialsOf } from '../../../lib/text/initials.ts';
import { Box } from '../../../ui/layout/box.tsx';

/** A person's avatar, or their initials. The name is shown next to it. */
export function Face({ name, avatar, size }: { name: string; avatar: string | null; size: number }) {
  return (
    <Box
      as="span"
      className="face"
      rigid
      overflow="hidden"
      radius="round"
      weight={600}
      tone="primary-read"
      ground="primary-soft"
      style={{ width: size, height: size, fontSize: Math.round(size / 2.6) }}
      aria-hidden="true"
    >
      {avatar === null ? (
        initialsOf(name)
      ) : (
        <img src={avatar} alt="" width={size} height={size} referrerPolicy="no-referrer" />
      )}
    </Box>
  );
}
