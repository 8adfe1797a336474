import type { ReactNode } from 'react';

/** One line of a list of facts: its name, and what it is. */
export function Fact({ name, value, strong = false }: { name: string; value: ReactNode; strong?: boolean }) {
  return (
    <div className={strong ? 'fact strong' : 'fact'}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
