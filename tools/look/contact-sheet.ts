import type { Taken } from './look-at.ts';

/** Returns a page with all screenshots, one row for each screen. */
export function contactSheet(taken: readonly Taken[]): string {
  const rows = [...Map.groupBy(taken, ({ who, screen }) => `${who} ${screen}`)].map(
    ([name, images]) =>
      `<h2>${name}</h2><div>${images
        .map(
          ({ file, faults, width }) =>
            `<a href="${file}"><img src="${file}" width="${width === 390 ? 120 : 420}" loading="lazy" alt="${file}"
            ${faults.length > 0 ? 'class="wrong"' : ''} title="${file} ${faults.join('; ').replaceAll('"', '&quot;')}"></a>`,
        )
        .join('')}</div>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Every screen</title><style>
body { font: 14px system-ui; margin: 24px; } div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start; }
img { border: 1px solid #ccc; } .wrong { outline: 3px solid #c22b33; } h2 { font-size: 14px; }</style>${rows.join('\n')}`;
}
