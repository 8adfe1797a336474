import { initialsOf } from '../../lib/initials.ts';

/** A person's picture, or the letters of their name. The name stands beside it. */
export function Face({ name, avatar, size }: { name: string; avatar: string | null; size: number }) {
  return (
    <span
      className="face"
      style={{ width: size, height: size, fontSize: Math.round(size / 2.6) }}
      aria-hidden="true"
    >
      {avatar === null ? (
        initialsOf(name)
      ) : (
        <img src={avatar} alt="" width={size} height={size} referrerPolicy="no-referrer" />
      )}
    </span>
  );
}
