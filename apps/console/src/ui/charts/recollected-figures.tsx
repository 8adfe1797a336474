import type { Recollected } from '@bowerbird/contract/recollect';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { Notice } from '../feedback/fault-row.tsx';
import { StateGlyph } from '../feedback/state-glyph.tsx';
import './recollected-figures.css';

/** Results of a re-collect: four figures that add up to the claimed products found, and those that no longer exist. */
export function RecollectedFigures({ of: { products, fieldsUndecided } }: { of: Recollected }) {
  const text = useText();
  const format = useFormat();
  const waits = products.undecided > 0;
  return (
    <div className="recollected">
      <dl className="recollected-figures">
        {(['unchanged', 'followed', 'kept', 'undecided'] as const).map((key) => (
          <div
            key={key}
            className={key === 'undecided' && waits ? 'recollected-figure requests' : 'recollected-figure'}
          >
            <dt>
              {text(`recollect.figure.${key}`)}
              <span className="recollected-note">
                {key !== 'undecided'
                  ? text(`recollect.figure.${key}.note`)
                  : waits
                    ? text('recollect.figure.undecided.note', { n: fieldsUndecided })
                    : text('recollect.figure.undecided.none')}
                {key === 'undecided' && products.decided > 0 && (
                  <span className="quiet"> · {text('recollect.decided', { n: products.decided })}</span>
                )}
              </span>
            </dt>
            <dd className="recollected-number">
              {format.number(key === 'undecided' ? products.undecided + products.decided : products[key])}
            </dd>
          </div>
        ))}
      </dl>
      {products.gone > 0 && (
        <Notice tone="neutral" before={<StateGlyph state="gone" />}>
          {text('recollect.figure.gone', { n: products.gone })}
        </Notice>
      )}
    </div>
  );
}
