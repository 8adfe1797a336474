/** An illustration of a letter, with the berry as its seal. */
export function Envelope({ open = false }: { open?: boolean }) {
  return (
    <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true" focusable="false">
      <g stroke="currentColor" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <rect x="5" y="12" width="62" height="40" rx="6" fill="var(--raised)" />
        <path
          d={open ? 'M6 16 36 3l30 13M6 48l22-18M66 48 44 30' : 'M6 16l30 22 30-22M6 48l20-17M66 48 46 31'}
        />
      </g>
      <circle cx="36" cy={open ? 30 : 36} r="5" fill="var(--berry)" />
    </svg>
  );
}
