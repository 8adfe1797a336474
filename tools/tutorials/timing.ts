import type { Language } from '@bowerbird/contract/account/account';
import type { Action, Film, Shot } from './film.ts';

/** Seconds of each part of an action, as a film shows it. */
export const moveSeconds = 0.6;
export const pressSeconds = 0.4;
export const typeSeconds = 1.4;

/** Returns the seconds that an action takes in a film, however long its recording took. */
export function secondsOf(action: Action): number {
  switch (action.do) {
    case 'point':
      return moveSeconds;
    case 'click':
      return moveSeconds + pressSeconds;
    case 'type':
      return moveSeconds + pressSeconds + typeSeconds;
    case 'await':
      return action.seconds;
  }
}

export function lengthOfShot({ actions, stays }: Shot): number {
  return actions.reduce((sum, action) => sum + secondsOf(action), stays);
}

export function lengthOf(film: Film): number {
  return film.shots.reduce((sum, shot) => sum + lengthOfShot(shot), 0);
}

/** A caption with its start and end, in seconds from the film's beginning. */
export interface Cue {
  from: number;
  to: number;
  text: string;
}

/** Returns the captions of a film in one language, without gaps. */
export function cuesOf(film: Film, language: Language): Cue[] {
  let from = 0;
  return film.shots.map((shot) => {
    const cue = { from, to: from + lengthOfShot(shot), text: shot.caption[language] };
    from = cue.to;
    return cue;
  });
}

/** Returns the captions as WebVTT (https://www.w3.org/TR/webvtt1/). */
export function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${escaped(text)}\n`);
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

/** Formats a time as `00:01:02.345`. */
function clock(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  const whole = Math.floor(thousandths / 1000);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(rest, 2)}.${pad(thousandths % 1000, 3)}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
