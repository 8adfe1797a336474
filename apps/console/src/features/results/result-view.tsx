import type { ReactNode } from 'react';
import type { StateName } from '../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import './results.css';

interface ResultViewProps {
  state: StateName;
  title: string;
  what: ReactNode;
  /** The figure, the facts or the reasons. */
  children?: ReactNode;
  /** At most three, the main one last. */
  actions: ReactNode;
}

/** The result of a wizard. */
export function ResultView({ state, title, what, children, actions }: ResultViewProps) {
  return (
    <div className="page result">
      <StateGlyph state={state} size={44} />
      <h1 className="result-title">{title}</h1>
      <p className="result-what">{what}</p>
      {children}
      <div className="result-actions">{actions}</div>
    </div>
  );
}

export function ResultFacts({ facts }: { facts: { name: string; value: ReactNode }[] }) {
  return (
    <dl className="result-facts box">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
