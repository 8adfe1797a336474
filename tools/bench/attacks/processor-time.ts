import { readdirSync, readFileSync } from 'node:fs';

/** Processes whose processor time is measured, by a part of their command line. */
const parts = {
  attacker: 'bench/attacks/attacker',
  readers: 'reading-process',
  program: 'server/src/main.ts',
  database: 'postgres',
  images: 'image-process',
};

/** Processor time, in milliseconds. */
export type ProcessorTime = Record<keyof typeof parts, number>;

const tickMs = 10;

/** Returns the processor time so far of everything that this process started; zeros where the system has no /proc. */
export function processorTime(): ProcessorTime {
  const times = { attacker: 0, readers: 0, program: 0, database: 0, images: 0 };
  const known = new Map(processes().map((one) => [one.id, one]));
  for (const { id, ms, endedMs, command } of known.values()) {
    const part = (Object.keys(parts) as (keyof ProcessorTime)[]).find((each) =>
      command.includes(parts[each]),
    );
    if (part && isOurs(id, known)) {
      times[part] += ms;
      // What the program started and has ended were readers, in nearly all cases.
      times[part === 'program' ? 'readers' : part] += endedMs;
    }
  }
  return times;
}

function isOurs(id: number, known: ReadonlyMap<number, { parent: number }>): boolean {
  let at = known.get(id)?.parent;
  while (at !== undefined && at !== process.pid) {
    at = known.get(at)?.parent;
  }
  return at === process.pid;
}

function processes() {
  try {
    return readdirSync('/proc')
      .filter((entry) => /^\d+$/.test(entry))
      .flatMap((entry) => processOf(Number(entry)));
  } catch {
    return [];
  }
}

/** Returns a process; nothing if it has ended in the meantime. */
function processOf(
  id: number,
): { id: number; parent: number; ms: number; endedMs: number; command: string }[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
    // After the name, which may contain anything: state, parent, ...; fields 14 and 15 are its processor time, 16 and 17
    // that of processes that it started and that have ended, in ticks (proc_pid_stat(5)).
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const msOf = (field: number) => ((fields[field - 3] ?? 0) + (fields[field - 2] ?? 0)) * tickMs;
    return [{ id, parent: fields[1] ?? 0, ms: msOf(14), endedMs: msOf(16), command }];
  } catch {
    return [];
  }
}
