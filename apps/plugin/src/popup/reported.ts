import { element, type Glyph, icon } from './element.ts';

export type Tone = 'done' | 'later' | 'fault';

const glyphOf: Record<Tone, Glyph> = { done: 'check', later: 'clock', fault: 'warning' };

/** Creates one sentence with its icon that says what happened. */
export function reported(tone: Tone, sentence: string): HTMLElement {
  return element(
    'p',
    { class: `reported ${tone}`, role: tone === 'fault' ? 'alert' : 'status' },
    icon(glyphOf[tone]),
    element('span', {}, sentence),
  );
}
