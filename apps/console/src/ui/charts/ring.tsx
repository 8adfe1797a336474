interface RingProps {
  /** 0 to 1; null until known. */
  part: number | null;
  size?: number;
}

const round = 2 * Math.PI * 6;

/** Progress as a ring, for the run tray. */
export function Ring({ part, size = 17 }: RingProps) {
  const value = Math.min(1, Math.max(0.02, part ?? 0.25));
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" fill="none" aria-hidden="true" focusable="false">
      <circle cx="8" cy="8" r="6" stroke="var(--track)" strokeWidth={2.2} />
      <circle
        cx="8"
        cy="8"
        r="6"
        stroke="var(--primary)"
        strokeWidth={2.2}
        strokeLinecap="round"
        strokeDasharray={`${round * value} ${round}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  );
}
