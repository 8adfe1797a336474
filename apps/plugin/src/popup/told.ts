import { element, type Glyph, icon } from './element.ts';

export type Tone = 'done' | 'later' | 'fault';

const glyphOf: Record<Tone, Glyph> = { done: 'check', later: 'clock', fault: 'warning' };

/** One sentence with its shape: what happened. */
export function told(tone: Tone, sentence: string): HTMLElement {
  return element(
    'p',
    { class: `told ${tone}`, role: tone === 'fault' ? 'alert' : 'status' },
    icon(glyphOf[tone]),
    element('span', {}, sentence),
  );
}
