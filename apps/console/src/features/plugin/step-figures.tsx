import { useText } from '../../lib/text/text.ts';
import { Bar, BrowserFigure, Figure, PluginMark, Pointer, Press } from './browser-figure.tsx';
import type { BrowserName } from './steps.ts';

/** Illustration: the file is among the browser's downloads. */
export function DownloadFigure({ file }: { file: string }) {
  return (
    <BrowserFigure icons={<DownloadIcon />}>
      <rect x="96" y="44" width="212" height="58" rx="9" fill="var(--raised)" stroke="var(--line2)" />
      <ZipFile x={108} y={56} />
      <text x="142" y="72" fontSize="9.5" fontFamily="var(--mono)" fill="var(--t1)">
        {file}
      </text>
      <rect x="142" y="81" width="150" height="4" rx="2" fill="var(--primary)" />
      <Bar x={16} y={52} width={64} />
      <Bar x={16} y={72} width={52} />
      <Bar x={16} y={120} width={150} />
      <Bar x={16} y={140} width={110} />
      <Pointer x={278} y={22} />
    </BrowserFigure>
  );
}

function DownloadIcon() {
  return (
    <g stroke="var(--primary)" strokeWidth="1.5" strokeLinecap="round" strokeLinejoin="round">
      <path d="M273 10.5v8.5M269.5 16l3.5 3.5 3.5-3.5M267.5 24h11" />
    </g>
  );
}

function ZipFile({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0 3a3 3 0 0 1 3-3h13l8 8v23a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3z"
        fill="var(--bg)"
        stroke="var(--t4)"
      />
      <path d="M16 0v5a3 3 0 0 0 3 3h5" stroke="var(--t4)" />
      <path d="M10 4h4M10 9h4M10 14h4M10 19h4" stroke="var(--primary)" strokeWidth="2" />
    </g>
  );
}

/** Illustration: the zip becomes a folder that must be kept. */
export function UnzipFigure({ folder }: { folder: string }) {
  return (
    <Figure>
      <rect x="0.5" y="0.5" width="319" height="167" rx="9" fill="var(--canvas)" stroke="var(--line2)" />
      <ZipFile x={40} y={62} />
      <path
        d="M84 80h34M110 73l8 7-8 7"
        stroke="var(--primary)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path
        d="M140 34a6 6 0 0 1 6-6h30l9 10h111a6 6 0 0 1 6 6v90a6 6 0 0 1-6 6H146a6 6 0 0 1-6-6z"
        fill="var(--bg)"
        stroke="var(--primary)"
        strokeWidth="1.5"
      />
      <text x="154" y="58" fontSize="11" fontWeight="600" fill="var(--t1)">
        {folder}
      </text>
      <g fontFamily="var(--mono)" fontSize="10.5" fill="var(--t2)">
        <text x="172" y="82">
          manifest.json
        </text>
        <text x="172" y="102">
          config.json
        </text>
        <text x="172" y="122">
          …
        </text>
      </g>
      <rect x="155" y="73" width="9" height="11" rx="2" fill="var(--sunk)" stroke="var(--t4)" />
      <rect x="155" y="93" width="9" height="11" rx="2" fill="var(--sunk)" stroke="var(--t4)" />
    </Figure>
  );
}

/** Illustration: the address to type. */
export function AddressFigure({ browser }: { browser: BrowserName }) {
  return (
    <BrowserFigure address={`${browser}://extensions`} marked>
      <Bar x={16} y={54} width={96} />
      {[0, 1, 2].map((column) => (
        <g key={column}>
          <rect
            x={16 + column * 98}
            y="78"
            width="90"
            height="64"
            rx="7"
            fill="var(--bg)"
            stroke="var(--line)"
          />
          <Bar x={26 + column * 98} y={90} width={48} />
          <Bar x={26 + column * 98} y={108} width={68} />
        </g>
      ))}
      <Pointer x={196} y={20} />
    </BrowserFigure>
  );
}

/** Illustration: the switch at the edge of the extensions page: at the top in Chrome, on the left in Edge. */
export function SwitchFigure({ browser }: { browser: BrowserName }) {
  const text = useText();
  const label = text(`plugin.in.${browser}.developer`);
  const left = browser === 'edge';
  const x = left ? 8 : 128;
  // Portuguese needs the most space.
  const width = left ? 168 : 178;
  const y = left ? 116 : 46;
  return (
    <BrowserFigure address={`${browser}://extensions`}>
      {left ? <EdgeSide /> : <Bar x={16} y={55} width={82} />}
      <rect
        x={x}
        y={y}
        width={width}
        height="28"
        rx="14"
        fill="var(--primary-soft)"
        stroke="var(--primary)"
        strokeWidth="1.5"
      />
      <text x={x + 12} y={y + 18} fontSize="10.5" fill="var(--t1)">
        {label}
      </text>
      <rect x={x + width - 36} y={y + 7} width="26" height="14" rx="7" fill="var(--primary-solid)" />
      <circle cx={x + width - 17} cy={y + 14} r="5" fill="#fff" />
      <g>
        <Bar x={left ? 196 : 16} y={96} width={90} />
        <Bar x={left ? 196 : 16} y={118} width={70} />
      </g>
      <Pointer x={x + width - 16} y={y + 17} />
    </BrowserFigure>
  );
}

function EdgeSide() {
  return (
    <>
      <path d="M182 35v133" stroke="var(--line)" />
      <Bar x={16} y={52} width={96} />
      <Bar x={16} y={74} width={120} />
      <Bar x={16} y={94} width={84} />
      <Bar x={196} y={52} width={60} />
    </>
  );
}

/** Illustration: the button that the switch reveals, and the folder to choose. */
export function LoadFigure({ browser, folder }: { browser: BrowserName; folder: string }) {
  const text = useText();
  return (
    <BrowserFigure address={`${browser}://extensions`}>
      <Press x={14} y={46} width={164} label={text(`plugin.in.${browser}.load`)} />
      <Bar x={196} y={55} width={60} />
      <rect x="96" y="86" width="208" height="70" rx="9" fill="var(--raised)" stroke="var(--line2)" />
      <path
        d="M110 103a3 3 0 0 1 3-3h8l3 3h13a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-24a3 3 0 0 1-3-3z"
        fill="var(--primary-soft)"
        stroke="var(--primary)"
      />
      <text x="150" y="115" fontSize="11" fill="var(--t1)">
        {folder}
      </text>
      <Bar x={110} y={136} width={90} />
      <rect x="240" y="131" width="52" height="17" rx="8.5" fill="var(--primary-solid)" />
      <Pointer x={160} y={62} />
    </BrowserFigure>
  );
}

/** Illustration: the extensions list, with the pin next to the plugin. */
export function PinFigure() {
  return (
    <BrowserFigure
      icons={
        <g stroke="var(--t2)" strokeWidth="1.4" strokeLinejoin="round">
          <path d="M266 14h4a2.3 2.3 0 1 1 4.6 0h4v4a2.3 2.3 0 1 1 0 4.6v3.9h-12.6z" />
        </g>
      }
    >
      <rect x="146" y="42" width="164" height="92" rx="9" fill="var(--raised)" stroke="var(--line2)" />
      <Bar x={158} y={54} width={84} />
      <rect x="152" y="72" width="152" height="28" rx="7" fill="var(--primary-soft)" />
      <PluginMark x={160} y={78} />
      <text x="183" y="90.5" fontSize="11" fill="var(--t1)">
        Bowerbird
      </text>
      <path
        d="M285 79h8l-1.5 5 3 4h-11l3-4zM289 88v6"
        stroke="var(--primary)"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx="167" cy="116" r="7" fill="var(--sunk)" stroke="var(--line2)" />
      <Bar x={183} y={112} width={70} />
      <Bar x={16} y={54} width={96} />
      <Bar x={16} y={76} width={70} />
      <Bar x={16} y={98} width={84} />
      <Pointer x={292} y={90} />
    </BrowserFigure>
  );
}

/** Illustration: this page, with its button. */
export function ConnectFigure({ host }: { host: string }) {
  const text = useText();
  return (
    <BrowserFigure address={host} icons={<PluginMark x={266} y={10} />}>
      <path d="M64 35v133" stroke="var(--line)" />
      {[0, 1, 2, 3].map((row) => (
        <Bar key={row} x={12} y={50 + row * 20} width={row === 2 ? 40 : 34} />
      ))}
      <Bar x={82} y={52} width={90} />
      <Press x={82} y={76} width={110} label={text('plugin.connect')} />
      <circle cx="90" cy="132" r="8" fill="var(--green-s)" />
      <path
        d="M86.5 132l2.5 2.5 4.5-5"
        stroke="var(--green)"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Bar x={106} y={128} width={120} />
      <Pointer x={168} y={92} />
    </BrowserFigure>
  );
}
