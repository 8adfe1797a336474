import type { Figure, FigureName, SystemPart } from '@bowerbird/contract/system/system';

interface Band {
  part: SystemPart;
  unit: Figure['unit'];
  from?: number;
  to?: number;
}

const gigabyte = 1000 ** 3;

/** Unit of each figure, and the range within which nobody has to act. */
const bands: Record<FigureName, Band> = {
  uptime: { part: 'program', unit: 'seconds' },
  'database.answer': { part: 'database', unit: 'milliseconds', to: 250 },
  'database.connections': { part: 'database', unit: 'count' },
  'database.size': { part: 'database', unit: 'bytes' },
  'queue.waiting': { part: 'queue', unit: 'count' },
  'queue.active': { part: 'queue', unit: 'count' },
  // A free worker never leaves a job waiting longer than this.
  'queue.oldest': { part: 'queue', unit: 'seconds', to: 300 },
  'workers.alive': { part: 'workers', unit: 'count', from: 1 },
  'storage.used': { part: 'storage', unit: 'bytes' },
  'storage.free': { part: 'storage', unit: 'bytes', from: 2 * gigabyte },
  'outbox.waiting': { part: 'outbox', unit: 'count', to: 100 },
  'outbox.failed': { part: 'outbox', unit: 'count', to: 0 },
  'outbox.kept': { part: 'outbox', unit: 'count' },
  'errors.hour': { part: 'errors', unit: 'count', to: 0 },
  'errors.day': { part: 'errors', unit: 'count' },
  'readers.lost': { part: 'readers', unit: 'count', to: 0 },
};

/** Returns a measured value with its range; `to` is given where the range depends on what was found. */
export function figure(name: FigureName, value: number | null, to = bands[name].to): Figure {
  const { part, unit, from } = bands[name];
  return {
    name,
    part,
    unit,
    value,
    normalFrom: from ?? null,
    normalTo: to ?? null,
    act: value !== null && ((from !== undefined && value < from) || (to !== undefined && value > to)),
  };
}
