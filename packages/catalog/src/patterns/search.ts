import { type Program, TestedSet } from './program.ts';
import type { Place } from './syntax.ts';

/** How much work a search may still do. One unit is one instruction looked at, some tens of nanoseconds. */
export interface Work {
  left: number;
}

/** Positions of the match and of its groups: start and end in pairs, -1 for a group that took no part. */
export type Positions = readonly number[];

interface Thread {
  at: number;
  saved: Positions;
}

const word = new TestedSet(/^\w$/u);

/**
 * Finds the first match from a position on, the same one that a backtracking engine finds, by following all ways at
 * once: each character is looked at once for each instruction. Returns null when there is none, and when `work` is used
 * up, which leaves it below zero.
 */
export function search(
  { instructions, seenAt, slots, beginnings }: Program,
  text: string,
  from: number,
  work: Work,
): Positions | null {
  const none: Positions = new Array<number>(slots).fill(-1);
  let current: Thread[] = [];
  let found: Positions | null = null;
  let position = from;
  let moment = nextMoment(seenAt);
  const add = (threads: Thread[], at: number, saved: Positions) => {
    const open: Thread[] = [{ at, saved }];
    for (let thread = open.pop(); thread !== undefined; thread = open.pop()) {
      if (seenAt[thread.at] === moment) {
        continue;
      }
      seenAt[thread.at] = moment;
      work.left -= 1;
      const instruction = instructions[thread.at];
      switch (instruction?.kind) {
        case 'jump':
          open.push({ at: instruction.to, saved: thread.saved });
          break;
        case 'fork':
          open.push({ at: instruction.second, saved: thread.saved });
          open.push({ at: instruction.first, saved: thread.saved });
          break;
        case 'save':
          work.left -= slots >> 3;
          open.push({ at: thread.at + 1, saved: thread.saved.with(instruction.slot, position) });
          break;
        case 'forget': {
          const { slots: inside } = instruction;
          work.left -= slots >> 1;
          const saved = thread.saved.map((slot, index) => (inside.has(index) ? -1 : slot));
          open.push({ at: thread.at + 1, saved });
          break;
        }
        case 'place':
          if (isAt(instruction.place, text, position)) {
            open.push({ at: thread.at + 1, saved: thread.saved });
          }
          break;
        default:
          threads.push(thread);
      }
    }
  };
  for (;;) {
    if (found === null && current.length === 0 && beginnings !== null) {
      position = nextBeginning(beginnings, text, position, work);
    }
    if (found === null) {
      add(current, 0, none);
    }
    if (current.length === 0 || work.left < 0) {
      if (found !== null || position >= text.length || work.left < 0) {
        return work.left < 0 ? null : found;
      }
    }
    const codePoint = position < text.length ? (text.codePointAt(position) ?? -1) : -1;
    const next: Thread[] = [];
    const here = current;
    position += codePoint > 0xff_ff ? 2 : 1;
    moment = nextMoment(seenAt);
    for (const thread of here) {
      work.left -= 1;
      const instruction = instructions[thread.at];
      if (instruction?.kind === 'end') {
        found = thread.saved;
        break;
      }
      if (instruction?.kind === 'take' && codePoint !== -1 && instruction.set.has(codePoint)) {
        add(next, thread.at + 1, thread.saved);
      }
    }
    if (codePoint === -1) {
      return found;
    }
    current = next;
  }
}

/** Returns the first position from here on at which a match can begin; the end of the text where there is none. */
function nextBeginning(beginnings: readonly TestedSet[], text: string, from: number, work: Work): number {
  let position = from;
  while (position < text.length) {
    const codePoint = text.codePointAt(position) ?? 0;
    work.left -= 1;
    if (beginnings.some((set) => set.has(codePoint))) {
      break;
    }
    position += codePoint > 0xff_ff ? 2 : 1;
  }
  return position;
}

/** Counts on in the last element, so that what an earlier position or search has seen never counts as seen again. */
function nextMoment(seenAt: Float64Array): number {
  const last = seenAt.length - 1;
  seenAt[last] = (seenAt[last] ?? 0) + 1;
  return seenAt[last] ?? 0;
}

function isAt(place: Place, text: string, position: number): boolean {
  switch (place) {
    case 'start':
      return position === 0;
    case 'end':
      return position === text.length;
    case 'boundary':
      return isWord(text, position - 1) !== isWord(text, position);
    case 'no-boundary':
      return isWord(text, position - 1) === isWord(text, position);
  }
}

function isWord(text: string, position: number): boolean {
  return position >= 0 && position < text.length && word.has(text.charCodeAt(position));
}
