interface FindFigureProps {
  /** Number of rows, with the index of the marked one. */
  marked: number;
  rows: number;
  /** The beginning of the secret, drawn in the marked row. */
  sample: string;
}

/** A small drawing of an admin page, showing where the secret is. */
export function FindFigure({ marked, rows, sample }: FindFigureProps) {
  const top = (row: number) => 34 + row * 26;
  return (
    <svg className="find-figure" viewBox="0 0 300 132" fill="none" aria-hidden="true" focusable="false">
      <rect x="0.5" y="0.5" width="299" height="131" rx="8" fill="var(--bg)" stroke="var(--line2)" />
      <path d="M0.5 22h299" stroke="var(--line)" />
      <g fill="var(--line2)">
        <circle cx="12" cy="11.5" r="3" />
        <circle cx="22" cy="11.5" r="3" />
        <circle cx="32" cy="11.5" r="3" />
        <rect x="52" y="7" width="120" height="9" rx="4.5" />
      </g>
      <g fill="var(--sunk)">
        {[0, 1, 2, 3].map((row) => (
          <rect key={row} x="12" y={34 + row * 18} width={row === 1 ? 48 : 40} height="8" rx="4" />
        ))}
      </g>
      <path d="M72 22v109" stroke="var(--line)" />
      {Array.from({ length: rows }, (_, row) => row).map((row) =>
        row === marked ? (
          <g key={row}>
            <rect
              x="84"
              y={top(row) - 6}
              width="204"
              height="26"
              rx="6"
              fill="var(--primary-soft)"
              stroke="var(--primary)"
            />
            <text x="94" y={top(row) + 11} fontSize="11" fontFamily="var(--mono)" fill="var(--t1)">
              {sample}
            </text>
            <circle cx="276" cy={top(row) + 7} r="4" fill="var(--primary)" />
          </g>
        ) : (
          <g key={row} fill="var(--sunk)">
            <rect x="84" y={top(row)} width="64" height="8" rx="4" />
            <rect x="232" y={top(row)} width="48" height="8" rx="4" />
          </g>
        ),
      )}
    </svg>
  );
}
