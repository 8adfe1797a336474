import type { Remedy } from '@bowerbird/contract/files/remedies';
import { type Import, useCheck } from '../queries.ts';

/** Takes remedies and gives them up; the file is checked again each time, and itself stays as it is. */
export function useRemedies({ id, file, dialect, mapping, key, into }: Import) {
  const check = useCheck(id);
  const set = (remedies: Remedy[]) =>
    check.mutate({ fileId: file.id, dialect, mapping: { ...mapping, remedies }, key, into });
  return {
    busy: check.isPending,
    take: (more: readonly Remedy[]) => set([...mapping.remedies, ...more]),
    giveUp: (index: number) => set(mapping.remedies.toSpliced(index, 1)),
  };
}
