import { initialsOf } from '../../lib/initials.ts';

/** A person's avatar, or their initials. The name is shown next to it. */
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
