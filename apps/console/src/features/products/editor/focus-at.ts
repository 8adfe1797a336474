import { sectionOf } from './product-issues.ts';
import { sectionIn } from './section-list.tsx';

/** Focuses the field of a path, or the closest one that exists. */
export function focusAt(root: HTMLElement | null, path: readonly (string | number)[]): void {
  for (let length = path.length; length > 0; length -= 1) {
    const name = CSS.escape(path.slice(0, length).join('.'));
    const holder = root?.querySelector<HTMLElement>(`[data-field="${name}"]`);
    if (holder) {
      const field =
        holder.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        holder.querySelector<HTMLElement>('input, textarea') ??
        holder.querySelector<HTMLElement>('button');
      field?.focus();
      holder.scrollIntoView({ block: 'center' });
      return;
    }
  }
  sectionIn(root, sectionOf(path))?.scrollIntoView({ block: 'start' });
}
