import type { CharacterSet, Node, Place, Syntax } from './syntax.ts';

/**
 * One instruction: `take` a character, `fork` (the first way is preferred), `save` a position, `forget` those of the
 * groups inside a repetition before each turn, be at a `place`, `end`.
 */
export type Instruction =
  | { kind: 'take'; set: TestedSet }
  | { kind: 'fork'; first: number; second: number }
  | { kind: 'jump'; to: number }
  | { kind: 'save'; slot: number }
  | { kind: 'forget'; slots: ReadonlySet<number> }
  | { kind: 'place'; place: Place }
  | { kind: 'end' };

/** A compiled pattern. `seenAt` is the search's own notebook, with one element more than there are instructions. */
export interface Program {
  instructions: readonly Instruction[];
  seenAt: Float64Array;
  /** Two positions for the match and for each group. */
  slots: number;
  /** What a match can begin with; null where that depends on more than its first character. */
  beginnings: readonly TestedSet[] | null;
}

/** A longer program is refused, so that repetitions inside repetitions cannot fill the memory. */
const instructionsMax = 4000;

/** A set of characters that remembers its answers for ASCII. */
export class TestedSet {
  readonly #set: CharacterSet;
  readonly #known = new Uint8Array(128);

  constructor(set: CharacterSet) {
    this.#set = set;
  }

  has(codePoint: number): boolean {
    const known = codePoint < 128 ? this.#known[codePoint] : 0;
    if (known) {
      return known === 1;
    }
    const is = this.#set.test(String.fromCodePoint(codePoint));
    if (codePoint < 128) {
      this.#known[codePoint] = is ? 1 : 2;
    }
    return is;
  }
}

/** Compiles a parsed pattern. Returns null for one that would be too long. */
export function compile({ root, groups }: Syntax): Program | null {
  const program: Instruction[] = [{ kind: 'save', slot: 0 }];
  const sets = new Map<string, TestedSet>();
  let isTooLong = false;

  function emit(instruction: Instruction): number {
    isTooLong ||= program.length >= instructionsMax;
    return isTooLong ? program.length - 1 : program.push(instruction) - 1;
  }

  function fork(lazy: boolean): (onward: number, out: number) => void {
    const at = emit({ kind: 'fork', first: 0, second: 0 });
    return (onward, out) => {
      program[at] = { kind: 'fork', first: lazy ? out : onward, second: lazy ? onward : out };
    };
  }

  function write(node: Node): void {
    if (isTooLong) {
      return;
    }
    switch (node.kind) {
      case 'set': {
        const key = String(node.set);
        const set = sets.get(key) ?? new TestedSet(node.set);
        sets.set(key, set);
        emit({ kind: 'take', set });
        return;
      }
      case 'place':
        emit(node);
        return;
      case 'row':
        for (const part of node.of) {
          write(part);
        }
        return;
      case 'either':
        writeEither(node.of);
        return;
      case 'group':
        writeGroup(node.group, node.of);
        return;
      case 'repeat':
        writeRepeat(node);
    }
  }

  function writeGroup(group: number | null, of: Node): void {
    if (group === null) {
      write(of);
      return;
    }
    emit({ kind: 'save', slot: 2 * group });
    write(of);
    emit({ kind: 'save', slot: 2 * group + 1 });
  }

  function writeEither([node, ...others]: readonly Node[]): void {
    if (!node || others.length === 0) {
      write(node ?? { kind: 'row', of: [] });
      return;
    }
    const start = program.length;
    const choose = fork(false);
    write(node);
    const jump = emit({ kind: 'jump', to: 0 });
    choose(start + 1, program.length);
    writeEither(others);
    program[jump] = { kind: 'jump', to: program.length };
  }

  function writeRepeat({ of, min, max, lazy }: Extract<Node, { kind: 'repeat' }>): void {
    const slots = slotsIn(of);
    const turn = () => {
      if (slots.size > 0) {
        emit({ kind: 'forget', slots });
      }
      write(of);
    };
    for (let n = 0; n < min && !isTooLong; n += 1) {
      turn();
    }
    if (max === null) {
      const start = program.length;
      const choose = fork(lazy);
      turn();
      emit({ kind: 'jump', to: start });
      choose(start + 1, program.length);
      return;
    }
    const forks: [number, (onward: number, out: number) => void][] = [];
    for (let n = min; n < max && !isTooLong; n += 1) {
      forks.push([program.length + 1, fork(lazy)]);
      turn();
    }
    for (const [onward, choose] of forks) {
      choose(onward, program.length);
    }
  }

  write(root);
  emit({ kind: 'save', slot: 1 });
  emit({ kind: 'end' });
  return isTooLong
    ? null
    : {
        instructions: program,
        seenAt: new Float64Array(program.length + 1),
        slots: 2 * groups + 2,
        beginnings: beginningsOf(program),
      };
}

function beginningsOf(program: readonly Instruction[]): TestedSet[] | null {
  const sets = new Set<TestedSet>();
  const open = new Set([0]);
  for (const at of open) {
    const instruction = program[at];
    switch (instruction?.kind) {
      case 'take':
        sets.add(instruction.set);
        break;
      case 'jump':
        open.add(instruction.to);
        break;
      case 'fork':
        open.add(instruction.first).add(instruction.second);
        break;
      case 'save':
      case 'forget':
        open.add(at + 1);
        break;
      default:
        return null;
    }
  }
  return [...sets];
}

function slotsIn(node: Node): ReadonlySet<number> {
  switch (node.kind) {
    case 'row':
    case 'either':
      return new Set(node.of.flatMap((part) => [...slotsIn(part)]));
    case 'group': {
      const own = node.group === null ? [] : [2 * node.group, 2 * node.group + 1];
      return new Set([...own, ...slotsIn(node.of)]);
    }
    case 'repeat':
      return slotsIn(node.of);
    default:
      return new Set();
  }
}
