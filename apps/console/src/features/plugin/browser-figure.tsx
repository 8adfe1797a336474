import type { ReactNode } from 'react';

interface BrowserFigureProps {
  /** Text of the address bar. */
  address?: string;
  /** The address bar is highlighted. */
  marked?: boolean;
  /** Right of the address bar: the icons of extensions. */
  icons?: ReactNode;
  children: ReactNode;
}

/** A drawing of a browser window, 320 by 168; its page begins at y = 36. */
export function BrowserFigure({ address, marked = false, icons, children }: BrowserFigureProps) {
  return (
    <Figure>
      <rect x="0.5" y="0.5" width="319" height="167" rx="9" fill="var(--bg)" stroke="var(--line2)" />
      <path
        d="M0.5 9.5a9 9 0 0 1 9-9h301a9 9 0 0 1 9 9V34.5H0.5z"
        fill="var(--canvas)"
        stroke="var(--line2)"
      />
      <g fill="var(--line2)">
        <circle cx="14" cy="17.5" r="3.5" />
        <circle cx="26" cy="17.5" r="3.5" />
        <circle cx="38" cy="17.5" r="3.5" />
      </g>
      <rect
        x="52"
        y="8"
        width="204"
        height="19"
        rx="9.5"
        fill={marked ? 'var(--primary-soft)' : 'var(--bg)'}
        stroke={marked ? 'var(--primary)' : 'var(--line)'}
      />
      {address !== undefined && (
        <text x="64" y="21.5" fontSize="11" fontFamily="var(--mono)" fill="var(--t1)">
          {address}
        </text>
      )}
      {icons}
      {children}
    </Figure>
  );
}

/** An illustration next to a text that says the same. */
export function Figure({ children }: { children: ReactNode }) {
  return (
    <svg className="plugin-figure" viewBox="0 0 320 168" fill="none" aria-hidden="true" focusable="false">
      {children}
    </svg>
  );
}

/** A grey bar in place of a line of text. */
export function Bar({ x, y, width }: { x: number; y: number; width: number }) {
  return <rect x={x} y={y} width={width} height="8" rx="4" fill="var(--sunk)" stroke="var(--line)" />;
}

/** The button to press, with its label. */
export function Press({ x, y, width, label }: { x: number; y: number; width: number; label: string }) {
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height="26"
        rx="13"
        fill="var(--primary-soft)"
        stroke="var(--primary)"
        strokeWidth="1.5"
      />
      <text x={x + width / 2} y={y + 17} fontSize="11" textAnchor="middle" fill="var(--t1)">
        {label}
      </text>
    </>
  );
}

/** The plugin's own logo: two sticks over a berry. */
export function PluginMark({ x, y, size = 16 }: { x: number; y: number; size?: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 32})`}>
      <g stroke="var(--t1)" strokeWidth="3" strokeLinecap="round">
        <path d="M4.6 27.5C3.9 17.5 7 8.6 14.6 4.2" />
        <path d="M27.4 27.5C28.1 17.5 25 8.6 17.4 4.2" />
      </g>
      <circle cx="16" cy="23.6" r="4.5" fill="var(--berry)" />
    </g>
  );
}

/** A mouse pointer at what is to be pressed. */
export function Pointer({ x, y }: { x: number; y: number }) {
  return (
    <path
      d="M0 0v13.5l3.7-3.2 2.4 5.3 2.6-1.2-2.4-5.2h4.9z"
      transform={`translate(${x} ${y})`}
      fill="var(--t1)"
      stroke="var(--bg)"
      strokeWidth="1.2"
      strokeLinejoin="round"
    />
  );
}
