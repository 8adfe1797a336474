interface LogoProps {
  size?: number;
}

/** The bower and its berry; at 16 px and below only the outer sticks. */
export function Logo({ size = 28 }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth={2.1} strokeLinecap="round">
        <path d="M4.6 27.5C3.9 17.5 7 8.6 14.6 4.2" />
        {size > 16 && <path d="M9.2 27.5C8.4 19.6 10.6 12 17 6.6" />}
        <path d="M27.4 27.5C28.1 17.5 25 8.6 17.4 4.2" />
        {size > 16 && <path d="M22.8 27.5C23.6 19.6 21.4 12 15 6.6" />}
      </g>
      <circle cx="16" cy="23.6" r="3.9" fill="var(--berry)" />
    </svg>
  );
}
