import type { ProductField } from '@bowerbird/catalog/product';
import { useSession } from '../../../lib/person/session.ts';
import { OriginMark } from '../../../ui/text/origin-mark.tsx';
import { ProvenanceCard } from '../provenance/provenance-card.tsx';
import { provenanceAt, useProvenance } from '../provenance/use-provenance.ts';
import { useEditor } from './editor-context.ts';

interface FieldOriginMarkProps {
  field: ProductField;
  /** The value's path, where it is one of several of the field: `seo/title`. */
  path?: string;
}

/** Shows where a field's saved value comes from; opens into page, time, person, rule and version, and an undo. */
export function FieldOriginMark({ field, path = field }: FieldOriginMarkProps) {
  const { user } = useSession();
  const { detail, draft } = useEditor();
  const found = useProvenance(detail);
  const origin = detail?.origins.find((each) => each.field === field);
  if (detail === null || origin === undefined) {
    return null;
  }
  const known = found.data === undefined ? null : provenanceAt(found.data, path);
  const from =
    known === null ? origin.from : known.from === 'claim' || known.from === 'service' ? 'rule' : known.from;
  const name = known === null ? origin.by : from === 'rule' ? (known.rule?.name ?? null) : known.by;
  return (
    <OriginMark
      from={from}
      under={known?.underRule !== undefined}
      name={name === user.name ? null : name}
      details={<ProvenanceCard path={path} changed={draft.changed.has(field)} />}
    />
  );
}
