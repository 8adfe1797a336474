import type { ReactNode } from 'react';

/** One line of a list of facts: name and value. */
export function Fact({ name, value, strong = false }: { name: string; value: ReactNode; strong?: boolean }) {
  return (
    <div className={strong ? 'fact strong' : 'fact'}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
